"""``grade status``: what a store holds, read while a run goes on or after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader.batch.files import number
from grader.batch.store import Store
from grader.cli import kinds, options, terminal
from grader.model import Text

if TYPE_CHECKING:
    from grader.batch.rows import Row
    from grader.model import Lang
    from grader.report.text_page import Page

COUNTS = {
    "graded": Text(en="graded", es="evaluadas"),
    "refused": Text(en="refused", es="rechazadas"),
    "ungradable": Text(en="could not be graded", es="no se pudieron evaluar"),
    "missing": Text(en="not handed in", es="sin entregar"),
    "waiting": Text(en="waiting", es="pendientes de evaluar"),
}
PASSED = Text(
    en="{n} passed, {review} with points that wait for a person",
    es="{n} aprobadas, {review} con puntos que debe revisar una persona",
)
SCORE = Text(en="{earned} of {possible}", es="{earned} de {possible}")
PENDING = Text(en=", {pending} pending", es=", {pending} pendientes")
STRANGER = Text(en=", not on the roster", es=", fuera de la lista de clase")
GONE = Text(
    en="{n} of an earlier run are no longer in the class; their results are kept, and count again "
    "if they come back.",
    es="{n} de una ejecución anterior ya no están en la clase; sus resultados se conservan y "
    "vuelven a contar si reaparecen.",
)
LATE = Text(en=", late", es=", con retraso")
EARLIER = Text(en=", an earlier attempt", es=", un intento anterior")
FILES = Text(en="Results: {folder}", es="Resultados: {folder}")


@click.command("status", context_settings=options.CONTEXT)
@click.argument("folder", metavar="DIR", type=kinds.Place())
@options.lang
@click.option("-v", "--verbose", is_flag=True, help="A line for each submission.")
def status(folder: str, lang: Lang, verbose: bool) -> int:
    """Say how far a class is; DIR is what --out named. It may still be being graded."""
    page = terminal.stdout_page(lang)
    with Store.open(folder) as store:
        rows = store.rows() if verbose else ()
        for row in rows:
            terminal.write("\n".join(page.lines(_line(row, page), "", "  ")) + "\n")
        terminal.write(summary(store, lang))
    return 0


def summary(store: Store, lang: Lang) -> str:
    """How many are graded, refused, missing …; and where the rest is."""
    page, counts = terminal.stdout_page(lang), store.count()
    lines = [f"{counts[s]:>6} {page.say(words)}" for s, words in COUNTS.items() if counts.get(s)]
    passed, review = store.db.execute(
        "SELECT coalesce(sum(r.passed), 0), coalesce(sum(r.pending > 0), 0) FROM submissions s "
        "JOIN results r ON r.key = s.key WHERE s.status = 'graded'"
    ).fetchone()
    if counts.get("graded"):
        lines.insert(1, f"       {page.say(PASSED, n=passed, review=review)}")
    if store.meta("gone", "0") != "0":
        lines += page.lines(page.say(GONE, n=store.meta("gone")))
    return "\n".join([*lines, page.say(FILES, folder=store.folder)]) + "\n"


def _line(row: Row, page: Page) -> str:
    said = page.say(COUNTS[row.status])
    if row.graded:
        said = page.say(SCORE, earned=number(row.earned), possible=number(row.possible))
        said += page.say(PENDING, pending=number(row.pending)) if row.pending else ""
    said += page.say(LATE) if row.late else ""
    said += "" if row.latest else page.say(EARLIER)
    said += "" if all(student.enrolled for student in row.students) else page.say(STRANGER)
    said += f". {page.say(row.reason)}" if row.reason else ""
    return f"{row.id}: {said}"
