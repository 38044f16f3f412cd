"""``grade show``: the report of one submission of a class, out of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from grader.batch import says
from grader.batch.counted import counted, standing
from grader.batch.files import number
from grader.batch.store import REPORTS, Store
from grader.cli import kinds, options, terminal
from grader.cli.batch_status import COUNTS, PENDING, SCORE
from grader.model import Refusal, Text, same
from grader.report.json import dumps
from grader.report.text_words import points_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.batch.rows import Decision, Row
    from grader.model import Lang
    from grader.report.text_page import Page

NOT_YET = Text(
    en="“{id}” has no report: {how}.{why}",
    es="«{id}» no tiene informe: {how}.{why}",
)
OUTCOMES = {
    "failed": Text(en="failed", es="fallida"),
    "blocked": Text(en="blocked", es="bloqueada"),
    "review": Text(en="for a person to look at", es="por revisar"),
    "skipped": Text(en="does not apply", es="no se aplica"),
}
EVERYTHING = Text(en="Every check passed.", es="Todas las comprobaciones se han superado.")
DECIDED = Text(
    en="Settled by {person}: {points}. {comment}",
    es="Decidido por {person}: {points}. {comment}",
)
WHERE = Text(en="The whole report: {file}", es="El informe completo: {file}")


@click.command("show", context_settings=options.CONTEXT)
@click.argument("folder", metavar="DIR", type=kinds.Place())
@click.argument("submission", metavar="ID")
@options.listing
@options.lang
def show(folder: str, submission: str, format_: str, lang: Lang) -> int:
    """Print the report of one submission of a class; DIR is what --out named."""
    with Store.open(folder) as store:
        row = store.row(submission)
        if row is None:
            raise Refusal(says.no_row(store, submission))
        report = store.report(submission)
        if report is None:
            why = same(" ") + row.reason if row.reason else same("")
            facts = {"id": submission, "how": COUNTS[row.status], "why": why}
            raise Refusal(NOT_YET.format(**facts))
        if format_ == "json":
            terminal.write(dumps(report, indent=2) + "\n")
            return 0
        settled = {d.check: d for d in store.decisions(row.digest)}
        page = terminal.stdout_page(lang)
        now = counted(store, row, standing(store))
        lines = [*_head(now, page), *_checks(report, settled, page)]
        file = store.folder / REPORTS / f"{row.id}.json"
        terminal.write("\n".join([*lines, "", page.say(WHERE, file=file)]) + "\n")
    return 0


def _head(row: Row, page: Page) -> Iterator[str]:
    said = page.say(SCORE, earned=number(row.earned), possible=number(row.possible))
    said += page.say(PENDING, pending=number(row.pending)) if row.pending else ""
    yield page.paint(page.data(f"{row.name}: {said}"), "1")
    yield from page.lines(page.data(row.place))


def _checks(
    report: dict[str, Any], settled: dict[str, Decision], page: Page
) -> Iterator[str]:  # Any: whatever JSON can hold
    told = [check for check in report["checks"] if check["outcome"] in OUTCOMES]
    if not told:
        yield from ["", page.say(EVERYTHING)]
    for check in told:
        earned = f"{number(check['earned'])}/{number(check['points'])}"
        title = f"{page.say(_text(check['title']))} ({page.say(OUTCOMES[check['outcome']])})"
        yield ""
        yield from page.lines(f"{check['id']}  {earned}  {title}")
        for finding in check["findings"]:
            yield from page.lines(page.say(_text(finding["says"])), "  ", "  ")
        if decision := settled.get(check["id"]):
            facts = {"person": decision.person, "comment": decision.comment}
            said = page.say(DECIDED, points=points_in_words(decision.points or 0.0), **facts)
            yield from page.lines(said, "  ", "  ")


def _text(both: dict[str, str]) -> Text:
    return Text(both["en"], both["es"])
