"""The bug as the report tells it: by name, by what was measured, or by what holds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grader.labs.multi_head.analysis import Analysis, analyse
from grader.labs.multi_head.cases import cases_of
from grader.labs.multi_head.naming import known
from grader.labs.multi_head.steps import decide
from grader.labs.multi_head.unnamed import of_divisor, of_steps
from grader.model import Diagnosis, Text, same

if TYPE_CHECKING:
    from grader.model import Evidence


def diagnose(evidence: Evidence) -> Diagnosis | None:
    """The bug by name, for the report; None where nothing differs or nothing was answered."""
    analysis = analyse(evidence)
    found = _found(analysis)
    if found is None or analysis.hint is None:
        return found
    hint = analysis.hint
    return replace(found, says=found.says + same(" ") + hint.says, file=hint.file, line=hint.line)


def _found(analysis: Analysis) -> Diagnosis | None:
    if analysis.sets:
        first, *rest = (known(i).says for i in analysis.sets[0])
        says = sum((same(" ") + text for text in rest), start=first)
        says += same(" ") + (TOGETHER if rest else ALONE).format(n=numbers(analysis))
        return Diagnosis(analysis.sets, complete=True, says=says)
    if not analysis.wrong() or not analysis.steady or not any(j.finite for j in analysis.basis):
        return None
    if analysis.divisor and analysis.divisor.complete:
        return Diagnosis((), complete=True, says=of_divisor(analysis.divisor))
    says = of_steps(analysis, decide(analysis))
    if analysis.divisor:
        says = of_divisor(analysis.divisor) + same(" ") + says
    return Diagnosis((), complete=False, says=says)


def numbers(analysis: Analysis) -> int:
    """How many answers with numbers a name rests on."""
    return sum(case.y is not None for case in cases_of(analysis.basis))


ALONE = Text(
    en="All {n} answers with numbers equal those of the lab's forward with this mistake.",
    es="Las {n} respuestas con números coinciden con las del forward del lab con este error.",
)
TOGETHER = Text(
    en="All {n} answers with numbers equal those of the lab's forward with these mistakes "
    "together.",
    es="Las {n} respuestas con números coinciden con las del forward del lab con estos errores "
    "juntos.",
)
