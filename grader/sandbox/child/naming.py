"""The class that is meant, where none has the name that the lab asks for."""

import unicodedata
from collections.abc import Iterable
from typing import Any

CLASS = "MultiHeadAttention"
HEADS = ("head", "cabez", "attention", "atencion")


def nearly(names: dict[str, Any]) -> str:
    """The name of the one class that is nearly called so; empty where there is none, or several.

    A name that differs in case and underscores only goes before one in other words. What a name
    says is not enough: the class must answer ``forward``, or a call.
    """
    found = {n: v for n, v in names.items() if isinstance(v, type) and answers(v)}
    spelt = [n for n in found if plain(n) == plain(CLASS)]
    meant = spelt or [n for n in found if says(plain(n))]
    last = one_of(meant, found)
    return next((n for n in meant if found[n] is last[0]), "") if len(last) == 1 else ""


def one_of(meant: Iterable[str], found: dict[str, type]) -> list[type]:
    """The classes meant, once each, without those that another one of them is built on."""
    classes = list({id(found[n]): found[n] for n in meant}.values())
    return [c for c in classes if not any(c is not d and c in d.__mro__ for d in classes)]


def answers(cls: type) -> bool:
    """Its objects can be asked."""
    return any(name in vars(base) for base in cls.__mro__[:-1] for name in ("forward", "__call__"))


def says(name: str) -> bool:
    """It speaks of several heads: MultiHeadSelfAttention, MHA, AtencionMulticabeza."""
    return name == "mha" or ("multi" in name and any(word in name for word in HEADS))


def plain(name: str) -> str:
    """Without case, underscores and accents."""
    bare = unicodedata.normalize("NFKD", name.replace("_", ""))
    return "".join(c for c in bare if not unicodedata.combining(c)).lower()
