"""What is known of one submission, one student and one decision, as frozen rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.model import Text

Status = Literal["waiting", "graded", "refused", "ungradable", "missing"]
STATUSES: tuple[Status, ...] = ("waiting", "graded", "refused", "ungradable", "missing")
"""To be graded still; graded; cannot be read (the student's); not graded (ours); not handed in."""


@dataclass(frozen=True, slots=True)
class Student:
    """Whom a result is for, by the names that an LMS and a roster know."""

    id: str
    """As the source or the roster has it; unique."""
    name: str
    email: str = ""
    number: str = ""
    """A student's number in the institution's books (SIS, SID, Moodle's ID number)."""
    login: str = ""
    enrolled: bool = True
    """On the roster, where there is one."""
    more: Mapping[str, str] = field(default_factory=dict)
    """Other columns of the roster."""


@dataclass(frozen=True, slots=True)
class Row:
    """One submission: where it came from, and what became of it."""

    id: str
    """Unique and safe as a file's name: ``reports/ID.html``."""
    name: str
    """What people call it."""
    students: tuple[Student, ...]
    """One, or the members of a group."""
    place: str
    """Where it was found, in words for people."""
    status: Status
    reason: Text | None = None
    """Why there is no grade, or what else is to be known."""
    attempt: int = 1
    latest: bool = True
    """The attempt that counts."""
    submitted_at: str | None = None
    """ISO 8601, with an offset where one is known."""
    late: bool | None = None
    """None where it is not known."""
    digest: str | None = None
    """Of the snapshot; what decisions are kept by."""
    key: str | None = None
    """Of the result."""
    earned: float | None = None
    pending: float | None = None
    possible: float | None = None
    passed: bool | None = None
    seconds: float | None = None
    diagnosis: tuple[tuple[str, ...], ...] = ()
    """The sets of known mistakes that reproduce the answers, alternatives of each other."""

    @property
    def graded(self) -> bool:
        """It has a report."""
        return self.status == "graded"


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person settled about one check of one snapshot; the last one made counts."""

    id: int
    digest: str
    submission: str
    """The id of the row that was looked at."""
    check: str
    points: float | None
    """None takes an earlier decision back."""
    comment: str
    person: str
    decided_at: str
    """ISO 8601 in UTC."""
