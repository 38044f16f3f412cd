"""Where in a picture the blocks of colour are: cut along what is empty from edge to edge."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

Span = tuple[int, int]
"""From, and up to but without."""
CELLS = 6
"""So many equal stretches in a row are the cells of maps, with gaps between them."""


class Box(NamedTuple):
    """A rectangle of pixels; ``bottom`` and ``right`` are the first outside it."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """In pixels."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """In pixels."""
        return self.right - self.left

    @property
    def area(self) -> int:
        """In pixels."""
        return self.height * self.width

    def overlaps(self, other: Box) -> bool:
        """Whether they share any pixel."""
        return max(self.top, other.top) < min(self.bottom, other.bottom) and max(
            self.left, other.left
        ) < min(self.right, other.right)


def blocks(colour: NDArray[np.bool_]) -> list[Box]:
    """The blocks of a picture in which ``colour`` says what is coloured; (height, width).

    Lines and letters are first worn away, being thin.
    """
    size = min(max(min(colour.shape) // 150, 3), 8)
    if min(colour.shape) < 4 * size:
        return []
    worn = eroded(colour, size)
    whole = Box(0, 0, *worn.shape)
    return [
        Box(b.top, b.left, b.bottom + size - 1, b.right + size - 1) for b in _cut(worn, whole, 0)
    ]


def eroded(mask: NDArray[np.bool_], size: int) -> NDArray[np.bool_]:
    """Where a square of this size, with its upper left corner there, is wholly in the mask."""
    for _ in "yx":
        left, step = size - 1, 1
        while left:
            step = min(step, left)
            mask = mask[step:] & mask[:-step]
            left -= step
            step *= 2
        mask = mask.T
    return mask


def _cut(mask: NDArray[np.bool_], box: Box, depth: int) -> Iterator[Box]:
    inside = mask[box.top : box.bottom, box.left : box.right]
    rows, columns = (joined(spans(np.atleast_1d(inside.any(axis=axis)))) for axis in (1, 0))
    if not rows:
        return
    parts = [
        Box(box.top + t, box.left + le, box.top + b, box.left + r)
        for t, b in rows
        for le, r in columns
    ]
    if len(parts) == 1:
        yield parts[0]
    elif depth < 6:
        for part in parts:
            yield from _cut(mask, part, depth + 1)


def spans(line: NDArray[np.bool_]) -> list[Span]:
    """The stretches of a line that are on."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]


def joined(found: list[Span]) -> list[Span]:
    """The same, with cells that have gaps between them joined to the maps that they are of."""
    widths = np.array([b - a for a, b in found])
    if len(found) < CELLS:
        return found
    usual = np.median(widths)
    alike = np.abs(widths - usual) <= max(2.0, 0.15 * usual)
    gaps = np.array([c - b for (_, b), (c, _) in pairwise(found)])
    between = gaps[alike[:-1] & alike[1:]]
    if alike.sum() < CELLS or not between.size or between.min() > 0.6 * usual:
        return found
    most = 1.6 * between.min() + 1.5
    out = [found[0]]
    for i, span in enumerate(found[1:]):
        if alike[i] and alike[i + 1] and gaps[i] <= most:
            out[-1] = (out[-1][0], span[1])
        else:
            out.append(span)
    return out
