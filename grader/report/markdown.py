"""The report as GitHub's Markdown, for the summary of a step, a comment, or a page of a wiki."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model import Text
from grader.report import text_words as words
from grader.report.markdown_check import details, finding
from grader.report.markdown_safe import cell, prose, span
from grader.report.text import MAX_NAME, counts
from grader.report.text_failed import is_advice
from grader.report.text_page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model import Outcome, Report, Result
    from grader.report import Style

MOST_BYTES = 1_000_000
"""GitHub refuses a summary of more than 1 MiB altogether."""

CUT = Text(
    en="This summary was cut here: {n} more parts would not fit. The other formats hold all of it.",
    es="Este resumen se corta aquí: no caben {n} partes más. Los demás formatos lo tienen todo.",
)
NOT_GRADED = Text(en="Not graded", es="Sin evaluar")
TABLE = Text(
    en="| Outcome | Check | What it asks for | Points |\n|---|---|---|--:|",
    es="| Resultado | Comprobación | Qué pide | Puntos |\n|---|---|---|--:|",
)
ALL = Text(en="All checks", es="Todas las comprobaciones")
OUTCOMES: dict[Outcome, Text] = {
    "passed": Text(en="passed", es="pasa"),
    "failed": Text(en="**failed**", es="**falla**"),
    "blocked": Text(en="not judged", es="sin juzgar"),
    "review": Text(en="for a person", es="por revisar"),
    "skipped": Text(en="does not apply", es="no se aplica"),
}
TIP = Text(en="tip", es="consejo")


def render(report: Report, style: Style) -> str:
    """The score, what to mend, what waits for a person, and a table of all checks."""
    page = Page(style)
    return _fitting(list(_parts(report, page)), page)


def render_failure(says: Text, style: Style) -> str:
    """Why there is no report."""
    page = Page(style)
    return f"## {prose(page.say(NOT_GRADED))}\n\n{prose(page.say(says))}\n"


def summary(report: Report, page: Page) -> Iterator[str]:
    """The paragraphs that come before any check: the counts, what is pending, the diagnosis."""
    yield prose(counts(report, page))
    if report.pending:
        pending = words.points_in_words(report.pending)
        yield prose(page.say(words.PENDING, points=pending))
    if report.partial:
        yield prose(page.say(words.PARTIAL))
    yield from _diagnosis(report, page)


def _parts(report: Report, page: Page) -> Iterator[str]:
    name = escaped_name(report, page)
    score = f"{words.points(report.earned)} / {words.points(report.possible)}"
    verdict = page.say(words.PASS if report.passed else words.FAIL)
    yield f"## {name}: {score}, {verdict}"
    yield from summary(report, page)
    for result in report.results:
        if result.outcome == "failed":
            yield f"### {_title(result, page)}"
            yield from details(result, page)
    yield from _listed(words.REVIEW, [r for r in report.results if _waits(r)], page)
    yield from _listed(words.BLOCKED, _having(report, "blocked"), page)
    yield from _listed(words.SKIPPED, _having(report, "skipped"), page)
    noted = [r for r in report.results if is_advice(r) or any(f.note for f in r.findings)]
    yield from _listed(words.NOTES, noted, page)
    yield f"<details><summary>{page.say(ALL)}</summary>\n\n{_table(report, page)}\n\n</details>"
    yield prose(page.say(report.containment.says))
    yield prose(_run(report, page))


def escaped_name(report: Report, page: Page) -> str:
    """What the submission is called, on one line."""
    return prose(page.data(report.subject.name)[:MAX_NAME])


def _waits(result: Result) -> bool:
    return result.outcome == "review" and not is_advice(result)


def _having(report: Report, outcome: Outcome) -> list[Result]:
    return [r for r in report.results if r.outcome == outcome]


def _diagnosis(report: Report, page: Page) -> Iterator[str]:
    found = report.diagnosis
    if found is None:
        return
    head = page.say(words.DIAGNOSIS if found.complete else words.UNNAMED)
    said = [f"**{prose(head)}.** {prose(page.say(found.says))}"]
    if found.file is not None and found.line is not None:
        place = f"`{page.data(found.file).replace('`', chr(39))}:{found.line}`"
        said.append(prose(page.say(words.LINE, place=place)))
    ids = dict.fromkeys(name for names in found.sets for name in names)
    if ids:
        says = words.EXPLAIN if len(found.sets) == 1 else words.ALTERNATIVES
        commands = ", ".join(page.style.command(f"grade explain {name}") for name in ids)
        said.append(prose(page.say(says, commands=commands)))
    yield "> " + "<br>".join(said)


def _title(result: Result, page: Page) -> str:
    lost = words.points(result.points - result.earned)
    return f"{prose(page.say(result.about.title))} ({span(result.about.id)}, -{lost})"


def _listed(title: Text, results: Iterable[Result], page: Page) -> Iterator[str]:
    """A section of one line a check."""
    lines = []
    for result in results:
        said = " ".join(finding(f, page) for f in result.findings[:4])
        lines.append(f"- {span(result.about.id)}: {said or prose(page.say(result.about.title))}")
    if lines:
        yield f"### {page.say(title)}"
        yield "\n".join(lines)


def _table(report: Report, page: Page) -> str:
    rows = [page.say(TABLE)]
    for result in report.results:
        outcome = page.say(TIP if is_advice(result) else OUTCOMES[result.outcome])
        title = cell(page.say(result.about.title))
        earned = f"{words.points(result.earned)} / {words.points(result.points)}"
        rows.append(f"| {outcome} | {span(result.about.id)} | {title} | {earned} |")
    return "\n".join(rows)


def _run(report: Report, page: Page) -> str:
    ran = report.environment
    return page.say(
        words.RUN,
        seed=ran.seed,
        python=ran.python,
        numpy=ran.numpy,
        grader=report.version,
        seconds=f"{report.seconds:.2f}",
    )


def _fitting(parts: list[str], page: Page) -> str:
    """As many whole parts as fit, and how many did not: a part cut through could open a fence."""
    kept: list[str] = []
    size = 0
    for n, part in enumerate(parts):
        size += len(part.encode("utf-8", "backslashreplace")) + 2
        if size > MOST_BYTES:
            return "\n\n".join([*kept, prose(page.say(CUT, n=len(parts) - n))]) + "\n"
        kept.append(part)
    return "\n\n".join(kept) + "\n\n"
