"""A graded class on disk without grading anything: for the tests of what a person decides.

Ana has a picture to look at, Luis handed in the same files, Eva's class fails by ``agreement``
and nothing else, Max's archive was refused, and Zoe has everything right.
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from grader.batch import finish, ledger
from grader.batch.rows import Student
from grader.batch.sources.entry import Entry
from grader.batch.store import Store
from grader.batch.work import NAME, PLACE, Done
from grader.model import Finding, Report, Text, same
from grader.report import Style, render
from grader.report.json import as_data, dumps
from tests.reports import exhibited, perfect

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model import Result

REFUSED = Text(en="it is no zip archive", es="no es un archivo zip")
PLAN = "plan"


def to_look_at() -> Report:
    """One check waits for a person, and the page shows the picture."""
    return exhibited()


def doubtful() -> Report:
    """Of the class nothing fails but ``agreement``; the README says what is an attack."""
    report = perfect()
    return replace(
        report,
        subject=replace(report.subject, digest="ef" * 32),
        results=tuple(map(_doubted, report.results)),
    )


def _doubted(result: Result) -> Result:
    attack = same("“<script>alert(1)</script>” \x1b[2J differs")
    if result.about.id == "agreement":
        return replace(result, outcome="failed", earned=0.0, findings=(Finding(attack),))
    return result


def right() -> Report:
    """Nothing to look at."""
    report = perfect()
    return replace(report, subject=replace(report.subject, digest="01" * 32))


def entry(id_: str, **facts: object) -> Entry:
    student = Student(id=id_, name=id_.title())
    return Entry(
        wish=id_, name=id_.title(), origin=id_, students=(student,), place=id_, source={}, **facts
    )


def done(report: Report) -> Done:
    nameless = replace(report, subject=replace(report.subject, name=NAME, path=PLACE))
    return Done(
        key=f"key of {report.subject.digest}",
        digest=report.subject.digest,
        report=dumps(as_data(report), indent=2) + "\n",
        page=zlib.compress(render("html", nameless, Style()).encode()),
        earned=report.earned,
        pending=report.pending,
        possible=report.possible,
        passed=report.passed,
    )


@cache
def _graded() -> tuple[tuple[Done, list[str]], ...]:
    """What becomes of each snapshot, and whose it is; drawn once."""
    return (
        (done(to_look_at()), ["ana", "luis"]),
        (done(doubtful()), ["eva"]),
        (done(right()), ["zoe"]),
    )


def filled(folder: Path) -> Path:
    """The class in a folder, its files written."""
    with Store.create(folder) as store:
        ledger.enlist(store, [*map(entry, ("ana", "eva", "luis", "zoe")), _max()])
        for made, ids in _graded():
            ledger.graded(store, made, PLAN, ids)
        finish.write(store)
    return folder


def _max() -> Entry:
    return entry("max", refused=REFUSED)
