"""Moodle's offline grading worksheet, whose columns are named in the language of the site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.batch.export import account_words, decimals, words
from grader.batch.export.book import Line, assembled, index, only, plain
from grader.batch.export.sheet import parsed
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.export.book import Book
    from grader.batch.export.sheet import Sheet

TITLES = {
    "id": ("Identifier", "Identificador"),
    "name": ("Full name", "Nombre completo", "Nombre completo del usuario"),
    "email": ("Email address", "Dirección de correo", "Dirección de correo electrónico", "Correo"),
    "number": ("ID number", "Número de ID", "Número ID"),
    "login": ("Username", "Nombre de usuario"),
    "grade": ("Grade", "Calificación"),
    "most": ("Maximum grade", "Calificación máxima"),
    "open": (
        "Grade can be changed",
        "La calificación puede ser cambiada",
        "La calificación se puede cambiar",
    ),
    "modified": (
        "Last modified (grade)",
        "Última modificación (calificación)",
    ),
}
NEEDED = ("id", "modified")
"""Besides the grade: without them Moodle imports nothing."""
NO = ("no",)
PARTICIPANT = re.compile(r"\D*(\d+)")


def book(data: bytes, file: str, column: str | None) -> Book:
    """The worksheet in a file.

    Args:
        data: the file.
        file: its name, for people.
        column: the title of the column of grades, for a site in another language.

    Raises:
        Refusal: it is no such worksheet, or the column is not there.
    """
    sheet = parsed(data, file, "Moodle", _is_header)
    header = sheet.values(0)
    at = {kind: n for kind, names in TITLES.items() if (n := index(header, names)) is not None}
    if column is not None:
        at["grade"] = only(header, column.strip(), file, header)
    for kind in (*NEEDED, "grade"):
        if kind not in at:
            facts = {"file": file, "titles": words.either(TITLES[kind])}
            raise Refusal(words.NO_MOODLE_COLUMN.format(**facts))
    for kind in ("grade", "most"):
        if kind in at and column is None:
            _alone(header, kind, file)
    only(header, header[at["grade"]], file, header)
    if at["grade"] in {n for kind, n in at.items() if kind != "grade"}:
        raise Refusal(words.NOT_GRADES.format(title=header[at["grade"]]))
    return assembled(sheet, file, at["grade"], list(_lines(sheet, file, at)))


def _is_header(cells: Sequence[str]) -> bool:
    return index(cells, TITLES["id"]) is not None and len(cells) > 2


def _alone(header: Sequence[str], kind: str, file: str) -> None:
    """No two columns can be the one that is meant."""
    names = {plain(title) for title in TITLES[kind]}
    found = [cell for cell in header if plain(cell) in names]
    if len(found) > 1:
        raise Refusal(words.TWO_COLUMNS.format(file=file, title=found[0]))


def _lines(sheet: Sheet, file: str, at: dict[str, int]) -> Iterator[Line]:
    for row in range(1, len(sheet.rows)):
        cells = sheet.values(row)
        if not any(cells):
            continue
        own = {kind: cells[n] for kind, n in at.items() if n < len(cells) and cells[n]}
        who = PARTICIPANT.fullmatch(own.get("id", ""))
        if who is None:
            facts = {"file": file, "line": sheet.starts[row], "word": own.get("id", "")}
            raise Refusal(words.NO_PARTICIPANT.format(**facts))
        known = {"id": who[1]}
        known |= {kind: own[kind] for kind in ("email", "number", "login") if kind in own}
        shut = own.get("open", "").casefold() in NO
        yield Line(
            row,
            own.get("name", own["id"]),
            known,
            decimals.read(own.get("most", "")),
            account_words.SHUT if shut else None,
        )
