"""The lab's eight tokens, and whether the labels of an axis are these."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

TOKENS = ("<bos>", "I", "work", ",", "you", "work", ",", "he")
"""The canonical sequence of block C."""
WORDS = tuple(t.lower().strip("<>") for t in TOKENS)
BOS = ("bos", "s", "start", "begin", "beginoftext", "startoftext")

Kind = Literal[
    "right", "reversed", "none", "positions", "few", "phase", "without bos", "order", "other"
]
"""What the labels of an axis are; ``few`` are some that stand at their own places, ``phase`` the
sequence of the phase's first page, ``order`` the right tokens at wrong places."""

MARKS = "\"'`´‘’“”«»▁Ġ·␣_$"
FRONT = re.compile(
    r"^(?:[\[(#]?(?:pos(?:ici[oó]n)?|tok(?:en)?|[tpikq])?[\s_=]*\d+[\])]?\s*[:.)=\-–—|_]*\s*)(?=\S)"
)
BACK = re.compile(r"(?<=\S)[\s_.:#@-]*[\[({]?\d+[\])}]?$")
BLANK = re.compile(r"^(?:_+|\.{2,}|…|\?+|\[mask\]|<mask>|<unk>|works)$")


def plain(label: str) -> str:
    """A label without what only decorates it: case, quotes, numbers, marks of a tokeniser."""
    found = unicodedata.normalize("NFKC", html.unescape(label)).strip()
    if not re.sub(r"\W|\d", "", found) and re.search(r"\d", found) and "," not in found:
        return found.strip("[]()#.: ")
    found = found.replace("\\", "").replace("{", "").replace("}", "")
    found = stripped(FRONT.sub("", stripped(found)))
    found = stripped(BACK.sub("", found)).lower()
    bare = re.sub(r"[^a-z]", "", found)
    if bare in BOS and re.search(r"^\W|^bos", found):
        return "bos"
    return found


def stripped(word: str) -> str:
    """Without the marks and blanks around it; a word of nothing but marks stays."""
    return word.strip(MARKS + " \t\n\u00a0") or word.strip()


def kind_of(labels: Sequence[str]) -> Kind:
    """What the labels of the columns from the left, or of the rows from the top, are."""
    words = [plain(label) if label else "" for label in labels]
    some = [(at, word) for at, word in enumerate(words) if word]
    if not some:
        return "none"
    if tuple(words) == WORDS:
        return "right"
    if tuple(words) == WORDS[::-1]:
        return "reversed"
    if all(re.fullmatch(r"[-−]?\d+(?:[.,]\d+)?", word) for _, word in some):
        return "positions"
    return _almost(words, some)


def _almost(words: list[str], some: list[tuple[int, str]]) -> Kind:
    listed = [word for _, word in some]
    if sorted(listed) == sorted(WORDS):
        return "order"
    if listed[:7] == list(WORDS[1:]):
        return "phase" if any(BLANK.match(word) for word in listed[7:]) else "without bos"
    if len(words) == len(WORDS) and all(WORDS[at] == word for at, word in some):
        return "few"
    return "order" if set(listed) < set(WORDS) else "other"
