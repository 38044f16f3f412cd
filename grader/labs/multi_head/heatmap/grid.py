"""How many cells a block of colour has across and down, and whether it is a colour bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grader.model import Array

MOST = 40
"""Cells across that are looked for."""
LINES = 96
"""Lines of a block that are looked at in each direction."""
PLAIN = 2e-4
"""The variance below which a line is of one colour."""
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
    """(MOST,): the part of the variance that is left within 1, 2, 3 ... cells."""
    plain: bool
    """Every line is of one colour, so that any number of cells would do."""

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
        return Axis(1, np.zeros(MOST), plain=True)
    most = min(MOST, block.shape[1] // 2)
    left = np.ones(MOST)
    left[:most] = [_within(sums, n, block.shape[1]) / whole for n in range(1, most + 1)]
    return Axis(_count(left), left, plain=False)


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


def _count(left: Array) -> int | None:
    least = np.minimum.accumulate(left)
    for n in range(2, len(left) + 1):
        if left[n - 1] <= FLAT and left[n - 1] <= DROP * least[n - 2]:
            return n
    return None


def is_bar(block: NDArray[np.float32]) -> bool:
    """Whether a block is a colour bar: one colour across, and the whole range along it."""
    for lines in (block, block.T):
        with np.errstate(invalid="ignore"):
            on = lines[:, np.isfinite(lines).mean(axis=0) > 0.5]
        if on.shape[1] < 2 or len(on) < 8:
            continue
        along = _middle(on)
        spread = np.nanmean(np.abs(on - along[:, None]))
        steps = np.diff(along[np.isfinite(along)])
        if not steps.size:
            continue
        one_way = max((steps >= -0.004).mean(), (steps <= 0.004).mean())
        if spread < 0.01 and one_way > 0.97 and abs(steps.sum()) > 0.85:
            return True
    return False


def _middle(lines: NDArray[np.float32]) -> NDArray[np.float32]:
    """The value in the middle of each line that has any."""
    ordered = np.sort(lines, axis=1)
    count = np.isfinite(lines).sum(axis=1)
    at = np.maximum(count - 1, 0) // 2
    found: NDArray[np.float32] = ordered[np.arange(len(lines)), at]
    return found
