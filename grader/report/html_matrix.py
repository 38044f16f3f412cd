"""A counterexample as small shaded matrices, which say the same without their colours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.model import Text
from grader.report import html_words as words
from grader.report.text_example import decimals, largest_difference

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.model import Counterexample

    Matrix = Sequence[Sequence[float]]

MOST = 324
"""Numbers in a matrix that is still shown: 18 rows of 18."""
FAINTEST, STRONGEST = 0.06, 0.5
"""Opacity of the shade of the smallest and of the largest number."""


@dataclass(frozen=True, slots=True)
class Number:
    """One element as it is shown."""

    text: str
    sign: str
    """``plus``, ``minus``, ``zero``, or ``odd`` for what is no finite number."""
    shade: str
    """Opacity of the colour of its sign."""
    worst: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A matrix, or in words what stands for it."""

    name: Text
    rows: tuple[tuple[Number, ...], ...] = ()
    says: Text | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """The matrices in the order of reading, and what is worth saying below them."""

    sizes: Text
    given: tuple[Shown, ...]
    """The input, and the mask where there is one."""
    outcome: tuple[Shown, ...]
    """Expected, got, and the difference where the shapes agree."""
    says: Text | None


def example(at: Counterexample) -> Example:
    """What to draw of a counterexample."""
    sizes = words.SIZES.format(T=at.T, d=at.d_model, H=at.n_heads, seed=at.seed)
    given = [_matrix(words.INPUT, at.x, _scale(at.x))]
    given += [_matrix(words.MASK, at.mask, _scale(at.mask))] if at.mask is not None else []
    return Example(sizes, tuple(given), tuple(_outcome(at)), _remark(at))


def _outcome(at: Counterexample) -> Iterable[Shown]:
    if isinstance(at.got, Text):
        yield _matrix(words.WANTED, at.expected, _scale(at.expected), 4)
        yield Shown(words.CAME, says=at.got)
        return
    scale, places = max(_scale(at.expected), _scale(at.got)), decimals(at.expected, at.got)
    worst = _worst(at)
    yield _matrix(words.WANTED, at.expected, scale, places)
    yield _matrix(words.CAME, at.got, scale, places, worst)
    if _shape(at.expected) == _shape(at.got):
        gap = [
            [b - a for a, b in zip(*pair, strict=True)]
            for pair in zip(at.expected, at.got, strict=True)
        ]
        yield _matrix(words.GAP, gap, _scale(gap), places, worst, signed=True)


def _remark(at: Counterexample) -> Text | None:
    if isinstance(at.got, Text):
        return None
    wanted, came = _shape(at.expected), _shape(at.got)
    if wanted != came:
        return words.OTHER_SHAPE.format(expected=wanted, got=came)
    largest = largest_difference(at.expected, at.got)
    if largest is None:
        return None
    by, row, column = largest
    return words.LARGEST.format(by=f"{by:.3g}", row=row, column=column)


def _worst(at: Counterexample) -> tuple[int, int] | None:
    largest = None if isinstance(at.got, Text) else largest_difference(at.expected, at.got)
    return largest[1:] if largest and largest[0] else None


def _shape(rows: Matrix) -> tuple[int, int]:
    return len(rows), len(rows[0]) if rows else 0


def _matrix(
    name: Text,
    rows: Matrix,
    scale: float,
    places: int | None = None,
    worst: tuple[int, int] | None = None,
    *,
    signed: bool = False,
) -> Shown:
    if sum(map(len, rows)) > MOST:
        return Shown(name, says=words.TOO_LARGE.format(rows=len(rows), columns=max(map(len, rows))))
    shown = (
        tuple(
            number(value, scale, places, signed=signed, worst=(i, j) == worst)
            for j, value in enumerate(row)
        )
        for i, row in enumerate(rows)
    )
    return Shown(name, tuple(shown))


def number(
    value: float,
    scale: float,
    places: int | None = None,
    *,
    signed: bool = False,
    worst: bool = False,
) -> Number:
    """An element with its shade.

    Args:
        value: What it is.
        scale: The size that gets the strongest shade.
        places: Decimals; as many as it takes where that is None.
        signed: A plus in front of what is above zero.
        worst: The one to look at.
    """
    if not math.isfinite(value):
        return Number(f"{value}".replace("-", "−"), "odd", "0", worst)
    text = _written(value, places)
    if not value:
        return Number(text, "zero", "0", worst)
    share = min(1.0, abs(value) / scale) if scale else 0.0
    shade = f"{FAINTEST + (STRONGEST - FAINTEST) * share:.2f}"
    return Number(
        ("+" if signed and value > 0 else "") + text, "plus" if value > 0 else "minus", shade, worst
    )


def _written(value: float, places: int | None) -> str:
    if places is None:
        text = f"{value:.6g}"
    elif abs(value) < 1e6:
        text = f"{value:.{places}f}"
    else:
        text = f"{value:.{places}e}"
    return text.replace("-", "−")


def _scale(rows: Matrix) -> float:
    """The largest finite size."""
    return max((abs(v) for row in rows for v in row if math.isfinite(v)), default=0.0)
