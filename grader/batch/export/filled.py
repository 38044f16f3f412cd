"""A gradebook with its column filled, and an account of every row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.batch.export import decimals
from grader.batch.export.given import points

if TYPE_CHECKING:
    from grader.batch.export.book import Book, Line
    from grader.batch.export.given import Scale
    from grader.batch.export.people import Matched
    from grader.batch.rows import Row, Student


@dataclass(frozen=True, slots=True)
class Account:
    """Whose cells were written, and whose were left as they were."""

    title: str
    most: frozenset[float]
    """The scales that were used; one but for odd gradebooks."""
    written: list[tuple[Student, Row, Line]] = field(default_factory=list)
    same: list[Student] = field(default_factory=list)
    """Of these, whose cell said so already."""
    pending: list[Student] = field(default_factory=list)
    """Left or emptied because a person has to look first."""
    ungraded: list[Student] = field(default_factory=list)
    locked: list[tuple[Student, Line]] = field(default_factory=list)


def filled(book: Book, people: Matched, scale: Scale) -> tuple[bytes, Account]:
    """The new file's bytes, and the account."""
    most = frozenset(scale.most(line.most) for _, row, line in people.pairs if row.graded)
    account = Account(book.title, most)
    cells: dict[tuple[int, int], str] = {}
    for student, row, line in people.pairs:
        value = points(row, scale, line.most)
        if line.locked:
            account.locked.append((student, line))
        elif value is None or value == "":
            (account.pending if row.graded else account.ungraded).append(student)
            if value == "":
                cells[line.row, book.column] = ""
        else:
            account.written.append((student, row, line))
            now = decimals.read(book.value(line))
            if now is not None and decimals.alike(now, float(value)):
                account.same.append(student)
            else:
                cells[line.row, book.column] = decimals.written(float(value), book.sign)
    return book.sheet.changed(cells), account
