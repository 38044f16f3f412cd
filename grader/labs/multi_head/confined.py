"""Where all that differs has a mask, or scores in the thousands: one of two steps is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.compare import Judged, misses_argument
from grader.labs.multi_head.overflow import why_large
from grader.labs.multi_head.rulings import Ruling, Rulings, passed_but
from grader.labs.multi_head.steps_words import (
    CALLED,
    LARGE,
    LARGE_RAISES,
    MASK_RAISES,
    MASKED,
    NONE_RAISES,
)
from grader.model import Failure, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.labs.multi_head.analysis import Analysis


def confined(analysis: Analysis) -> Rulings | None:
    """All that differs has a mask, or scores in the thousands: those two steps alone are wrong."""
    masked = [j for j in analysis.wrong() if is_masked(j)]
    large = [j for j in analysis.wrong() if j.probe.family == "large" and not is_masked(j)]
    if all(misses_argument(j.answer) for j in analysis.wrong()):
        return passed_but({"mask": Ruling("blocked", CALLED)})
    if no_mask_raises(analysis):
        return passed_but({"mask": Ruling("failed", NONE_RAISES, analysis.wrong())})
    if len(large) + len(masked) < len(analysis.wrong()):
        return None
    if large and all(raised(j) for j in large) and one_cause([*large, *masked]):
        return passed_but({"softmax": Ruling("failed", why(large[0], LARGE_RAISES), large)})
    found: Rulings = {}
    if masked and not all(j.probe.family == "large" for j in masked):
        says = why(masked[0], MASK_RAISES) if all(raised(j) for j in masked) else MASKED
        found["mask"] = Ruling("failed", says, masked)
    elif masked and not large:
        found["mask"] = Ruling("failed", MASKED, masked)
    if large:
        found["softmax"] = Ruling("failed", why_large(analysis.basis) or LARGE, large)
    return passed_but(found)


def raised(judged: Judged) -> bool:
    """There is no value, but an exception."""
    return isinstance(judged.answer, Failure)


def one_cause(judged: Sequence[Judged]) -> bool:
    """The same type of exception everywhere."""
    errors = [j.answer.error if isinstance(j.answer, Failure) else "" for j in judged]
    return len({error.partition(":")[0] for error in errors}) == 1


def why(judged: Judged, says: Text) -> Text:
    """A sentence that quotes the exception."""
    answer = judged.answer
    return says.format(why=answer.says) if isinstance(answer, Failure) else says


def no_mask_raises(analysis: Analysis) -> bool:
    """Right with a mask, and no number at all without one."""
    masked = [j for j in analysis.basis if j.probe.mask is not None]
    rest = [j for j in analysis.basis if j.probe.mask is None]
    return all(j.ok for j in masked) and not any(j.finite for j in rest)


def is_masked(judged: Judged) -> bool:
    """It was asked with a mask."""
    return judged.probe.mask is not None
