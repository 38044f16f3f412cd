"""How many maps a picture shows, how they lie, and which of them are the same."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head import heatmap_words as words
from grader.labs.multi_head.heatmap import SIDE
from grader.labs.multi_head.say import failed, note, passed, review
from grader.labs.multi_head.shown import NAME, Shown
from grader.model import Finding, Text, Verdict, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.labs.multi_head.heatmap import Reading
    from grader.model import Array, Panel

HEADS = 4
GRID = (2, 2)
EQUAL = 0.006
"""Of the colour range: one colour step, and a little; exact pictures of equal maps differ by 0."""
HARDLY = 0.02
"""The same, where a lossy picture could hide or make the difference."""
TOGETHER = 0.9
"""Correlation of maps that are one map, and something small added to each."""
NUMBERS = 1e-9
"""Drawn arrays that differ by no more are the same."""


def panels_verdict(found: Shown) -> Verdict:
    """Whether there are four maps of 8 x 8 cells in a 2 x 2 grid."""
    path, reading = found.path or NAME, found.reading
    drawn = _faults([p.values.shape for p in found.panels], found.grid, path)
    if reading and reading.certain:
        faults = _faults([m.values.shape for m in reading.maps], reading.arrangement, path)
        if faults and found.figure and not drawn and _read_alike(reading, found.again):
            return passed(note(words.BY_DRAWING))  # the drawing's own picture is misread too
        return failed(*faults) if faults else passed()
    if found.agrees and not drawn:
        return passed(note(words.BY_DRAWING))
    if found.agrees and not _composed(found):
        return failed(*drawn)
    return review(Finding(words.UNSURE.format(path=same(path)), path))


def _faults(
    shapes: Sequence[tuple[int, ...]], grid: tuple[int, int] | None, path: str
) -> list[Finding]:
    """What differs from the lab's figure, in words; nothing where nothing does."""
    says = {0: words.NO_MAP, 1: words.ONE}.get(len(shapes), words.COUNT)
    if len(shapes) != HEADS:
        return [Finding(says.format(path=same(path), n=len(shapes)), path)]
    found: list[Text] = []
    if grid is None:
        found.append(words.SCATTERED.format(path=same(path)))
    elif grid != GRID:
        found.append(words.PLACED.format(path=same(path), rows=grid[0], columns=grid[1]))
    found += [
        words.SIZE.format(n=n, rows=shape[0], columns=shape[1])
        for n, shape in enumerate(shapes, start=1)
        if shape != (SIDE, SIDE)
    ]
    return [Finding(text, path) for text in found]


def _read_alike(one: Reading, other: Reading | None) -> bool:
    """Whether two pictures are read as the same layout."""
    if other is None or one.arrangement != other.arrangement:
        return False
    return [m.values.shape for m in one.maps] == [m.values.shape for m in other.maps]


def _composed(found: Shown) -> bool:
    """Whether the maps may have been put together into one array before they were drawn."""
    return any(s > SIDE and s % SIDE == 0 for p in found.panels for s in p.values.shape)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Which maps are alike; numbered from 1, row by row."""

    equal: tuple[tuple[int, int], ...]
    hardly: tuple[tuple[int, int], ...]
    """Too alike to be sure."""


def pairs(found: Shown) -> Pairs | None:
    """Compare every two maps; None where there are not as many as heads."""
    reading = found.reading
    drawn = [p.values for p in found.panels] if found.agrees or reading is None else []
    read = [m.values for m in reading.maps] if reading and reading.certain else []
    if len(read) < HEADS and len(drawn) < HEADS:
        return None
    equal: list[tuple[int, int]] = []
    hardly: list[tuple[int, int]] = []
    count = len(read) if len(read) >= HEADS else len(drawn)
    for a, b in combinations(range(count), 2):
        exact = _apart(drawn, a, b) if len(drawn) == count else None
        seen = _apart(read, a, b) if len(read) == count else None
        if exact <= NUMBERS if exact is not None else seen is not None and seen <= EQUAL:
            equal.append((a + 1, b + 1))
        elif seen is not None and seen <= (EQUAL if exact is not None else HARDLY):
            hardly.append((a + 1, b + 1))
    return Pairs(tuple(equal), tuple(hardly))


def one_in_disguise(panels: Sequence[Panel]) -> bool:
    """All maps rise and fall together, and they are not what the heads attended to.

    Maps of heads with random weights hardly do: among 400 drawings the least alike of four
    correlated by 0.11 at most.
    """
    if len(panels) < HEADS or not all(p.own is False for p in panels):
        return False
    maps = [p.values.ravel() for p in panels]
    if len({m.size for m in maps}) > 1 or not all(np.isfinite(m).all() and m.std() for m in maps):
        return False
    return float(np.corrcoef(maps).min()) > TOGETHER


def _apart(maps: Sequence[Array], a: int, b: int) -> float:
    """The largest difference of two maps; infinite where their sizes or gaps differ."""
    one, other = maps[a], maps[b]
    if one.shape != other.shape or (np.isnan(one) != np.isnan(other)).any():
        return float("inf")
    off = np.abs(one - other)
    return float(np.nanmax(off)) if np.isfinite(off).any() else 0.0
