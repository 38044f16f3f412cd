"""The parts of the text format that say what is not a failure, and how the run was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.report import text_words as words
from grader.report.text_failed import INDENT, finding, headline
from grader.report.text_page import BOLD, FAINT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Outcome, Report, Result, Text
    from grader.report.text_page import Page


def blocked(report: Report, page: Page) -> list[str]:
    """What was not judged, by the reason: one entry a reason, not one a check."""
    return _by_reason(report, page, "blocked", words.BLOCKED)


def skipped(report: Report, page: Page) -> list[str]:
    """What does not apply here, by the reason."""
    return _by_reason(report, page, "skipped", words.SKIPPED)


def _by_reason(report: Report, page: Page, outcome: Outcome, title: Text) -> list[str]:
    groups: dict[str, list[Result]] = {}
    for result in _having(report, outcome):
        reason = " ".join(page.sentence(f.says) for f in result.findings if not f.note)
        groups.setdefault(reason, []).append(result)
    if not groups:
        return []
    lines = [_heading(title, sum(r.points for g in groups.values() for r in g), page)]
    for reason, results in groups.items():
        ids = ", ".join(result.about.id for result in results)
        lines += page.lines(f"{ids}: {reason}" if reason else ids, "  ", "    ")
    return lines


def reviews(report: Report, page: Page) -> list[str]:
    """What a person has to look at."""
    lines: list[str] = []
    for result in _having(report, "review"):
        lines += headline(result, page)
        for found in result.findings:
            lines += finding(found, page) if not found.note else []
    return lines


def notes(report: Report, page: Page) -> list[str]:
    """What is worth knowing and costs nothing."""
    lines: list[str] = []
    for result in report.results:
        for found in result.findings:
            if found.note or result.outcome == "passed":
                said, place = page.sentence(found.says), page.place(found)
                said += f" ({place})" if place and place not in said else ""
                lines += page.lines(f"{result.about.id}: {said}", "  ", "    ")
    title = page.paint(page.say(words.NOTES), BOLD)
    return [f"{title} ({page.say(words.NOTES_SAY)})", *lines] if lines else []


def passed(report: Report, page: Page) -> list[str]:
    """What passed: a table as wide as the page; each with its title where all is asked for."""
    results = _having(report, "passed")
    if not results:
        return []
    heading = _passed_heading(report, sum(r.earned for r in results), page)
    if page.style.verbosity > 0:
        return [*heading, *(line for r in results for line in _titled(r, page))]
    return [*heading, *_table([_cell(r) for r in results], page)]


def _passed_heading(report: Report, total: float, page: Page) -> list[str]:
    """With what checks that failed have earned besides, so that the points add up."""
    more = report.earned - total
    if more <= 0:
        return [_heading(words.PASSED, total, page)]
    says = words.PASSED_TOO.format(points=words.points_in_words(total), more=words.points(more))
    title = page.say(words.PASSED)
    lines = page.lines(f"{title} ({page.say(says)})", "", "  ")
    return page.paint_first(lines, title, BOLD)


def _titled(result: Result, page: Page) -> list[str]:
    mark = page.say(words.MARKS["passed"])
    tag = f"[{result.about.id}, {words.points(result.earned)}]".replace(" ", "\x00")
    lines = page.lines(f"{page.say(result.about.title)} {tag}", f"  {mark} ", INDENT)
    return page.paint_first(lines, mark, words.COLORS["passed"])


def _cell(result: Result) -> tuple[str, str]:
    return result.about.id, words.points(result.earned)


def _table(cells: Sequence[tuple[str, str]], page: Page) -> list[str]:
    """Columns read downwards; with colour the marks are green."""
    mark = page.say(words.MARKS["passed"])
    name, number = (max(len(cell[i]) for cell in cells) for i in (0, 1))
    columns = max(1, (page.style.width - 2) // (len(mark) + name + number + 4))
    rows = -(-len(cells) // columns)
    ok = page.paint(mark, words.COLORS["passed"])
    texts = [f"{ok} {id_:{name}} {pts:>{number}}" for id_, pts in cells]
    return ["  " + "  ".join(texts[row::rows]) for row in range(rows)]


def closing(report: Report, page: Page) -> list[str]:
    """How the student's code was held, and how to repeat the run."""
    held, ran = report.containment, report.environment
    lines = page.lines(page.say(held.says), "", "  ")
    if page.style.verbosity > 0 and held.limits:
        limits = ", ".join(page.say(words.limit(k, v)) for k, v in held.limits.items())
        lines += page.lines(f"{page.say(words.LIMITS)}: {limits}.", "", "  ")
    run = page.say(
        words.RUN,
        seed=ran.seed,
        python=ran.python,
        numpy=ran.numpy,
        grader=report.version,
        seconds=f"{report.seconds:.2f}",
    )
    lines += page.lines(run, "", "  ")
    return [page.paint(line, FAINT) for line in lines]


def _having(report: Report, outcome: Outcome) -> list[Result]:
    return [result for result in report.results if result.outcome == outcome]


def _heading(title: Text, total: float, page: Page) -> str:
    return f"{page.paint(page.say(title), BOLD)} ({page.say(words.points_in_words(total))})"
