"""Gradescope's ``results.json``: a test a check, its hints in Markdown, the whole report beside it.

A check that waits for a person or does not apply has neither score nor status there: a row to
read, neither green nor red. No row is hidden: one that is would hide the total from the student.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.model import Text
from grader.report import text_words as words
from grader.report.json import as_data, dumps, number
from grader.report.markdown import summary
from grader.report.markdown_check import details
from grader.report.markdown_safe import prose
from grader.report.text_failed import is_advice
from grader.report.text_page import Page

if TYPE_CHECKING:
    from grader.model import Report, Result
    from grader.report import Style

SCALED = Text(
    en="{earned} of the {possible} points that apply here; what does not apply is left out, so on "
    "the assignment's scale of {all} that is {score}.",
    es="{earned} de los {possible} puntos que se aplican aquí; lo que no se aplica no cuenta, así "
    "que en la escala de {all} de la tarea son {score}.",
)
NOT_GRADED = Text(en="Not graded", es="Sin evaluar")
NO_SCORE = Text(
    en="The 0 is not a mark: nothing could be graded.",
    es="El 0 no es una nota: no se ha podido evaluar nada.",
)
WAITS = Text(
    en="{points} wait for a person to look at this.",
    es="{points} pendientes de que una persona lo revise.",
)


def render(report: Report, style: Style) -> str:
    """One JSON object, with the score on the scale of everything that the rubric gives."""
    page = Page(style)
    everything = sum(r.points for r in report.results)
    score = on_scale(report.earned, report.possible, everything)
    said = list(summary(report, page))
    if report.possible != everything:
        facts = {"earned": report.earned, "possible": report.possible, "all": everything}
        shown = {name: words.points(value) for name, value in facts.items()}
        said.insert(0, prose(page.say(SCALED, score=words.points(score), **shown)))
    data = {
        **_head("\n\n".join(said), score),
        "execution_time": round(report.seconds, 3),
        "tests": [_test(n, result, page) for n, result in enumerate(report.results, 1)],
        "extra_data": {"mha-grader": as_data(report)},
    }
    return dumps(data, indent=1) + "\n"


def render_failure(says: Text, style: Style) -> str:
    """A result without a test: Gradescope calls a missing file a crash, and shows no reason."""
    page = Page(style)
    said = [f"**{page.say(NOT_GRADED)}**", prose(page.say(says)), page.say(NO_SCORE)]
    failure = {"failure": {"en": says.en, "es": says.es}}
    data = {**_head("\n\n".join(said), 0.0), "tests": [], "extra_data": {"mha-grader": failure}}
    return dumps(data, indent=1) + "\n"


def on_scale(earned: float, possible: float, everything: float) -> float:
    """The score where what does not apply is given neither for free nor for nothing."""
    return round(earned / possible * everything, 2) if possible else 0.0


def _head(output: str, score: float) -> dict[str, Any]:  # Any: whatever JSON can hold
    return {
        "score": number(score),
        "output": output,
        "output_format": "md",
        "test_output_format": "md",
        "test_name_format": "text",
        "visibility": "visible",
    }


def _test(n: int, result: Result, page: Page) -> dict[str, Any]:  # Any: whatever JSON can hold
    about = result.about
    output = list(details(result, page))
    if result.outcome == "review" and not is_advice(result):
        waits = page.say(WAITS, points=words.points_in_words(result.points))
        output.insert(0, prose(waits))
    return {
        "number": str(n),
        "name": f"{about.id}: {page.say(about.title)}",
        "tags": [about.block],
        "visibility": "visible",
        "output": "\n\n".join(output),
        "output_format": "md",
        **_score(result),
        "extra_data": {"id": about.id, "outcome": result.outcome},
    }


def _score(result: Result) -> dict[str, Any]:  # Any: numbers and a word
    if result.outcome in ("review", "skipped"):
        return {}
    passed = "passed" if result.outcome == "passed" else "failed"
    if not result.points:
        return {"status": passed}
    return {
        "score": number(round(result.earned, 4)),
        "max_score": number(result.points),
        "status": passed,
    }
