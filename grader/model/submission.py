"""What was handed in: bytes, and what git says of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # the command line reads texts without paying for NumPy
    from collections.abc import Mapping

    from grader.model.text import Text


CommitState = Literal["committed", "modified", "untracked"]


@dataclass(frozen=True, slots=True)
class Git:
    """What git plumbing tells of the repository that a submission lies in."""

    head: str | None
    """The commit that HEAD names; None in a repository without a commit."""
    states: Mapping[str, CommitState]
    """One for each file of the submission that exists; compared with HEAD by content."""
    deleted: frozenset[str] = frozenset()
    """Files that HEAD has under the submission's root and the working tree has not."""


@dataclass(frozen=True, slots=True)
class Oddity:
    """An entry that was seen and not read, with the sentence that says why."""

    path: str
    kind: Literal["symlink", "special", "too-large", "unsafe-name", "case-twin", "nested-archive"]
    says: Text


@dataclass(frozen=True, slots=True)
class Submission:
    """A frozen snapshot of a repository: its regular files as bytes, read once, never run here."""

    name: str
    """What to call it: the folder's or the archive's name."""
    path: str
    """Where it was found, as the user typed it."""
    files: Mapping[str, bytes]
    """Every file that was read, by its ``/``-separated name below the root."""
    digest: str
    """sha256 over all names and bytes: the key of every cache."""
    oddities: tuple[Oddity, ...] = ()
    git: Git | None = None
    """None where there is no repository that can be read (a zip from an LMS, say)."""
    peeled: str = ""
    """The wrapping folders between ``path`` and the root, such as ``lab-main/repo``."""


class Refusal(Exception):
    """Input that cannot be graded at all; ``says`` is the sentence for the user (exit code 2)."""

    def __init__(self, says: Text) -> None:
        super().__init__(says.en)
        self.says = says
