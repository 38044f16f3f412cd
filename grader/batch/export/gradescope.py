"""The grades that Gradescope exports: for each assignment a column, and some about it.

Gradescope itself reads no such file back; it is for the teacher's own records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.batch.export import decimals, words
from grader.batch.export.book import Line, assembled, only, plain
from grader.batch.export.sheet import parsed
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.export.book import Book
    from grader.batch.export.sheet import Sheet

MOST = " - Max Points"
"""What follows an assignment's title in the column that is always there."""
NAMES = ("name", "first name", "last name")


def book(data: bytes, file: str, column: str | None) -> Book:
    """The grades in a file.

    Args:
        data: the file.
        file: its name, for people.
        column: the title of the assignment; needed where there are several.

    Raises:
        Refusal: it is no such file, or the column is not there.
    """
    sheet = parsed(data, file, "Gradescope", _is_header)
    header = sheet.values(0)
    titles = {plain(cell) for cell in header}
    offered = [cell for cell in header if plain(f"{cell}{MOST}") in titles]
    if column is None and len(offered) == 1:
        column = offered[0]
    if column is None:
        raise Refusal(words.NAME_COLUMN.format(all=words.listed(offered, 8)))
    column = column.strip()
    known = {plain(cell) for cell in offered}
    if plain(column) in titles and plain(column) not in known:
        raise Refusal(words.NO_ASSIGNMENT.format(title=column, all=words.listed(offered, 8)))
    at = only(header, column, file, offered)
    return assembled(sheet, file, at, list(_lines(sheet, header, column)))


def _is_header(cells: Sequence[str]) -> bool:
    titles = [plain(cell) for cell in cells]
    most = plain(MOST)
    return {"email", "sid"} <= set(titles) and any(title.endswith(most) for title in titles)


def _lines(sheet: Sheet, header: Sequence[str], column: str) -> Iterator[Line]:
    for row in range(1, len(sheet.rows)):
        cells = dict(zip(map(plain, header), sheet.values(row), strict=False))
        known = {"email": cells.get("email", ""), "number": cells.get("sid", "")}
        known = {kind: word for kind, word in known.items() if word}
        if not known:
            continue
        name = " ".join(cells[title] for title in NAMES if cells.get(title))
        yield Line(row, name, known, decimals.read(cells.get(plain(f"{column}{MOST}"), "")))
