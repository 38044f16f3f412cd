"""``--select`` and ``--ignore``: words of a command line to the ids of checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.cli import words
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.model import About


def chosen(lists: Iterable[str], abouts: Sequence[About]) -> frozenset[str]:
    """The ids that comma-separated lists of ids and blocks name.

    Raises:
        Refusal: One of the words is neither.
    """
    named = [word.strip() for text in lists for word in text.split(",") if word.strip()]
    return frozenset(id_ for word in named for id_ in _ids(word, abouts))


def _ids(word: str, abouts: Sequence[About]) -> list[str]:
    """A block is known however it is spelled: ``A``, ``a``, ``stop 1``, ``stop-1``, ``stop1``."""
    ids = [about.id for about in abouts]
    if word.lower() in ids:
        return [word.lower()]
    block = [about.id for about in abouts if _plain(about.block) == _plain(word)]
    if block:
        return block
    blocks = dict.fromkeys(about.block.replace(" ", "-") for about in abouts)
    near = words.near(word.lower(), [*ids, *blocks])
    raise Refusal(words.NO_ID.format(id=word, near=near, blocks=", ".join(blocks)))


def _plain(block: str) -> str:
    word = "".join(c for c in block.lower() if c.isalnum())
    word = word.replace("parada", "stop")  # as `grade checks --lang es` calls it
    return word.removeprefix("block").removeprefix("bloque") or word
