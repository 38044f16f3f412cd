"""A gradebook, whichever system wrote it: its students, and the column that is to be filled."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.batch.export import decimals, words
from grader.model import Refusal, same

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from grader.batch.export.sheet import Sheet
    from grader.model import Text


@dataclass(frozen=True, slots=True)
class Line:
    """One student's row."""

    row: int
    name: str
    known_as: Mapping[str, str]
    """What identifies the student: ``id``, ``number``, ``login``, ``email``; empty ones left out.
    """
    most: float | None = None
    """The points that can be had, where the gradebook says so."""
    locked: Text | None = None
    """Why the cell must stay as it is."""


@dataclass(frozen=True, slots=True)
class Book:
    """A sheet, and what is where in it."""

    sheet: Sheet
    column: int
    title: str
    lines: tuple[Line, ...]
    sign: str
    """Of decimals."""

    def value(self, line: Line) -> str:
        """What is in the column now."""
        return self.sheet.rows[line.row][self.column].value.strip()


def assembled(sheet: Sheet, file: str, column: int, lines: Sequence[Line]) -> Book:
    """The book, once nothing in it is ambiguous.

    Raises:
        Refusal: a row is too short, or two rows are for the same student.
    """
    seen: dict[tuple[str, str], Line] = {}
    for line in lines:
        if column >= len(sheet.rows[line.row]):
            raise Refusal(words.SHORT_ROW.format(file=file, line=sheet.starts[line.row]))
        for kind, word in line.known_as.items():
            first = seen.setdefault((kind, word.casefold()), line)
            if first is not line:
                at = [sheet.starts[n.row] for n in (first, line)]
                facts = {"file": file, "word": word, "first": at[0], "second": at[1]}
                raise Refusal(words.TWICE_IN_BOOK.format(**facts))
    title = sheet.values(0)[column]
    cells = (cell.value for row in sheet.rows for cell in row)
    return Book(sheet, column, title, tuple(lines), decimals.point(cells))


def plain(title: str) -> str:
    """A title as it is compared: systems and their versions differ in case and blanks."""
    return " ".join(title.split()).casefold()


def index(header: Sequence[str], titles: Iterable[str]) -> int | None:
    """Where the first column with one of these titles is."""
    wanted = {plain(title) for title in titles}
    return next((n for n, cell in enumerate(header) if plain(cell) in wanted), None)


def only(header: Sequence[str], title: str, file: str, offered: Iterable[str]) -> int:
    """Where the one column of this title is.

    Raises:
        Refusal: there is none, or there are several.
    """
    found = [n for n, cell in enumerate(header) if cell == title]
    found = found or [n for n, cell in enumerate(header) if plain(cell) == plain(title)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Refusal(words.TWO_COLUMNS.format(file=file, title=title))
    raise no_column(title, file, offered)


def no_column(title: str, file: str, offered: Iterable[str]) -> Refusal:
    """There is no such column; the closest one is named, or all that could be meant."""
    offered = list(offered)
    close = difflib.get_close_matches(title, offered, 1)
    near = words.NEAR.format(close=close[0]) if close else same("")
    if not close and offered:
        near = words.OFFERED.format(all=words.listed(offered, 8))
    return Refusal(words.NO_COLUMN.format(file=file, title=title, near=near))
