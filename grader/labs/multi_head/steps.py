"""Decide each step of the forward pass, so that one bug costs one check and nothing is guessed.

In this order: everything agrees; only what a mask or large scores touch differs; known mistakes
reproduce every answer, and their steps fail; else each step is read out by its own property, and
what cannot be established is blocked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader.labs.multi_head.compare import Judged, misses_argument
from grader.labs.multi_head.naming import known
from grader.labs.multi_head.steps_words import (
    CALLED,
    HEADS_RAISE,
    LARGE,
    MASKED,
    MEDDLES,
    NO_NUMBERS,
    NONE_RAISES,
    SCALE_UNSEEN,
    UNSEEN,
    UNSTEADY,
)
from grader.labs.multi_head.unnamed import of_divisor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.labs.multi_head.analysis import Analysis
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


def decide(analysis: Analysis) -> Rulings:
    """A ruling for each of STEP_CHECKS."""
    if not analysis.wrong() or analysis.bias_only:
        return dict.fromkeys(STEP_CHECKS, PASSED)
    for rule in (
        unsteady,
        named,
        divided,
        silent,
        confined,
        several_heads_raise,
        right_where_it_answers,
    ):
        found = rule(analysis)
        if found:
            return found
    return dict.fromkeys(STEP_CHECKS, PASSED) if analysis.rough else by_property(analysis)


def unsteady(analysis: Analysis) -> Rulings | None:
    """Answers that change, or inputs that do, say nothing about a step."""
    if not analysis.steady:
        return dict.fromkeys(STEP_CHECKS, Ruling("blocked", UNSTEADY))
    if analysis.meddles and not analysis.sets:
        return dict.fromkeys(STEP_CHECKS, Ruling("blocked", MEDDLES))
    return None


def silent(analysis: Analysis) -> Rulings | None:
    """Nothing that could be judged came back."""
    if any(j.finite for j in analysis.basis):
        return None
    return dict.fromkeys(STEP_CHECKS, Ruling("blocked", NO_NUMBERS))


def named(analysis: Analysis) -> Rulings | None:
    """Known mistakes reproduce every answer: exactly their steps fail."""
    if not analysis.sets:
        return None
    shows = [j for j in analysis.wrong() if j.finite] or analysis.wrong()
    found: Rulings = {}
    for mistake in map(known, analysis.sets[0]):
        before = found.get(mistake.check)
        if before:
            found[mistake.check] = replace(before, also=(*before.also, mistake.says))
        else:
            found[mistake.check] = Ruling("failed", mistake.says, shows)
    return passed_but(found)


def divided(analysis: Analysis) -> Rulings | None:
    """Another divisor of the scores reproduces every answer."""
    if not analysis.divisor or not analysis.divisor.complete:
        return None
    shows = [j for j in analysis.wrong() if j.finite]
    return passed_but({"scores": Ruling("failed", of_divisor(analysis.divisor), shows)})


def confined(analysis: Analysis) -> Rulings | None:
    """All that differs has a mask, or scores in the thousands: those two steps alone are wrong."""
    large = [j for j in analysis.wrong() if j.probe.family == "large"]
    masked = [j for j in analysis.wrong() if j.probe.family != "large" and is_masked(j)]
    if all(misses_argument(j.answer) for j in analysis.wrong()):
        return passed_but({"mask": Ruling("blocked", CALLED)})
    if no_mask_raises(analysis):
        return passed_but({"mask": Ruling("failed", NONE_RAISES, analysis.wrong())})
    if len(large) + len(masked) < len(analysis.wrong()):
        return None
    found: Rulings = {}
    if masked:
        found["mask"] = Ruling("failed", MASKED, masked)
    if large:
        found["softmax"] = Ruling("failed", LARGE, large)
    return passed_but(found)


def no_mask_raises(analysis: Analysis) -> bool:
    """Right with a mask, and no number at all without one."""
    masked = [j for j in analysis.basis if j.probe.mask is not None]
    rest = [j for j in analysis.basis if j.probe.mask is None]
    return all(j.ok for j in masked) and not any(j.finite for j in rest)


def is_masked(judged: Judged) -> bool:
    """It had a mask that changes something."""
    return judged.probe.mask is not None and bool(judged.probe.mask.any())


def several_heads_raise(analysis: Analysis) -> Rulings | None:
    """Right for one head, and no number at all for several: the heads are not laid out right."""
    one = [j for j in analysis.basis if j.probe.n_heads == 1]
    several = [j for j in analysis.basis if j.probe.n_heads > 1]
    if not one or not all(j.ok for j in one) or any(j.finite for j in several):
        return None
    return passed_but(
        {
            "reshape-order": Ruling("failed", HEADS_RAISE, several),
            "scores": Ruling("blocked", SCALE_UNSEEN),
        }
    )


def right_where_it_answers(analysis: Analysis) -> Rulings | None:
    """Some sizes give no number, and every number there is is right: that is the shape's fault."""
    finite = [j for j in analysis.basis if j.finite and j.expected is not None]
    sizes = {(j.probe.T >= 3 and j.probe.n_heads >= 2, is_masked(j)) for j in finite}
    if not all(j.ok for j in finite) or not {(True, True), (True, False)} <= sizes:
        return None
    return dict.fromkeys(STEP_CHECKS, PASSED)


def passed_but(found: Rulings) -> Rulings:
    """The rulings given, and all other steps passed: they were seen to be right."""
    return {check: found.get(check, PASSED) for check in STEP_CHECKS}


def by_property(analysis: Analysis) -> Rulings:
    """Each step by what was read out of it: broken fails, not established is blocked."""
    return {check: _ruling(analysis, check) for check in STEP_CHECKS}


def _ruling(analysis: Analysis, check: str) -> Ruling:
    shown = analysis.shown.get(check)
    if shown is None or shown.holds is None:
        return Ruling("blocked", UNSEEN)
    return PASSED if shown.holds else Ruling("failed", shown.says, analysis.wrong())
