"""How many cells a block of colour has across and down, and whether it is a colour bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grader.model import Array

MOST = 33
"""Cells across that are looked for."""
NEEDED = 8
"""Cells across that are tried in any case."""
LEAST = 5
"""Pixels across below which a cell is not told from the change between two others."""
LINES = 48
"""Lines of a block that are looked at in each direction."""
PLAIN = 3e-5
"""The variance below which a line is of one colour."""
FAINT = 2e-4
"""The same, where noise could hide the cells."""
FLAT = 0.06
"""The part of the variance that may be left within cells of one colour."""
DROP = 0.3
"""By how much the right number must leave less than every smaller one."""


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """A block in one direction."""

    count: int | None
    """The smallest number of equal cells of one colour; None where colours change smoothly."""
    left: Array
    """The part of the variance that is left within 1, 2, 3 ... cells."""
    plain: bool
    """Every line is of one colour, so that any number of cells would do."""

    @property
    def rest(self) -> float:
        """The part of the variance that is left within as many cells as were counted."""
        return float(self.left[self.count - 1]) if self.count else 1.0

    def fits(self, count: int) -> bool:
        """Whether so many equal cells would do, though fewer may."""
        return self.plain or bool(self.left[count - 1] <= FLAT)


def across(block: NDArray[np.float32]) -> Axis:
    """The columns of a block of places on a colour map, (height, width), NaN where it has none."""
    step = max(1, len(block) // LINES)
    lines = block[step // 2 :: step].astype(np.float64)
    on = np.isfinite(lines)
    filled = np.where(on, lines, 0.0)
    sums = [_summed(a) for a in (on.astype(np.float64), filled, filled**2)]
    whole = _within(sums, 1, block.shape[1])
    if whole < PLAIN:
        return Axis(1, np.zeros(NEEDED), plain=True)
    left = [1.0]
    for n in range(2, max(min(MOST, block.shape[1] // LEAST), NEEDED) + 1):
        left.append(_within(sums, n, block.shape[1]) / whole)
        if left[-1] <= min(FLAT, DROP * min(left[:-1])):
            left += [_within(sums, m, block.shape[1]) / whole for m in range(n + 1, NEEDED + 1)]
            return Axis(n, np.array(left), plain=False)
    return Axis(None, np.array(left), plain=whole < FAINT)


def down(block: NDArray[np.float32]) -> Axis:
    """The rows of a block."""
    return across(block.T)


def _summed(a: Array) -> Array:
    return np.concatenate([np.zeros((len(a), 1)), a.cumsum(axis=1)], axis=1)


def _within(sums: list[Array], count: int, width: int) -> float:
    """The variance within ``count`` equal stretches of each line, their ends left out."""
    edges = np.arange(count + 1) * width / count
    margin = 0.0 if count == 1 else min(max(1.0, 0.12 * width / count), 0.4 * width / count)
    low = np.ceil(edges[:-1] + margin).astype(int)
    high = np.maximum(np.floor(edges[1:] - margin).astype(int), low)
    n, total, squares = (s[:, high] - s[:, low] for s in sums)
    spread = squares - total**2 / np.maximum(n, 1.0)
    return float(max(spread.sum(), 0.0) / max(n.sum(), 1.0))


def is_bar(block: NDArray[np.float32]) -> bool:
    """Whether a block is a colour bar: one colour across, and the whole range along it."""
    return any(_is_bar(lines) for lines in (block, block.T))


def _is_bar(lines: NDArray[np.float32]) -> bool:
    few = lines[:, :: max(1, lines.shape[1] // 16)]
    full = few[np.isfinite(few).all(axis=1)]
    if len(full) < max(8, 0.5 * len(lines)):
        return False
    along = np.median(full, axis=1)
    steps = np.diff(along)
    one_way = max((steps >= -0.004).mean(), (steps <= 0.004).mean())
    spread = np.abs(full - along[:, None]).mean()
    return bool(spread < 0.01 and one_way > 0.97 and abs(steps.sum()) > 0.85)
