"""What a submission comes to once a person's decisions are counted: pure arithmetic on its report.

A decision replaces what the grader gave for one check, whatever the outcome was, and settles it:
nothing of it is pending any longer. It cannot give more than the check is worth, and a check that
does not apply stays out of the total.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.batch.rows import Decision

DIGITS = 9
"""Decimals that a sum of points keeps: more is the noise of adding thirds."""


@dataclass(frozen=True, slots=True)
class Settled:
    """One check of a report, as it stands now."""

    id: str
    outcome: str
    """The report's; after a decision ``passed`` for all of its points, ``failed`` for fewer."""
    points: float
    earned: float
    decision: Decision | None = None

    @property
    def pending(self) -> float:
        """Points that wait for a person still."""
        return self.points if self.outcome == "review" else 0.0

    @property
    def possible(self) -> float:
        """Points that could be had; what does not apply is not counted."""
        return 0.0 if self.outcome == "skipped" else self.points


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a submission, decisions counted."""

    earned: float
    pending: float
    possible: float
    passed: bool
    """No graded check is failed or blocked."""


def settled(report: Mapping[str, Any], decisions: Iterable[Decision]) -> tuple[Settled, ...]:
    """Every check of a report, with what people decided about it.

    Args:
        report: as the JSON format has it.
        decisions: those that stand for the report's digest, ``Store.decisions(digest)``; one of
            a check that the report does not have (another rubric, another selection) is ignored.
    """
    by_check = {made.check: made for made in decisions if made.points is not None}
    return tuple(_settled(check, by_check.get(check["id"])) for check in report["checks"])


def _settled(check: Mapping[str, Any], made: Decision | None) -> Settled:
    id_, outcome, points = check["id"], check["outcome"], float(check["points"])
    if made is None or made.points is None or outcome == "skipped":
        return Settled(id_, outcome, points, float(check["earned"]))
    earned = min(max(made.points, 0.0), points)
    full = math.isclose(earned, points, abs_tol=10**-DIGITS)
    return Settled(id_, "passed" if full else "failed", points, earned, made)


def total(checks: Iterable[Settled]) -> Score:
    """The points of checks that are settled."""
    checks = tuple(checks)
    return Score(
        earned=round(sum(check.earned for check in checks), DIGITS),
        pending=round(sum(check.pending for check in checks), DIGITS),
        possible=round(sum(check.possible for check in checks), DIGITS),
        passed=not any(c.points and c.outcome in ("failed", "blocked") for c in checks),
    )


def score(report: Mapping[str, Any], decisions: Iterable[Decision]) -> Score:
    """What a submission comes to: its report, and the decisions that stand for its digest."""
    return total(settled(report, decisions))
