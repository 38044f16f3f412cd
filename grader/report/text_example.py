"""A counterexample as lines of Python that can be pasted beside the student's own file."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING

from grader.model import Text
from grader.report.text_safe import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Counterexample, Lang

    Matrix = Sequence[Sequence[float]]

MAX_NUMBERS = 96
"""An array with more is told by its shape; the JSON report has the numbers."""

MAX_MESSAGE = 60
"""So much of an exception's message is shown."""

EXPECTED = Text(en="expected", es="esperado")
GOT = Text(en="got     ", es="obtenido")
LARGEST = Text(
    en="largest difference: {by} at row {row}, column {column}",
    es="mayor diferencia: {by} en la fila {row}, columna {column}",
)
TOO_MANY = Text(
    en="shape ({rows}, {columns}); --format json has the numbers",
    es="forma ({rows}, {columns}); --format json da los números",
)


def code(at: Counterexample, lang: Lang, width: int) -> list[str]:
    """The lines, at column 0 because a Python prompt takes no other; each valid Python.

    ``x`` and ``mask`` are exact; what was expected and what came back are comments, rounded to
    as many places as it takes to tell them apart.
    """
    call = "mha.forward(x)" if at.mask is None else "mha.forward(x, mask)"
    return [
        "import numpy as np",
        "from minimodel.attention.attention import MultiHeadAttention",
        f"mha = MultiHeadAttention(d_model={at.d_model}, n_heads={at.n_heads}, seed={at.seed})",
        *_array("x", at.x, width, lang),
        *(_array("mask", at.mask, width, lang) if at.mask is not None else ()),
        call,
        *_comments(at, lang, width),
    ]


def _array(name: str, rows: Matrix, width: int, lang: Lang) -> list[str]:
    if count(rows) > MAX_NUMBERS:
        return [f"{name} = ...  # {too_many(rows, lang)}"]
    texts = [f"[{', '.join(map(exact, row))}]" for row in rows]
    line = f"{name} = np.array([{', '.join(texts)}])"
    if len(line) <= width:
        return [line]
    return [f"{name} = np.array([", *_rows(texts, "    ", width), "])"]


def _rows(texts: list[str], indent: str, width: int) -> list[str]:
    """One row a line, and a row that is too long broken between its numbers."""
    lines = (textwrap.wrap(row + ",", width - len(indent) - 1) for row in texts)
    return [indent + (" " if i else "") + line for row in lines for i, line in enumerate(row)]


def exact(value: float) -> str:
    """The shortest text that Python reads back as this very number."""
    if math.isnan(value):
        return "np.nan"
    if math.isinf(value):
        return "np.inf" if value > 0 else "-np.inf"
    return repr(float(value))


def _comments(at: Counterexample, lang: Lang, width: int) -> list[str]:
    wanted, came = EXPECTED.into(lang), GOT.into(lang)
    if isinstance(at.got, Text):
        return [
            *_comment(wanted, at.expected, 4, width, lang),
            *_said(came, one_line(at.got.into(lang)), width),
        ]
    places = decimals(at.expected, at.got)
    lines = [
        *_comment(wanted, at.expected, places, width, lang),
        *_comment(came, at.got, places, width, lang),
    ]
    largest = largest_difference(at.expected, at.got)
    if largest is None or count(at.expected) == 1:
        return lines
    by, row, column = largest
    return [*lines, "# " + LARGEST.into(lang).format(by=f"{by:.3g}", row=row, column=column)]


def _said(word: str, text: str, width: int) -> list[str]:
    """What came instead of numbers; an exception that is long is cut, other words are wrapped."""
    name, colon, message = text.partition(": ")
    if colon and name.isidentifier() and len(message) > MAX_MESSAGE:
        text = f"{name}: {message[:MAX_MESSAGE].rstrip()}…"
    before = f"# {word} "
    return textwrap.wrap(
        text, width, initial_indent=before, subsequent_indent="#" + " " * (len(before) - 1)
    )


def _comment(word: str, rows: Matrix, places: int, width: int, lang: Lang) -> list[str]:
    if count(rows) > MAX_NUMBERS:
        return [f"# {word} {too_many(rows, lang)}"]
    texts = [f"[{', '.join(_rounded(v, places) for v in row)}]" for row in rows]
    line = f"# {word} [{', '.join(texts)}]"
    if len(line) <= width:
        return [line]
    return [f"# {word.rstrip()}", *_rows(texts, "#   ", width)]


def _rounded(value: float, places: int) -> str:
    return f"{value: .{places}f}" if abs(value) < 1e6 else f"{value: .{places}e}"


def decimals(expected: Matrix, got: Matrix) -> int:
    """As many decimals, of 3 to 9, as show the largest difference with two digits."""
    largest = largest_difference(expected, got)
    if largest is None or not 0 < largest[0] < 1:
        return 3
    return min(9, max(3, 1 - math.floor(math.log10(largest[0]))))


def largest_difference(expected: Matrix, got: Matrix) -> tuple[float, int, int] | None:
    """The largest difference and where; None where the shapes differ or it is no number."""
    if [len(row) for row in expected] != [len(row) for row in got]:
        return None
    gaps = [
        (abs(e - g), i, j)
        for i, (wanted, given) in enumerate(zip(expected, got, strict=True))
        for j, (e, g) in enumerate(zip(wanted, given, strict=True))
    ]
    if not gaps or not all(math.isfinite(gap) for gap, _, _ in gaps):
        return None
    return max(gaps, key=lambda gap: gap[0])


def count(rows: Matrix) -> int:
    """How many numbers there are."""
    return sum(map(len, rows))


def too_many(rows: Matrix, lang: Lang) -> str:
    """What is said of an array that is too large to show."""
    return TOO_MANY.into(lang).format(rows=len(rows), columns=len(rows[0]))
