"""From pixels to heat maps: find the blocks of colour, count their cells, read each one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.heatmap import cells, colours, grid, layout, smooth
from grader.labs.multi_head.heatmap.arrange import arranged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from grader.labs.multi_head.heatmap.layout import Box
    from grader.model import Array, Pixels

SIDE = 8
"""Cells across and down in the lab's maps."""
SMALL = 0.3
"""The part of the largest block's area below which another block is no map."""
SHARP = 0.005
"""The part of the variance that may be left within cells of one colour."""
LEAST = 12
"""Pixels across below which a block is no map."""


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """One heat map as it was read back from a picture."""

    values: Array
    """(rows, columns), 0 to 1 along the colour map; NaN where a cell has no colour of it."""
    cmap: str
    box: tuple[float, float, float, float]
    """Left, top, right, bottom as fractions of the picture."""
    certain: bool
    """The number of cells is beyond doubt."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """All that a picture shows of heat maps."""

    maps: tuple[Map, ...]
    """Row by row from the top, each from the left."""
    arrangement: tuple[int, int] | None
    """Rows and columns of maps; None where they form no grid."""
    certain: bool
    """Everything that looks like a map was read as one, and its cells counted."""
    bare: bool
    """There is nothing but background, lines and letters."""


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """A block of colour, and how many cells it has."""

    box: Box
    cmap: str
    picture: NDArray[np.float32]
    rows: grid.Axis
    columns: grid.Axis

    @property
    def filled(self) -> float:
        """The part of it that has a colour of the map."""
        return float(np.isfinite(self.picture).mean())

    @property
    def sharp(self) -> bool:
        """Its cells, where they were counted, are each of one colour."""
        return self.rows.rest < SHARP and self.columns.rest < SHARP

    @property
    def fits(self) -> bool:
        """It can be a map of the lab's size."""
        return self.rows.fits(SIDE) and self.columns.fits(SIDE)

    @property
    def counted(self) -> tuple[int, int] | None:
        """Rows and columns, where both can be counted."""
        r, c = self.rows, self.columns
        return None if r.count is None or c.count is None else (r.count, c.count)


def read(pixels: Pixels) -> Reading:
    """Find the heat maps of a picture and read their cells; (height, width, 3)."""
    picture = colours.coded(pixels)
    found: list[_Block] = []
    names: tuple[str, ...] = ()
    while len(names) < 3 and (name := colours.likely(picture, names)):
        names = (*names, name)
        found += _blocks(picture, name)
    found = _apart(found)
    largest = max((b.box.area for b in found), default=0)
    found = [b for b in found if b.box.area >= SMALL * largest]
    clear = not any(b.area >= SMALL * largest for b in _riddles(picture, names))
    lab = any(b.counted == (SIDE, SIDE) for b in found)
    maps = [m for b in found for m in _maps(pixels, b, usual=lab)]
    return _together(maps, clear=clear, bare=not found and clear and not names)


def _blocks(picture: colours.Coded, name: str) -> list[_Block]:
    at = colours.values(picture, name)
    found = []
    for box in layout.blocks(np.isfinite(at)):
        part = at[box.top : box.bottom, box.left : box.right]
        if min(part.shape) >= LEAST and not grid.is_bar(part):
            found.append(_Block(box, name, part, grid.down(part), grid.across(part)))
    return found


def _apart(found: Sequence[_Block]) -> list[_Block]:
    """The blocks without those that lie over others and have less of their own map's colours."""
    kept: list[_Block] = []
    for block in sorted(found, key=lambda b: -b.filled * b.box.area):
        if not any(block.box.overlaps(other.box) for other in kept):
            kept.append(block)
    return kept


def _riddles(picture: colours.Coded, names: tuple[str, ...]) -> list[Box]:
    """Blocks in colours that are on no map that is known."""
    left = colours.unexplained(picture, names)
    if picture.counts[left].sum() < 0.02 * picture.codes.size:
        return []
    lookup = np.zeros(1 << 18, bool)
    lookup[picture.present[left]] = True
    return layout.blocks(lookup[picture.codes])


def _maps(pixels: Pixels, block: _Block, *, usual: bool) -> list[Map]:
    """The map of a block; several where it is the lab's maps with nothing between them."""
    shape, certain = _shape(block, usual=usual)
    smoothed = None
    if not block.counted or not block.sharp:
        smoothed = smooth.values(pixels, block.box, SIDE, block.cmap)
    if smoothed is None:
        values = cells.read(pixels, block.box, shape, block.cmap)
    else:
        values, certain = smoothed, True
    down, over = (n // SIDE if n in (2 * SIDE, 4 * SIDE) else 1 for n in shape)
    pieces = [
        (i, j, piece)
        for i, row in enumerate(np.vsplit(values, down))
        for j, piece in enumerate(np.hsplit(row, over))
    ]
    certain = certain and len(pieces) == 1
    height, width = pixels.shape[:2]
    high, wide = block.box.height / down, block.box.width / over
    return [
        Map(
            piece,
            block.cmap,
            (
                (block.box.left + j * wide) / width,
                (block.box.top + i * high) / height,
                (block.box.left + (j + 1) * wide) / width,
                (block.box.top + (i + 1) * high) / height,
            ),
            certain,
        )
        for i, j, piece in pieces
    ]


def _shape(block: _Block, *, usual: bool) -> tuple[tuple[int, int], bool]:
    """Rows and columns of a block, and whether they are beyond doubt.

    Where neighbouring cells are of one colour, fewer cells would do as well: then it has as many as
    another map of the same picture that shows them all. Where the cells that were counted are not
    each of one colour, there may be more of them.
    """
    counted = block.counted
    if counted == (SIDE, SIDE):
        return counted, True
    if block.fits and (usual or SIDE in (counted or ())):
        return (SIDE, SIDE), True
    if counted is None:
        return (SIDE, SIDE), False
    return counted, min(counted) > 2 and block.sharp


def _together(maps: Sequence[Map], *, clear: bool, bare: bool) -> Reading:
    """The maps in reading order, with the grid that they form."""
    at, shape = arranged([m.box for m in maps])
    certain = clear and all(m.certain for m in maps) and (bool(maps) or bare)
    return Reading(tuple(maps[i] for i in at), shape, certain, bare)
