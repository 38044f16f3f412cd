"""The report for a terminal: what a student needs first, first; the rest in as little space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.report import text_failed as failed
from grader.report import text_rest as rest
from grader.report import text_words as words
from grader.report.text_page import BOLD, Page
from grader.report.text_safe import commandless

if TYPE_CHECKING:
    from grader.model import Report
    from grader.report import Style

MAX_NAME = 60


def render(report: Report, style: Style) -> str:
    """Paragraphs with an empty line between, readable without colour and in plain ASCII."""
    page = Page(style)
    paragraphs = [_header(report, page)]
    if style.verbosity >= 0:
        paragraphs.append(failed.diagnosis(report, page))
    paragraphs += failed.failures(report, page)
    if style.verbosity >= 0:
        paragraphs += [
            rest.blocked(report, page),
            rest.reviews(report, page),
            rest.notes(report, page),
            rest.skipped(report, page),
            rest.passed(report, page),
            rest.closing(report, page),
        ]
    text = "\n\n".join("\n".join(lines).rstrip("\n") for lines in paragraphs if lines) + "\n"
    return commandless(text)


def _header(report: Report, page: Page) -> list[str]:
    name = page.data(report.subject.name)[:MAX_NAME]
    score = f"{words.points(report.earned)} / {words.points(report.possible)}"
    verdict = page.say(words.PASS if report.passed else words.FAIL)
    color = words.COLORS["passed" if report.passed else "failed"]
    head = f"{page.paint(name, BOLD)}  {page.paint(score, BOLD)}  {page.paint(verdict, color)}"
    return [head, *page.lines(counts(report, page)), *_caveats(report, page)]


def counts(report: Report, page: Page) -> str:
    """How many checks ended how: ``9 checks: 1 failed, 8 passed``."""
    outcomes = ["advice" if failed.is_advice(r) else r.outcome for r in report.results]
    counted = []
    for outcome, (one, many) in words.COUNTS.items():
        n = outcomes.count(outcome)
        if n:
            counted.append(page.say(one) if n == 1 else page.say(many, n=n))
    checks = words.CHECK if len(outcomes) == 1 else words.CHECKS
    return f"{page.say(checks, n=len(outcomes))} {', '.join(counted)}"


def _caveats(report: Report, page: Page) -> list[str]:
    lines: list[str] = []
    if report.pending:
        pending = words.points_in_words(report.pending)
        lines += page.lines(page.say(words.PENDING, points=pending))
    if report.partial:
        lines += page.lines(page.say(words.PARTIAL))
    return lines
