"""Where in a tree of folders the submission begins; pure, so disk, archive and git share it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from grader.submission.names import folders

if TYPE_CHECKING:
    from grader.submission.limits import Limits

Subfolders = Callable[[str], Sequence[str]]
"""From a folder (``""`` is the top) to the names of the folders in it."""

EXPERIMENTS = frozenset(("experiments", "experiment", "experimentos", "experimento"))
SOURCES = frozenset(("src",))
_LAB = "15multihead"
_CLOSE = 0.8


def looks_like_lab(name: str) -> bool:
    """The folder ``15-multi-head``, or what a hurried hand made of it."""
    plain = re.sub(r"[\W_]+", "", name.casefold())
    if plain in (_LAB, "15mha", "mha") or "multihead" in plain or "multicabeza" in plain:
        return True
    if "multi" not in plain and "head" not in plain:
        return False
    from difflib import SequenceMatcher  # noqa: PLC0415 - only for a misspelled folder

    return SequenceMatcher(None, plain, _LAB).ratio() >= _CLOSE


def rank(folder: str, subfolders: Subfolders) -> int:
    """How much of a root a folder is: the lab's folder is one half, ``src/minimodel`` the other."""
    inside = subfolders(folder)
    lab = any(
        looks_like_lab(name)
        for home in inside
        if home.casefold() in EXPERIMENTS
        for name in subfolders(joined(folder, home))
    )
    source = any(
        name.casefold() == "minimodel"
        for home in inside
        if home.casefold() in SOURCES
        for name in subfolders(joined(folder, home))
    )
    return int(lab) + int(source)


def find(subfolders: Subfolders, limits: Limits) -> tuple[str, ...]:
    """The nearest roots at or below the top, breadth first.

    Returns:
        Nothing where no folder looks like one; one; or several that are equally good, each
        holding both halves of a submission. Where the halves lie in different folders, the top.
    """
    level = [""]
    for _ in range(limits.wrappers + 1):
        ranks = {folder: rank(folder, subfolders) for folder in level}
        whole = tuple(folder for folder in level if ranks[folder] == 2)
        parts = tuple(folder for folder in level if ranks[folder] == 1)
        if whole or parts:
            return whole or (parts if len(parts) == 1 else ("",))
        below = [
            joined(folder, name)
            for folder in level
            for name in subfolders(folder)
            if not name.startswith(".")
        ]
        level = below[: limits.folders_searched]
    return ()


def above(start: str, subfolders: Subfolders) -> str | None:
    """The root around ``start``, if ``start`` lies in its ``src`` or ``experiments``.

    Elsewhere nothing is assumed: an empty folder in a teacher's repository is not the teacher's.
    """
    for parent in (*reversed(tuple(folders(start))), ""):
        first = start.removeprefix(parent).lstrip("/").split("/")[0].casefold()
        if first in EXPERIMENTS | SOURCES and rank(parent, subfolders):
            return parent
    return None


def tree_of(names: Iterable[str]) -> Subfolders:
    """The folders that a list of file names implies."""
    inside: dict[str, set[str]] = {}
    for name in names:
        parent = ""
        for folder in folders(name):
            inside.setdefault(parent, set()).add(folder.rpartition("/")[2])
            parent = folder
    return lambda folder: sorted(inside.get(folder, ()))


def joined(folder: str, name: str) -> str:
    """The name of something in a folder."""
    return f"{folder}/{name}" if folder else name


def below(root: str, name: str) -> str | None:
    """The name as seen from the root; None if it lies elsewhere."""
    if not root:
        return name
    return name.removeprefix(f"{root}/") if name.startswith(f"{root}/") else None
