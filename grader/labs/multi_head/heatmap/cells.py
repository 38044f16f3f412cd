"""The value of each cell of a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.heatmap.colours import NEAR, each

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grader.labs.multi_head.heatmap.layout import Box
    from grader.model import Array, Pixels

POINTS = 8
"""Points across and down at which the inside of a cell is looked at."""
EDGE = 0.2
"""The part of a cell along each of its edges that is left out."""
EXACT = 5.0
"""A colour that is so near to the map is of it, and none that a letter's edge was mixed into."""
FILLED = 0.12
"""The part of a cell that must be of the map, or it has no value."""


def read(pixels: Pixels, box: Box, shape: tuple[int, int], cmap: str) -> Array:
    """(rows, columns): each cell's place on the colour map, 0 to 1; NaN where it has none."""
    rows, columns = shape
    y = inside(box.top, box.height, rows)
    x = inside(box.left, box.width, columns)
    seen = pixels[y[:, None], x[None, :]].reshape(rows, POINTS, columns, POINTS, 3)
    at, away = each(seen.transpose(0, 2, 1, 3, 4).reshape(rows * columns, -1, 3), cmap)
    exact = away <= EXACT
    enough = exact.mean(axis=1, keepdims=True) >= FILLED
    used = np.where(enough, exact, away <= NEAR)
    return middle(at, used).reshape(rows, columns)


def inside(start: int, size: int, count: int) -> NDArray[np.int64]:
    """Pixels along one direction: POINTS in each of ``count`` cells, away from its edges."""
    within = EDGE + (1 - 2 * EDGE) * (np.arange(POINTS) + 0.5) / POINTS
    where = (np.arange(count)[:, None] + within).ravel() * size / count
    return start + np.clip(where.astype(np.int64), 0, size - 1)


def middle(at: Array, used: NDArray[np.bool_]) -> Array:
    """The median of each row's numbers that are used; NaN where these are too few."""
    count = used.sum(axis=1)
    ordered = np.sort(np.where(used, at, np.inf), axis=1)
    found = ordered[np.arange(len(at)), np.maximum(count - 1, 0) // 2]
    return np.where(count >= FILLED * at.shape[1], found, np.nan)
