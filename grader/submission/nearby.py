"""Files that look like one that is missing: another case, folder, ending; pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING

from grader.submission.root import EXPERIMENTS, looks_like_lab

if TYPE_CHECKING:
    from collections.abc import Iterable

_CLOSE = 0.85
_COPY = re.compile(
    r"(?:[ _-]*\(\d+\)|[ _-]+(?:copy|copia|final|v?\d)|^(?:copy of|copia de) )", re.IGNORECASE
)
_ENDING = re.compile(r"\.[a-z]\w{0,3}$", re.IGNORECASE)
_KIN = frozenset((frozenset((".md", ".txt")), frozenset((".md", "")), frozenset((".txt", ""))))


def near_misses(files: Iterable[str], wanted: str) -> list[str]:
    """The files that were probably meant to be ``wanted``, the likeliest first.

    Args:
        files: Names below the submission's root.
        wanted: The name that the lab asks for.

    Returns:
        Names of ``files``, never ``wanted`` itself. A file of another experiment is none, and a
        name that is only similar counts only in a folder that is right or nearly so.
    """
    home, _, base = wanted.rpartition("/")
    ranked: list[tuple[int, int, str]] = []
    for file in files:
        folder, _, name = file.rpartition("/")
        place = _place(folder, home)
        kind = _kind(name, base)
        if file == wanted or place is None or kind is None or (place > 2 and kind > 2):
            continue
        ranked.append((place + kind, kind, file))
    return [file for *_, file in sorted(ranked)]


def _place(folder: str, home: str) -> int | None:
    """0 right, 1 other case, 2 other spelling, 3 near, 4 elsewhere; None: another experiment's."""
    if folder == home:
        return 0
    if folder.casefold() == home.casefold():
        return 1
    have, want = ([_plain(part) for part in name.split("/")] for name in (folder, home))
    if have == want or (len(have) == len(want) and all(map(_alike, have, want))):
        return 2
    if _alike(have[-1], want[-1]) or have == want[: len(have)] or have == want[-len(have) :]:
        return 3
    if _another_experiment(folder):
        return None
    return 3 if not folder else 4


def _another_experiment(folder: str) -> bool:
    parts = folder.split("/")
    return any(
        home.casefold() in EXPERIMENTS and not looks_like_lab(name)
        for home, name in pairwise(parts)
    )


def _plain(part: str) -> str:
    return re.sub(r"[\W_]+", "", part.casefold())


def _alike(have: str, want: str) -> bool:
    if looks_like_lab(want) and looks_like_lab(have):
        return True
    return have == want or SequenceMatcher(None, have, want).ratio() >= _CLOSE


def _kind(name: str, base: str) -> int | None:
    """0 the same name, 1 other case, 2 the same but for a copy's mark or an ending, 3 similar."""
    if name == base:
        return 0
    if name.casefold() == base.casefold():
        return 1
    have, want = (_COPY.sub("", n.strip()).casefold() for n in (name, base))
    stem, ending = _split(want)
    first, endings = _stripped(have, ending)
    if _plain(first) == _plain(stem) and endings:
        return 2
    other, its = _split(have)
    close = SequenceMatcher(None, _plain(other), _plain(stem)).ratio() >= _CLOSE
    return 3 if close and its == ending else None


def _stripped(name: str, ending: str) -> tuple[str, bool]:
    """The stem below all endings, and whether the endings can stand for the one wanted."""
    stem, last = _split(name)
    seen = {last}
    while _ENDING.search(stem):
        stem, last = _split(stem)
        seen.add(last)
    kin = any(frozenset((ending, one)) in _KIN for one in seen)
    return stem, ending in seen or kin or seen == {""} or (ending == ".png" and len(seen) == 1)


def _split(name: str) -> tuple[str, str]:
    found = _ENDING.search(name)
    return (name[: found.start()], found[0]) if found else (name, "")
