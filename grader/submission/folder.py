"""Which folder on disk is the submission: at the path, below it, or around it."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from grader.submission import gather, names, root, states, walk

if TYPE_CHECKING:
    from grader.model import Submission
    from grader.submission.limits import Limits

_LISTED = 10_000
_CLIMB = 12


def read_folder(path: str, limits: Limits) -> Submission:
    """The submission in a folder, at, below or (from its ``src``) above the path.

    Raises:
        Refusal: It cannot be read, or is no submission, or holds several.
    """
    here = os.path.realpath(path)
    found = root.find(_subfolders(here, limits), limits)
    around = None if found else above(here, limits)
    if around:
        return read_top(path, around, limits)
    inner = gather.one_root(path, found)
    top = str(Path(here, inner))
    name = Path(os.path.normpath(Path.cwd() / path)).name  # a link keeps its own name
    entries = gather.arrange(path, walk.read(path, top, limits), "", limits)
    hint = None if found else _nearest(here, limits)
    git = states.facts(top, dict(entries.files), limits)
    return gather.submission(name or here, path, entries, peeled=inner, git=git, hint=hint)


def read_top(path: str, top: str, limits: Limits) -> Submission:
    """The submission whose root is ``top``, which ``path`` lies in.

    Raises:
        Refusal: It cannot be read, or is no submission.
    """
    entries = gather.arrange(path, walk.read(path, top, limits), "", limits)
    git = states.facts(top, dict(entries.files), limits)
    return gather.submission(Path(top).name or top, path, entries, git=git)


def above(here: str, limits: Limits) -> str | None:
    """The root on disk that ``here`` lies in by its ``src`` or ``experiments``, if any."""
    top = _ceiling(here)
    start = os.path.relpath(here, top)
    if start == ".":
        return None
    found = root.above(start, _subfolders(top, limits))
    return None if found is None else str(Path(top, found))


def beneath(path: str, here: str, limits: Limits) -> str:
    """The one root at or below ``here``, named as seen from there; empty for ``here`` itself.

    Raises:
        Refusal: There are several.
    """
    return gather.one_root(path, root.find(_subfolders(here, limits), limits))


def is_root(here: str, limits: Limits) -> bool:
    """The folder holds the lab's folder or ``src/minimodel``."""
    return root.rank("", _subfolders(here, limits)) > 0


def _ceiling(here: str) -> str:
    """How far up to look: to the top of the repository, and never far."""
    top = Path(here)
    for _ in range(_CLIMB):
        if os.path.lexists(top / ".git"):
            break
        top = top.parent
    return str(top)


def _nearest(here: str, limits: Limits) -> str | None:
    """A root somewhere above, to suggest and not to assume."""
    top = _ceiling(here)
    while here != top:
        here = str(Path(here).parent)
        if is_root(here, limits):
            return here
    return None


def _subfolders(top: str, limits: Limits) -> root.Subfolders:
    known: dict[str, list[str]] = {}

    def inside(folder: str) -> list[str]:
        if folder not in known:
            known[folder] = _folders_in(Path(top, folder), limits)
        return known[folder]

    return inside


def _folders_in(path: Path, limits: Limits) -> list[str]:
    try:
        with os.scandir(path) as found:
            return sorted(
                entry.name
                for entry in islice(found, _LISTED)
                if entry.is_dir(follow_symlinks=False)
                and not names.left_out(entry.name)
                and names.fault(entry.name, limits) is None
            )
    except OSError:
        return []
