"""Decide each step of the forward pass, so that one bug costs one check and nothing is guessed.

In this order: everything agrees; only what a mask or large scores touch differs; known mistakes
reproduce every answer, and their steps fail; else each step is read out by its own property, and
what cannot be established is blocked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.labs.multi_head.compare import Judged, misses_argument
from grader.labs.multi_head.naming import known
from grader.model import Failure, Outcome, Output, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.labs.multi_head.analysis import Analysis

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


PASSED = Ruling("passed")
Rulings = dict[str, Ruling]


def decide(analysis: Analysis) -> Rulings:
    """A ruling for each of STEP_CHECKS."""
    if not analysis.wrong() or analysis.bias_only:
        return dict.fromkeys(STEP_CHECKS, PASSED)
    if analysis.slight and analysis.steady:
        return dict.fromkeys(STEP_CHECKS, PASSED)
    for rule in (unsteady, named, silent, confined, several_heads_raise, right_where_it_answers):
        found = rule(analysis)
        if found:
            return found
    if analysis.rough and (analysis.rounded or not analysis.shown):
        return dict.fromkeys(STEP_CHECKS, PASSED)
    return by_property(analysis)


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


UNSTEADY = Text(
    en="the same question has more than one answer, so its steps cannot be judged",
    es="la misma pregunta tiene más de una respuesta, así que sus pasos no se pueden juzgar",
)
MEDDLES = Text(
    en="forward modifies what it is given, so its steps cannot be told apart; mend that first",
    es="forward modifica lo que recibe, así que no se pueden distinguir sus pasos; arregla eso "
    "antes",
)
NO_NUMBERS = Text(
    en="forward gave no numbers that could be judged",
    es="forward no dio números que se puedan juzgar",
)


def named(analysis: Analysis) -> Rulings | None:
    """Known mistakes reproduce every answer: exactly their steps fail."""
    if not analysis.sets:
        return None
    failing = {known(i).check: known(i) for i in analysis.sets[0]}
    rest = Ruling("blocked", DROPPED) if DROPS & set(analysis.sets[0]) else PASSED
    shows = [j for j in analysis.wrong() if j.finite] or analysis.wrong()
    found = {
        check: Ruling("failed", failing[check].says, shows) if check in failing else rest
        for check in STEP_CHECKS
    }
    overflow = [j for j in analysis.wrong("large") if overflowed(j) and not is_masked(j)]
    if overflow and found["softmax"].outcome == "passed":
        found["softmax"] = Ruling("failed", LARGE, overflow)
    return found


def overflowed(judged: Judged) -> bool:
    """It answered in the right shape, with NaN or infinity in it."""
    answer = judged.answer
    shaped = isinstance(answer, Output) and answer.y.shape == judged.probe.x.shape
    return shaped and not judged.finite


DROPS = {"out/on-x", "out/returns-x"}
"""Mistakes after which nothing of the attention is left in the answer."""
DROPPED = Text(
    en="what is returned holds nothing of this step, so it cannot be judged",
    es="lo que se devuelve no contiene nada de este paso, así que no se puede juzgar",
)


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
        found["softmax"] = Ruling("failed", LARGE, large)
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


CALLED = Text(
    en="forward(x, mask=None) cannot be called as the lab does; see api",
    es="no se puede llamar a forward(x, mask=None) como hace el lab; mira api",
)
NONE_RAISES = Text(
    en="forward(x) fails without a mask; with one it is right",
    es="forward(x) falla sin máscara; con ella es correcto",
)
MASK_RAISES = Text(
    en="without a mask forward is right; with one, {why}",
    es="sin máscara forward es correcto; con ella, {why}",
)
LARGE_RAISES = Text(
    en="right for small numbers; for scores in the thousands, {why}",
    es="correcto con números pequeños; con scores de miles, {why}",
)
MASKED = Text(
    en="without a mask forward is right, with one it is not: the mask must be added to the scores "
    "of every head before softmax",
    es="sin máscara forward es correcto y con ella no: la máscara se suma a los scores de todas "
    "las "
    "cabezas antes de softmax",
)
LARGE = Text(
    en="right for small scores, not for large ones: exp overflows unless each row's own maximum is "
    "subtracted first",
    es="correcto con scores pequeños y no con grandes: exp se desborda si antes no se resta a cada "
    "fila su propio máximo",
)
HEADS_RAISE = Text(
    en="right for one head, and for several it gives no array of the right shape: the heads are "
    "not joined back into (T, d_model)",
    es="correcto con una cabeza, y con varias no da un array de la forma correcta: las cabezas no "
    "se "
    "vuelven a unir en (T, d_model)",
)
SCALE_UNSEEN = Text(
    en="its scale cannot be seen while several heads give no answer",
    es="su escala no se puede ver mientras varias cabezas no den respuesta",
)


def by_property(analysis: Analysis) -> Rulings:
    """Each step by what was read out of it: broken fails, not established is blocked."""
    return {check: _ruling(analysis, check) for check in STEP_CHECKS}


def _ruling(analysis: Analysis, check: str) -> Ruling:
    shown = analysis.shown.get(check)
    if shown is None or shown.holds is None:
        return Ruling("blocked", UNSEEN)
    return PASSED if shown.holds else Ruling("failed", shown.says, analysis.wrong())


UNSEEN = Text(
    en="forward differs from the lab's formula in a way that leaves this step unclear",
    es="forward difiere de la fórmula del lab de un modo que no deja ver este paso",
)
