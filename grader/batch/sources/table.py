"""A CSV file that a teacher made: found out how it is written, its columns known by many names."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from grader.batch.sources import words
from grader.model import Refusal
from grader.model.system import reason
from grader.submission.limits import MIB
from grader.submission.names import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MOST = 64 * MIB
SAME = {
    "id": ("id", "student", "student id", "identifier", "identificador", "userid", "user_id"),
    "name": ("name", "full name", "fullname", "nombre", "nombre completo", "alumno", "estudiante"),
    "email": ("email", "e-mail", "mail", "correo", "dirección de correo", "email address"),
    "number": ("number", "sid", "sis user id", "número de id", "id number", "expediente"),
    "login": ("login", "username", "usuario", "github", "github_username", "sis login id"),
    "path": ("path", "ruta", "folder", "carpeta", "file", "archivo"),
    "url": ("url", "repo", "repository", "git", "repositorio"),
    "rev": ("rev", "revision", "commit", "ref", "branch", "tag"),
    "late": ("late", "retraso", "tarde"),
    "submitted_at": ("submitted_at", "submitted", "date", "fecha", "timestamp"),
}
"""Our names of columns, and what others call them."""


def rows(file: Path) -> Iterator[tuple[int, Mapping[str, str]]]:
    """``(line, cells)`` of every row that is not empty, by our names of the columns we know.

    Raises:
        Refusal: it cannot be read as a table.
    """
    text = _text(file)
    comma = max(",;\t", key=text.partition("\n")[0].count)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=comma)
    try:
        header = [_ours(cell) for cell in next(table, [])]
        for cells in table:
            if any(cell.strip() for cell in cells):
                named = zip(header, map(str.strip, cells), strict=False)
                yield table.line_num, {name: cell for name, cell in named if name}
    except csv.Error as error:
        facts = {"file": shown(str(file)), "line": table.line_num, "why": error}
        raise Refusal(words.BAD_TABLE.format(**facts)) from None


def header(file: Path) -> list[str]:
    """The columns, by our names of those that we know.

    Raises:
        Refusal: it cannot be read as a table.
    """
    first = _text(file).partition("\n")[0]
    comma = max(",;\t", key=first.count)
    return [_ours(cell) for cell in next(csv.reader([first], delimiter=comma), [])]


def _ours(cell: str) -> str:
    plain = " ".join(cell.strip().split())
    folded = plain.casefold()
    return next((name for name, known in SAME.items() if folded in known), plain)


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST + 1)
    except OSError as error:
        raise Refusal(words.NO_TABLE.format(file=shown(str(file)), why=reason(error))) from None
    if len(data) > MOST or b"\0" in data.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")[::2]:
        raise Refusal(words.NOT_TEXT.format(file=shown(str(file))))
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig",):
        try:
            return data.decode(encoding)
        except UnicodeError:
            break
    return data.decode("latin-1")  # what spreadsheets of western Europe write
