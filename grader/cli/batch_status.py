"""``grade status``: what a store holds, read while a run goes on or after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader.batch.counted import counted, standing
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
COUNTS_ONE = {
    **COUNTS,
    "graded": Text(en="graded", es="evaluada"),
    "refused": Text(en="refused", es="rechazada"),
    "ungradable": Text(en="could not be graded", es="no se pudo evaluar"),
    "waiting": Text(en="waiting", es="pendiente de evaluar"),
}
PASSED = Text(en="{n} passed", es="{n} aprobadas"), Text(en="1 passed", es="1 aprobada")
FAILED = (
    Text(en="{n} did not pass", es="{n} no aprobadas"),
    Text(en="1 did not pass", es="1 no aprobada"),
)
REVIEW = Text(
    en="{n} with points that wait for a person", es="{n} con puntos que debe revisar una persona"
)
LATE_ONES = Text(en="late", es="con retraso")
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
GRADED = """
SELECT s.id, s.digest, r.passed, r.pending FROM submissions s JOIN results r ON r.key = s.key
WHERE s.status = 'graded'
"""
FILES = Text(en="Results: {folder}", es="Resultados: {folder}")


@click.command("status", context_settings=options.CONTEXT)
@click.argument("folder", metavar="DIR", type=kinds.Place())
@options.lang
@click.option("-v", "--verbose", is_flag=True, help="A line for each submission.")
def status(folder: str, lang: Lang, verbose: bool) -> int:
    """Say how far a class is; DIR is what --out named. It may still be being graded."""
    page = terminal.stdout_page(lang)
    with Store.open(folder) as store:
        decided = standing(store)
        rows = (counted(store, row, decided) for row in store.rows()) if verbose else ()
        for row in rows:
            terminal.write("\n".join(page.lines(_line(row, page), "", "  ")) + "\n")
        terminal.write(summary(store, lang))
    return 0


def summary(store: Store, lang: Lang) -> str:
    """How many are graded, refused, missing …; and where the rest is."""
    page, counts = terminal.stdout_page(lang), store.count()
    lines = [
        f"{counts[s]:>6} {page.say((COUNTS_ONE if counts[s] == 1 else COUNTS)[s])}"
        for s in COUNTS
        if counts.get(s)
    ]
    if counts.get("graded"):
        lines.insert(1, f"       {_how_it_went(store, page)}")
    (late,) = store.db.execute("SELECT count(*) FROM submissions WHERE late").fetchone()
    if late:
        lines.append(f"{late:>6} {page.say(LATE_ONES)}")
    if store.meta("gone", "0") != "0":
        lines += page.lines(page.say(GONE, n=store.meta("gone")))
    return "\n".join([*lines, page.say(FILES, folder=store.folder)]) + "\n"


def _how_it_went(store: Store, page: Page) -> str:
    """How many passed and how many did not, people's decisions counted."""
    found = store.db.execute(GRADED).fetchall()
    decided = standing(store)
    passed = review = 0
    for id_, digest, passes, pending in found:
        row = store.row(id_) if digest in decided else None
        now = counted(store, row, decided) if row else None
        passed += bool(now.passed if now else passes)
        review += bool(now.pending if now else pending)
    several = ((PASSED, passed), (FAILED, len(found) - passed))
    said = [page.say(words[n == 1], n=n) for words, n in several]
    return ", ".join([*said, page.say(REVIEW, n=review)])


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
