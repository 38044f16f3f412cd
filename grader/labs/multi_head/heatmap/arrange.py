"""In which order and in which grid the maps of a picture are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def arranged(boxes: Sequence[Edges]) -> tuple[list[int], tuple[int, int] | None]:
    """Which box comes first, second ..., and the rows and columns of the grid that they form.

    Returns:
        Indices row by row from the top, each from the left; None for the grid where there is none.
    """
    rows, columns = (_lines(boxes, axis) for axis in (1, 0))
    at = sorted(range(len(boxes)), key=lambda i: (rows[i], columns[i]))
    shape = (max(rows, default=-1) + 1, max(columns, default=-1) + 1)
    places = {(rows[i], columns[i]) for i in at}
    return at, shape if len(places) == len(boxes) == shape[0] * shape[1] else None


def _lines(boxes: Sequence[Edges], axis: int) -> list[int]:
    """Which row (axis 1) or column (axis 0) of the grid each box is in."""
    middles = [(b[axis] + b[axis + 2]) / 2 for b in boxes]
    least = min((b[axis + 2] - b[axis] for b in boxes), default=0.0)
    starts: list[float] = []
    for middle in sorted(middles):
        if not starts or middle - starts[-1] > least / 2:
            starts.append(middle)
    return [int(np.abs(np.array(starts) - m).argmin()) for m in middles]
