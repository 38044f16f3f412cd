"""What people read, in both languages of the course."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # the command line reads texts without paying for NumPy
    from collections.abc import Mapping


Lang = Literal["en", "es"]
LANGS: tuple[Lang, ...] = ("en", "es")


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in both languages of the course; leaving one out is an error at import."""

    en: str
    es: str

    def into(self, lang: Lang) -> str:
        """The half in ``lang``."""
        return self.es if lang == "es" else self.en

    def format(self, **facts: object) -> Text:
        """Fill both halves; a fact that is itself a Text fills each with its own half."""
        return Text(*(getattr(self, lang).format(**_halves(facts, lang)) for lang in LANGS))

    def __add__(self, other: Text) -> Text:
        """Both, one after the other."""
        return Text(self.en + other.en, self.es + other.es)


def _halves(facts: Mapping[str, object], lang: Lang) -> dict[str, object]:
    return {k: v.into(lang) if isinstance(v, Text) else v for k, v in facts.items()}


def same(words: str) -> Text:
    """Words that are the same in both languages: code, a name, a number."""
    return Text(words, words)


def described(note: str) -> Text:
    """A value as the student's process described it (``list of 3, the first of float``)."""
    listed = re.fullmatch(r"(list|tuple) of (\d+)(?:, the first of (.*))?", note, re.DOTALL)
    if listed:
        many = LISTS[listed[1]].format(n=listed[2])
        return many + FIRST.format(what=described(listed[3])) if listed[3] else many
    array = re.fullmatch(r"(\w+, )?shape (\(.*?\)), dtype (.*)", note, re.DOTALL)
    if array:
        kind = array[1] or "ndarray, "
        return SHAPED.format(kind=same(kind), shape=same(array[2]), dtype=same(array[3]))
    return same(note)


LISTS = {
    "list": Text(en="a list of {n}", es="una lista de {n}"),
    "tuple": Text(en="a tuple of {n}", es="una tupla de {n}"),
}
FIRST = Text(en=" (the first: {what})", es=" (el primero: {what})")
SHAPED = Text(en="{kind}shape {shape}, dtype {dtype}", es="{kind}forma {shape}, dtype {dtype}")
