"""A gradebook that Canvas exported: a title with a number for each assignment.

The rows between the header and the students say what is hidden, and the points possible.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.batch.export import account_words, decimals, words
from grader.batch.export.book import Line, assembled, index, no_column, only, plain
from grader.batch.export.sheet import parsed
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.export.book import Book
    from grader.batch.export.sheet import Sheet

ASSIGNMENT = re.compile(r"(?P<title>.*)\s\((?P<id>\d+)\)", re.DOTALL)
"""Without the number Canvas would make a new assignment."""
WORDS = {"id": "ID", "number": "SIS User ID", "login": "SIS Login ID"}
EXCUSED = "EX"
NOT_ASSIGNED = "N/A"


def book(data: bytes, file: str, column: str | None) -> Book:
    """The gradebook in a file.

    Args:
        data: the file.
        file: its name, for people.
        column: the title of the assignment, with or without its number, or the number.

    Raises:
        Refusal: it is no Canvas gradebook, or the column is not there.
    """
    sheet = parsed(data, file, "Canvas", _is_header)
    header = sheet.values(0)
    if column is None:
        raise Refusal(words.NAME_COLUMN.format(all=words.listed(_assignments(header), 8)))
    at = _column(header, column.strip(), file)
    return assembled(sheet, file, at, list(_lines(sheet, header, at)))


def _is_header(cells: Sequence[str]) -> bool:
    titles = [plain(cell) for cell in cells]
    names = len(cells) > 3 and ("student" in titles[0] or titles[:2] == ["lastname", "firstname"])
    return names and "id" in titles[1:3] and "section" in titles


def _assignments(header: Sequence[str]) -> list[str]:
    return [cell for cell in header if ASSIGNMENT.fullmatch(cell)]


def _column(header: Sequence[str], wanted: str, file: str) -> int:
    offered = _assignments(header)
    sought, titles = plain(wanted), {plain(cell) for cell in header}
    if sought in titles and sought not in {plain(cell) for cell in offered}:
        raise Refusal(words.NO_ASSIGNMENT.format(title=wanted, all=words.listed(offered, 8)))
    if sought in titles:
        return only(header, wanted, file, offered)
    parts = {cell: found for cell in offered if (found := ASSIGNMENT.fullmatch(cell))}
    meant = [cell for cell, p in parts.items() if sought in (plain(p["title"]), p["id"])]
    if len(meant) > 1:
        raise Refusal(words.SEVERAL_COLUMNS.format(title=wanted, all=words.listed(meant, 8)))
    if not meant:
        raise no_column(wanted, file, offered)
    return only(header, meant[0], file, offered)


def _lines(sheet: Sheet, header: Sequence[str], column: int) -> Iterator[Line]:
    at = {kind: n for kind, t in WORDS.items() if (n := index(header, [t])) is not None}
    split = plain(header[0]) != "student" and plain(header[1]) == "firstname"
    most = None
    for row in range(1, len(sheet.rows)):
        cells = sheet.values(row)
        if "points possible" in plain(cells[0]) and not any(cells[1 : at["id"] + 1]):
            most = decimals.read(cells[column]) if column < len(cells) else None
            continue
        known = {kind: cells[n] for kind, n in at.items() if n < len(cells) and cells[n]}
        if not known:
            continue
        name = f"{cells[0]}, {cells[1]}" if split else cells[0]
        now = cells[column] if column < len(cells) else ""
        locked = account_words.EXCUSED if now.upper() == EXCUSED else None
        locked = account_words.NOT_ASSIGNED if now.upper() == NOT_ASSIGNED else locked
        yield Line(row, name, known, most, locked)
