"""Classroom 50's ``result.json``: whole numbers, and the names that its runner gave us.

It has no words for a failure: there a missing file and an exit code other than 0 say it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.report.json import dumps
from grader.report.text_check import about, first_words, known
from grader.report.text_page import Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Report, Result
    from grader.report import Style

SCHEMA = "classroom50/result/v1"
NAMES = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
}
"""Its fields, and what its runner calls them."""
HUNDREDTHS = 100
MAX_OUTPUT = 4000


def render(report: Report, style: Style) -> str:
    """One JSON object; where the rubric gives fractions, every score in hundredths."""
    given = dict(style.context.classroom)
    given["REVIEW_URL"] = given.get("REVIEW_URL") or given.get("COMMIT_URL", "")
    times = scale(report.results)
    page = Page(style)
    tests = [_test(result, times, report, page) for result in report.results]
    data = {
        "schema": SCHEMA,
        **{name: given.get(variable, "") for name, variable in NAMES.items()},
        "datetime": style.context.now,
        "graded_at": style.context.now,
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }
    return dumps(data, indent=2) + "\n"


def scale(results: Sequence[Result]) -> int:
    """1, or 100 if the rubric has fractions: the same for every student, whatever they earned."""
    return 1 if all(float(r.points).is_integer() for r in results) else HUNDREDTHS


def whole(earned: float, points: float, times: int) -> int:
    """The nearest whole number; the full one only for what earned all."""
    full = round(points * times)
    nearest = int(earned * times + 0.5)
    return nearest if earned >= points else max(0, min(nearest, full - 1))


def _test(result: Result, times: int, report: Report, page: Page) -> dict[str, Any]:
    """What does not apply is of 0 points; its further fields are kept as they are."""
    applies = result.outcome != "skipped"
    points = result.points if applies else 0.0
    test = {
        "test-name": f"{result.about.id}: {page.say(result.about.title)}",
        "passed": result.outcome in ("passed", "skipped") or not result.points,
        "score": whole(result.earned if applies else 0.0, points, times),
        "max-score": round(points * times),
        "outcome": result.outcome,
    }
    if result.outcome != "passed":
        test["message"] = first_words(result, page)[:MAX_OUTPUT]
        test["output"] = about(report, result, page.style)[:MAX_OUTPUT]
    if result.outcome == "failed" and known(report):
        test["diagnosis"] = known(report)
    return test
