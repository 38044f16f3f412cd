"""Decide each step of the forward pass, so that one bug costs one check and nothing is guessed.

In this order: everything agrees; only what a mask or large scores touch differs; known mistakes
reproduce every answer, and their steps fail; else each step is read out by its own property, and
what cannot be established is blocked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grader.labs.multi_head.confined import confined, is_masked
from grader.labs.multi_head.naming import known, together
from grader.labs.multi_head.overflow import why_large
from grader.labs.multi_head.rulings import PASSED, STEP_CHECKS, Ruling, Rulings, passed_but
from grader.labs.multi_head.steps_words import (
    DROPPED,
    HEADS_RAISE,
    LARGE,
    MEDDLES,
    NO_NUMBERS,
    SCALE_UNSEEN,
    UNSEEN,
    UNSTEADY,
)
from grader.labs.multi_head.unnamed import of_divisor
from grader.model import Output

if TYPE_CHECKING:
    from grader.labs.multi_head.analysis import Analysis
    from grader.labs.multi_head.compare import Judged


def decide(analysis: Analysis) -> Rulings:
    """A ruling for each of STEP_CHECKS."""
    found = _decided(analysis)
    if analysis.meddles and analysis.steady and not analysis.sets:
        return {check: _meddled(ruling) for check, ruling in found.items()}
    return found


def _meddled(ruling: Ruling) -> Ruling:
    """What holds although x or the mask is modified has been shown; the rest waits for ``pure``."""
    return ruling if ruling.outcome == "passed" else Ruling("blocked", MEDDLES)


def _decided(analysis: Analysis) -> Rulings:
    if not analysis.wrong() or analysis.bias_only:
        return dict.fromkeys(STEP_CHECKS, PASSED)
    if analysis.slight and analysis.steady:
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
    if analysis.rough and (analysis.rounded or not analysis.shown):
        return dict.fromkeys(STEP_CHECKS, PASSED)
    return by_property(analysis)


def unsteady(analysis: Analysis) -> Rulings | None:
    """Answers that change say nothing about a step."""
    if analysis.steady:
        return None
    return dict.fromkeys(STEP_CHECKS, Ruling("blocked", UNSTEADY))


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
    overflow = [j for j in analysis.wrong("large") if overflowed(j) and not is_masked(j)]
    if overflow and "softmax" not in found:
        cls = together(analysis.sets[0])
        found["softmax"] = Ruling("failed", why_large(analysis.basis, cls) or LARGE, overflow)
    rest = Ruling("blocked", DROPPED) if DROPS & set(analysis.sets[0]) else PASSED
    return {check: found.get(check, rest) for check in STEP_CHECKS}


def overflowed(judged: Judged) -> bool:
    """It answered in the right shape, with NaN or infinity in it."""
    answer = judged.answer
    shaped = isinstance(answer, Output) and answer.y.shape == judged.probe.x.shape
    return shaped and not judged.finite


DROPS = {"out/on-x", "out/returns-x"}
"""Mistakes after which nothing of the attention is left in the answer."""


def divided(analysis: Analysis) -> Rulings | None:
    """Another divisor of the scores reproduces every answer."""
    if not analysis.divisor or not analysis.divisor.complete:
        return None
    shows = [j for j in analysis.wrong() if j.finite]
    return passed_but({"scores": Ruling("failed", of_divisor(analysis.divisor), shows)})


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


def by_property(analysis: Analysis) -> Rulings:
    """Each step by what was read out of it: broken fails, not established is blocked."""
    return {check: _ruling(analysis, check) for check in STEP_CHECKS}


def _ruling(analysis: Analysis, check: str) -> Ruling:
    shown = analysis.shown.get(check)
    if shown is None or shown.holds is None:
        return Ruling("blocked", UNSEEN)
    return PASSED if shown.holds else Ruling("failed", shown.says, analysis.wrong())
