"""A gradebook keeps every byte that is not in the cells to be filled."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch.export.decimals import point, read, written
from grader.batch.export.sheet import COMMAS, parsed
from grader.model import Refusal

ENDS = ("\n", "\r\n", "\r")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "latin-1")
letters = st.characters(codec="latin-1", exclude_characters="\0\x85")


@st.composite
def files(draw: st.DrawFn) -> tuple[bytes, str, list[list[str]]]:
    """A table written as sloppily as people and systems do, and its values."""
    comma, end = draw(st.sampled_from(COMMAS)), draw(st.sampled_from(ENDS))
    wide = draw(st.integers(2, 4))
    rows, lines = [[f"h{n}" for n in range(wide)]], [comma.join(f"h{n}" for n in range(wide))]
    for _ in range(draw(st.integers(1, 4))):
        row = draw(st.lists(st.text(letters, max_size=6), min_size=wide, max_size=wide))
        cells = [_cell(value, comma, quoted=draw(st.booleans())) for value in row]
        rows.append(row)
        lines.append(comma.join(cells))
    text = end.join(lines) + draw(st.sampled_from(("", end)))
    return text.encode(draw(st.sampled_from(ENCODINGS))), comma, rows


def _cell(value: str, comma: str, *, quoted: bool) -> str:
    if quoted or any(c in value for c in f'{comma}"\r\n'):
        return '"' + value.replace('"', '""') + '"'
    return value


def known(header: object) -> bool:
    return isinstance(header, list) and header[:2] == ["h0", "h1"]


@given(files())
def test_the_values_are_those_that_were_written(case: tuple[bytes, str, list[list[str]]]) -> None:
    data, comma, rows = case
    sheet = parsed(data, "grades.csv", "Canvas", known)

    assert sheet.comma == comma
    assert [[cell.value for cell in row] for row in sheet.rows] == rows


@given(files())
def test_a_file_in_which_nothing_changes_is_the_same_file(
    case: tuple[bytes, str, list[list[str]]],
) -> None:
    data, _, _ = case

    assert parsed(data, "grades.csv", "Canvas", known).changed({}) == data


@given(files(), st.data(), st.sampled_from(("", "9.5", "9,5", "100")))
def test_only_the_bytes_of_the_changed_cells_change(
    case: tuple[bytes, str, list[list[str]]], data: st.DataObject, value: str
) -> None:
    before, comma, rows = case
    sheet = parsed(before, "grades.csv", "Canvas", known)
    column = data.draw(st.integers(0, len(rows[0]) - 1))
    wanted = data.draw(st.sets(st.integers(1, len(rows) - 1)))
    after = sheet.changed({(row, column): value for row in wanted})

    kept, now = sheet.text, after.decode(sheet.encoding)
    places = [sheet.rows[row][column] for row in sorted(wanted)]
    parts, start = [], 0
    for place in places:
        parts.append(kept[start : place.start])
        start = place.end
    parts.append(kept[start:])
    at = 0
    for n, part in enumerate(parts):
        assert now.startswith(part, at)
        at += len(part)
        if n < len(places):
            wrote = _cell(value, comma, quoted=places[n].quoted)
            assert now.startswith(wrote, at)
            at += len(wrote)
    assert at == len(now)


@given(files())
def test_python_reads_the_same_values(case: tuple[bytes, str, list[list[str]]]) -> None:
    data, comma, _ = case
    sheet = parsed(data, "grades.csv", "Canvas", known)
    text = io.StringIO(sheet.text.removeprefix("\ufeff"), newline="")
    theirs = [row for row in csv.reader(text, delimiter=comma) if row]
    ours = [[cell.value for cell in row] for row in sheet.rows]

    assert theirs == [row for row in ours if row != [""]]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xef\xbb\xbf\r\n",
        b"PK\x03\x04\0\0",
        b'h0,h1\n"open,1\n',
        b'h0,h1\na"b,"c"d\n',
        b"x,y\n",
    ],
)
def test_what_is_no_such_table_is_refused(data: bytes) -> None:
    with pytest.raises(Refusal, match=r"Nothing was\s+written"):
        parsed(data, "grades.csv", "Canvas", known)


def test_the_line_of_an_open_quote_is_named() -> None:
    with pytest.raises(Refusal, match="line 3"):
        parsed(b'h0,h1\n1,2\n"open,1\n', "grades.csv", "Canvas", known)


def test_numbers_are_written_with_the_sign_that_the_gradebook_uses() -> None:
    assert point(["Ana", "9,50", "10"]) == ","
    assert point(["Ana", "9.50", "1,5"]) == "."
    assert point(["Ana", "10"]) == "."
    assert [written(value, ",") for value in (9.5, 10.0, 8.004, -0.001, 66.666)] == [
        *("9,5", "10", "8", "0", "66,67"),
    ]
    assert [read(text) for text in ("9,50", " 10.00 ", "EX", "", "1e3")] == [
        *(9.5, 10.0, None, None, None),
    ]
