"""What became of each step of the forward pass, and how that is written down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.labs.multi_head.compare import Judged
    from grader.model import Outcome, Text

STEP_CHECKS = (
    "projections",
    "reshape-order",
    "scores",
    "softmax",
    "mask",
    "output-projection",
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What became of one step, why, and the answers that show it."""

    outcome: Outcome
    says: Text | None = None
    shows: Sequence[Judged] = ()
    also: tuple[Text, ...] = ()
    """What else is wrong in the same step."""


PASSED = Ruling("passed")
Rulings = dict[str, Ruling]


def passed_but(found: Rulings) -> Rulings:
    """The rulings given, and all other steps passed: they were seen to be right."""
    return {check: found.get(check, PASSED) for check in STEP_CHECKS}
