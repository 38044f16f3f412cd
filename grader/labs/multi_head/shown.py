"""What the committed picture shows, what mha.py drew, and whether they are the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.alike import SAME, Apart, alike, apart, same_order, scaled
from grader.labs.multi_head.files import find
from grader.labs.multi_head.heatmap import Reading, arranged, read
from grader.model import Evidence, Image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Failure, Figure, Panel

NAME = "heatmap.png"


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The picture and the drawing side by side."""

    path: str | None
    image: Image | Failure | None
    reading: Reading | None
    """None where there are no pixels."""
    figure: Figure | None
    """Of the figures that mha.py drew the one that should be the picture."""
    panels: tuple[Panel, ...]
    """Its heat maps, row by row from the top."""
    grid: tuple[int, int] | None
    """Rows and columns of these."""
    agrees: bool | None
    """The picture is that drawing; None where it cannot be told."""
    apart: Apart | None
    """Where they do not agree, if they have as many maps of the same size."""
    again: Reading | None
    """What is read from the drawing's own picture."""


@lru_cache(maxsize=2)
def shown(evidence: Evidence) -> Shown:
    """Read the picture, and compare it with what mha.py drew."""
    found = find(evidence.submission, NAME)
    image = evidence.image
    reading = read(image.pixels) if isinstance(image, Image) else None
    best = _best(_figures(evidence), image, reading)
    return Shown(
        path=found[0] if found else None,
        image=image,
        reading=reading,
        figure=best.figure,
        panels=best.panels,
        grid=best.grid,
        agrees=best.agrees,
        apart=best.apart,
        again=best.again,
    )


def _figures(evidence: Evidence) -> list[Figure]:
    """What mha.py drew, the likeliest to be the picture first."""
    drawn = evidence.drawing.figures if evidence.drawing else ()
    order = sorted(
        enumerate(drawn),
        key=lambda f: (_named(f[1].path), bool(maps_of(f[1])), f[0]),
        reverse=True,
    )
    return [figure for _, figure in order[:MOST]]


MOST = 6
"""Figures that are looked at."""


def _named(path: str) -> bool:
    return path.replace("\\", "/").rpartition("/")[2].lower() == NAME


def maps_of(figure: Figure) -> tuple[Panel, ...]:
    """Its heat maps row by row; a colour bar is one cell wide and is none."""
    found = [p for p in figure.panels if p.values.ndim == 2 and min(p.values.shape) > 1]
    return tuple(found[i] for i in arranged([p.box for p in found])[0])


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One figure beside the picture."""

    figure: Figure | None = None
    panels: tuple[Panel, ...] = ()
    grid: tuple[int, int] | None = None
    agrees: bool | None = None
    apart: Apart | None = None
    again: Reading | None = None


def _best(
    figures: Sequence[Figure], image: Image | Failure | None, reading: Reading | None
) -> _Side:
    """The figure that is the picture, or else the first."""
    first: _Side | None = None
    for figure in figures:
        side = _beside(figure, image, reading)
        if side.agrees:
            return side
        first = first or side
    return first or _Side()


def _beside(figure: Figure, image: Image | Failure | None, reading: Reading | None) -> _Side:
    panels = maps_of(figure)
    grid = arranged([p.box for p in panels])[1]
    if not isinstance(image, Image) or reading is None:
        return _Side(figure, panels, grid)
    if figure.image is not None and np.array_equal(figure.image, image.pixels):
        return _Side(figure, panels, grid, agrees=True, again=reading)
    again = read(figure.image) if figure.image is not None else None
    agrees, most = _compared(reading, again, panels)
    if agrees is None and alike(image.pixels, figure.image):
        agrees = True
    return _Side(figure, panels, grid, agrees, most, again)


def _compared(
    reading: Reading, again: Reading | None, panels: Sequence[Panel]
) -> tuple[bool | None, Apart | None]:
    """Whether the maps agree with those of the drawing's own picture, or with the drawn arrays."""
    mine = [m.values for m in reading.maps]
    readable = again is not None and again.certain
    theirs = [m.values for m in again.maps] if again and readable else None
    drawn = [scaled(p) for p in panels]
    found = [
        most
        for other in (theirs, drawn)
        if other and all(o is not None for o in other)
        for most in [apart(mine, [o for o in other if o is not None])]
    ]
    if any(a is not None and a.by <= SAME for a in found):
        return True, None
    if not reading.certain or not (found and panels):
        return None, None
    if not readable and (found == [None] or same_order(mine, drawn)):
        return None, None  # a scale of its own, such as a logarithm, or more than maps
    return False, found[0]
