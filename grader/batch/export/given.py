"""What each student of a class is given: points on the gradebook's scale, or nothing and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.batch.rows import Row

Pending = Literal["leave", "zero", "full", "blank"]
PENDING: tuple[Pending, ...] = ("leave", "zero", "full", "blank")
"""What becomes of a submission with points that wait for a person."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How points become a grade."""

    points: float | None
    """What everything right is worth; None for what the gradebook says."""
    usual: float
    """What it is worth where neither says anything."""
    pending: Pending = "leave"

    def most(self, theirs: float | None) -> float:
        """What everything right is worth in a row whose own maximum is ``theirs``."""
        return self.points if self.points is not None else theirs or self.usual


def usual(rows: Iterable[Row]) -> float:
    """The most that anyone of a class could have: what does not apply to one counts for others."""
    return max((row.possible or 0.0 for row in rows), default=0.0)


def points(row: Row, scale: Scale, theirs: float | None = None) -> float | str | None:
    """A number; "" for a cell that is to be emptied; None for one that is to stay as it is.

    What does not apply to a submission is in nobody's way: the share of the points that *could*
    be had is what is scaled.
    """
    if not row.graded or row.earned is None or not row.possible:
        return None
    waiting = row.pending or 0.0
    if waiting and scale.pending in ("leave", "blank"):
        return None if scale.pending == "leave" else ""
    earned = row.earned + (waiting if scale.pending == "full" else 0.0)
    return earned / row.possible * scale.most(theirs)
