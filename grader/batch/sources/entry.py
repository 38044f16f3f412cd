"""One submission as a source lists it, before anything of it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.batch.rows import Student
    from grader.model import Text


@dataclass(frozen=True, slots=True)
class Entry:
    """What a source knows of a submission."""

    origin: str
    """What it is in this source; the same when the source is listed again."""
    wish: str
    """The id that it would like to have."""
    name: str
    place: str
    students: tuple[Student, ...]
    source: Mapping[str, Any] = field(default_factory=dict)  # Any: whatever JSON can hold
    """How ``snapshot.read_source`` gets at it; plain data."""
    attempt: int = 1
    latest: bool = True
    submitted_at: str | None = None
    late: bool | None = None
    refused: Text | None = None
    """Why there is nothing to read, where that is known already."""
    missing: Text | None = None
    """Why nothing was handed in, where a roster has the student."""
