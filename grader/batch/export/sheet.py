"""A CSV file of which single cells can be changed while every other byte stays what it was.

The ``csv`` module forgets how a cell was written: its quotes, its line's end, the byte order mark.
Here each cell keeps its place in the text, and a change is put into that place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.batch.export import words
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

COMMAS = (",", ";", "\t")
BOM = "\ufeff"
MOST = 64 << 20


@dataclass(frozen=True, slots=True)
class Cell:
    """A value, and where it stands."""

    value: str
    start: int
    end: int
    quoted: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file as text, the encoding that gives its bytes back, and its cells."""

    text: str
    encoding: str
    comma: str
    rows: tuple[tuple[Cell, ...], ...]
    starts: tuple[int, ...]
    """The line of the file on which each row begins, from 1."""

    def values(self, row: int) -> list[str]:
        """The cells of a row, without the blanks around them."""
        return [cell.value.strip() for cell in self.rows[row]]

    def changed(self, cells: Mapping[tuple[int, int], str]) -> bytes:
        """The file's bytes with other values in these cells, by row and column."""
        parts, at = [], 0
        for row, column in sorted(cells):
            cell = self.rows[row][column]
            parts += [self.text[at : cell.start], self._written(cells[row, column], cell)]
            at = cell.end
        return "".join([*parts, self.text[at:]]).encode(self.encoding)

    def _written(self, value: str, cell: Cell) -> str:
        special = any(c in value for c in (self.comma, '"', "\r", "\n"))
        return '"' + value.replace('"', '""') + '"' if cell.quoted or special else value


def parsed(data: bytes, file: str, system: str, known: Callable[[Sequence[str]], bool]) -> Sheet:
    """The sheet in a file.

    Args:
        data: the whole file.
        file: its name, for people.
        system: what should have written it.
        known: whether the cells of a first row are those of the expected kind of file; tells
            which character stands between cells.

    Raises:
        Refusal: it is no table, or not of that kind.
    """
    text, encoding = _decoded(data, file)
    first = text.removeprefix(BOM).partition("\n")[0]
    for comma in COMMAS:
        header = _header(first, comma)
        if header and known(header):
            return _sheet(text, encoding, comma, file)
    comma = max(COMMAS, key=first.count)
    sheet = _sheet(text, encoding, comma, file)  # a header may go on over several lines
    if sheet.rows and known(sheet.values(0)):
        return sheet
    seen = words.listed(_header(first, comma) or [first], 8)
    raise Refusal(words.OTHER_HEADER.format(file=file, seen=seen, system=system))


def _decoded(data: bytes, file: str) -> tuple[str, str]:
    """Text that turns back into just these bytes, with the byte order mark as its first letter."""
    encodings = ["utf-8", "latin-1"]  # the latter is what spreadsheets of western Europe write
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings = ["utf-16-le" if data[:1] == b"\xff" else "utf-16-be"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if text.strip(f"{BOM} \r\n") and "\0" not in text and len(data) <= MOST:
            return text, encoding
        break
    raise Refusal(words.NO_TABLE.format(file=file))


def _cells(comma: str) -> re.Pattern[str]:
    """A cell, in quotes or not, and what ends it."""
    return re.compile(rf'("[^"]*+(?:""[^"]*+)*+"|[^{comma}\r\n"][^{comma}\r\n]*+|)'
                      rf"({comma}|\r\n|\r|\n|\Z)")  # fmt: skip


def _header(line: str, comma: str) -> list[str]:
    try:
        rows = _sheet(line.rstrip("\r"), "utf-8", comma, "").rows
    except Refusal:
        return []
    return [cell.value.strip() for cell in rows[0]] if rows else []


def _sheet(text: str, encoding: str, comma: str, file: str) -> Sheet:
    pattern, at = _cells(comma), len(BOM) if text.startswith(BOM) else 0
    rows: list[tuple[Cell, ...]] = []
    row: list[Cell] = []
    starts, line = [1], 1
    while at < len(text) or row:
        found = pattern.match(text, at)
        if found is None:
            raise Refusal(words.BAD_LINE.format(file=file, line=line))
        raw, end = found.groups()
        quoted = raw.startswith('"')
        value = raw[1:-1].replace('""', '"') if quoted else raw
        row.append(Cell(value, found.start(), found.end(1), quoted))
        at = found.end()
        line += len(re.findall(r"\r\n|\r|\n", found[0]))
        if end != comma:
            rows.append(tuple(row))
            row = []
            starts.append(line)
    return Sheet(text, encoding, comma, tuple(rows), tuple(starts))
