"""How the check of a step reads what was ruled about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.analysis import Analysis, analyse
from grader.labs.multi_head.checks.forward import ELSEWHERE, absent
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.naming import known
from grader.labs.multi_head.say import blocked, failed, passed, shown
from grader.labs.multi_head.steps import decide
from grader.model import About, Check, Evidence, Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable


def step(about: About) -> Check:
    """The check of one step: what ``steps.decide`` ruled about it."""
    return check(about)(ruling_on(about.id))


def ruling_on(name: str) -> Callable[[Evidence], Verdict]:
    """The function of evidence that reads one ruling."""

    def run(evidence: Evidence) -> Verdict:
        analysis = analyse(evidence)
        return absent(evidence) or unwritten(analysis) or verdict(analysis, name)

    return run


def unwritten(analysis: Analysis) -> Verdict | None:
    """Nothing to judge yet."""
    return blocked(ELSEWHERE) if analysis.unwritten else None


def verdict(analysis: Analysis, name: str) -> Verdict:
    """The ruling as a verdict, with the smallest answer that shows it."""
    ruling = decide(analysis)[name]
    if ruling.outcome == "passed":
        return passed()
    says = ruling.says or ELSEWHERE
    if ruling.outcome == "blocked":
        return blocked(says)
    findings = [shown(says, ruling.shows), *map(Finding, ruling.also)]
    if analysis.hint and name == first_failed(analysis):
        findings.append(Finding(analysis.hint.says, analysis.hint.file, analysis.hint.line))
    return failed(*findings)


def first_failed(analysis: Analysis) -> str | None:
    """The check of the first mistake in the forward pass: the line is where that one shows."""
    return known(analysis.sets[0][0]).check if analysis.sets else None
