"""The files that are written beside the store; all of them can be written again from it."""

from __future__ import annotations

import csv
import io
import json
import os
from typing import TYPE_CHECKING

from grader.batch.counted import grades
from grader.batch.decided import with_decisions
from grader.batch.keeping import kept
from grader.batch.store import REPORTS
from grader.batch.work import filled
from grader.report.json import dumps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from grader.batch.rows import Row, Student
    from grader.batch.store import Store

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""A spreadsheet takes a cell that begins so for a formula."""
HEADER = (
    *("student", "name", "email", "number", "submission", "attempt", "submitted_at", "late"),
    *("status", "earned", "pending", "possible", "passed", "reason"),
)
WANTED = """
SELECT s.id, s.name, s.place, s.key, r.report, r.page, s.digest FROM submissions s
JOIN results r ON r.key = s.key WHERE s.status = 'graded' AND s.id = ?
"""
LAST = "SELECT max(id) FROM decisions WHERE digest = ?"
WRITTEN = f"UPDATE submissions SET written = ? WHERE id = ? AND ? IS ({LAST})"  # noqa: S608 - our own
"""But if someone decides while a page is being written, it is not up to date."""


def put(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    Raises:
        Refusal: the disk is full, or something else is in the way.
    """
    beside = path.with_name(f".{path.name}.part")
    with kept(path.parent):
        beside.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
        os.replace(beside, path)  # noqa: PTH105 - Path.replace resolves nothing more


def write_reports(store: Store, ids: Iterable[str]) -> None:
    """The JSON report, and the page where that format exists, of each of these."""
    folder = store.folder / REPORTS
    for id_ in ids:
        found = store.db.execute(WANTED, (id_,)).fetchone()
        if found is None:
            continue
        _, name, place, key, report, _, digest = found
        (last,) = store.db.execute(LAST, (digest,)).fetchone()
        page = page_of(store, id_)
        put(folder / f"{id_}.json", _named(report, name, place))
        if page is not None:
            put(folder / f"{id_}.html", page)
        with store.writing() as db:
            db.execute(WRITTEN, (key, id_, last, digest))


def unwrite(store: Store, ids: Iterable[str]) -> None:
    """Take away the report files of these: what they say is no longer so."""
    for id_ in ids:
        for ending in ("json", "html"):
            with kept(store.folder / REPORTS):
                (store.folder / REPORTS / f"{id_}.{ending}").unlink(missing_ok=True)


def outlived(store: Store) -> list[str]:
    """The submissions whose report was written and that have none now."""
    query = "SELECT id FROM submissions WHERE status IN ('refused', 'ungradable') AND written != ''"
    return [id_ for (id_,) in store.db.execute(query)]


def page_of(store: Store, id_: str) -> str | None:
    """The HTML report of a graded submission, decisions on top; None where there is none."""
    found = store.db.execute(WANTED, (id_,)).fetchone()
    if found is None or found[5] is None:
        return None
    page = filled(found[5], found[1], found[2])
    return with_decisions(page, found[4], store.decisions(found[6]))


def _named(report: str, name: str, place: str) -> str:
    data = json.loads(report)
    if (data["submission"]["name"], data["submission"]["path"]) == (name, place):
        return report
    data["submission"] |= {"name": name, "path": place}
    return dumps(data, indent=2) + "\n"


def unwritten(store: Store, *, every: bool) -> list[str]:
    """The graded submissions whose report files are missing, or of an earlier result.

    Args:
        store: what holds them.
        every: believe no mark: the machine may have stopped before the disk had the files.
    """
    query = "SELECT id, written IS key FROM submissions WHERE status = 'graded'"
    folder = store.folder / REPORTS
    return [
        id_
        for id_, written in store.db.execute(query).fetchall()
        if every or not written or not (folder / f"{id_}.json").is_file()
    ]


def grades_csv(store: Store) -> str:
    """A line for each student: the attempt that counts, with people's decisions counted."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(HEADER)
    table.writerows(_line(student, row) for student, row in grades(store))
    return out.getvalue()


def _line(student: Student, row: Row) -> Iterator[str]:
    reason = row.reason.en if row.reason else ""
    words = (student.id, student.name, student.email, student.number, row.id)
    yield from map(cell, words)
    yield from (str(row.attempt), cell(row.submitted_at or ""), _yes(row.late), row.status)
    yield from (number(row.earned), number(row.pending), number(row.possible), _yes(row.passed))
    yield cell(reason)


def cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    flat = " ".join(text.splitlines())  # a bare CR too is a new row to some
    return f"'{flat}" if flat.startswith(DANGEROUS) else flat


def number(value: float | None) -> str:
    """A number as it is, nothing for None."""
    return "" if value is None else f"{value:g}"


def _yes(fact: bool | None) -> str:
    return "" if fact is None else "yes" if fact else "no"
