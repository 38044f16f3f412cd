"""Maps whose colours run into one another: a smoothing ``interpolation`` of Matplotlib.

It passes through the value of each cell in the cell's middle, so that the cells can be read there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grader.model import Array

CLOSE = 0.03
"""How far, on average, a block may be from what its cells say."""
FURTHER = 1.5
"""How much further every smaller number of cells must be from it."""


def fits(block: NDArray[np.float32], count: int) -> bool:
    """Whether a block is that of count × count cells, smoothed, and of no fewer."""
    if min(block.shape) < 4 * count:
        return False
    right = _residual(block, count)
    fewer = [_residual(block, n) for n in range(2, count)]
    return right <= CLOSE and all(right * FURTHER <= less for less in fewer)


def _residual(block: NDArray[np.float32], count: int) -> float:
    """The mean distance of a block from the bilinear picture of its cells' middles."""
    y, x = (_middles(n, count) for n in block.shape)
    cells = np.nan_to_num(block[np.ix_(y, x)], nan=0.5).astype(np.float64)
    points = [np.linspace(0, n - 1, 5 * count).astype(int) for n in block.shape]
    weights = [_weights(p, n, count) for p, n in zip(points, block.shape, strict=True)]
    drawn = weights[0] @ cells @ weights[1].T
    return float(np.nanmean(np.abs(block[np.ix_(*points)] - drawn)))


def _middles(size: int, count: int) -> NDArray[np.int64]:
    return ((np.arange(count) + 0.5) * size / count).astype(np.int64)


def _weights(points: NDArray[np.int64], size: int, count: int) -> Array:
    """(points, count): how much each cell counts at each point."""
    at = np.clip((points + 0.5) * count / size - 0.5, 0, count - 1)
    return np.maximum(0.0, 1.0 - np.abs(at[:, None] - np.arange(count)))
