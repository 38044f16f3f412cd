"""Whether two sets of maps are the same, and where they differ most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Array, Panel, Pixels

SAME = 0.04
"""Of the colour range: two readings of one drawing are not further apart, smoothed or not."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Where picture and drawing differ most: the map, its row and column, from 1; how much."""

    map: int
    row: int
    column: int
    by: float
    """Of the colour range."""


def scaled(panel: Panel) -> Array | None:
    """The panel's values as parts of its colour range; None where it has no range."""
    if not np.isfinite([panel.low, panel.high]).all() or panel.low >= panel.high:
        return None
    clipped: Array = np.clip((panel.values - panel.low) / (panel.high - panel.low), 0, 1)
    return clipped


def apart(mine: Sequence[Array], other: Sequence[Array]) -> Apart | None:
    """Where two sets of maps differ most; None where they have no common size."""
    if not mine or [m.shape for m in mine] != [o.shape for o in other]:
        return None
    off = [_off(a, b) for a, b in zip(mine, other, strict=True)]
    n = int(np.argmax([o.max() for o in off]))
    row, column = np.unravel_index(off[n].argmax(), off[n].shape)
    return Apart(n + 1, int(row) + 1, int(column) + 1, float(off[n].max()))


def _off(one: Array, other: Array) -> Array:
    """The distance cell by cell; a cell that only one of them has is off by the whole range."""
    both = np.isnan(one) & np.isnan(other)
    return np.where(both, 0.0, np.nan_to_num(np.abs(one - other), nan=1.0))


def same_order(mine: Sequence[Array], drawn: Sequence[Array | None]) -> bool:
    """Whether in every map the cells have the same order, whatever the scale."""
    if [m.shape for m in mine] != [None if d is None else d.shape for d in drawn]:
        return False
    for a, b in zip(mine, drawn, strict=True):
        if b is None or np.isnan(a).any() or np.isnan(b).any():
            return False
        steps = np.diff(a.ravel()[np.argsort(b.ravel(), kind="stable")])
        if steps.min() < -SAME:
            return False
    return True


def alike(one: Pixels, other: Pixels | None) -> bool:
    """Whether two pictures of one size differ in hardly any pixel; where cells cannot be read."""
    if other is None or one.shape != other.shape:
        return False
    off = np.abs(one.astype(np.int16) - other).max(axis=2)
    return bool((off > 12).mean() < 1e-4)
