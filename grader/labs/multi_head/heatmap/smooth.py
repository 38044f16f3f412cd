"""Maps whose colours run into one another: a smoothing ``interpolation`` of Matplotlib.

Each of its filters mixes neighbouring cells by their distance. The cells are what, mixed so, comes
nearest to the picture; only if it comes very near are they taken for what was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.heatmap.colours import NEAR, each

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from grader.labs.multi_head.heatmap.layout import Box
    from grader.model import Array, Pixels

    Filter = Callable[[Array], Array]

HIDDEN = [(before, after) for before in (0.0, 0.5, 1.0) for after in (0.0, 0.5, 1.0)]
"""Pixels at either end that the frame may cover."""
SAMPLES = 64
"""Points down and across at which a block is looked at."""
CLOSE = 0.01
"""How far, on average, a block may be from what its cells say."""
FURTHER = 2.0
"""How much further every smaller number of cells must be from it."""
WHOLE = 0.9
"""The part of a block that must be of the colour map."""


def _triangle(d: Array) -> Array:
    return np.maximum(0.0, 1.0 - d)


def _spline(d: Array) -> Array:
    """Agg's ``bicubic``."""
    ends = [np.maximum(0.0, d + shift) ** 3 for shift in (2, 1, 0, -1)]
    far: Array = ends[0] - 4 * ends[1] + 6 * ends[2] - 4 * ends[3]
    return np.where(d < 2, far / 6, 0.0)


def _hermite(d: Array) -> Array:
    return np.where(d < 1, (2 * d - 3) * d**2 + 1, 0.0)


def _gauss(d: Array) -> Array:
    return np.where(d < 2, np.exp(-2 * d**2), 0.0)


def _raised_cosine(d: Array) -> Array:
    """Agg's ``hanning``."""
    return np.where(d < 1, 0.5 + 0.5 * np.cos(np.pi * d), 0.0)


FILTERS: tuple[Filter, ...] = (
    *(_triangle, _spline, _hermite),
    *(_gauss, _raised_cosine),
)


@dataclass(frozen=True, slots=True)
class Fit:
    """One way to smooth, and to lay a frame over the edges."""

    mix: Filter
    hidden: tuple[tuple[float, float], tuple[float, float]] = ((0.5, 0.5), (0.5, 0.5))
    """Pixels that the frame covers at the top and bottom, and at the left and right."""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What a block shows at points spread over it."""

    at: Array
    """(n, n): places on the colour map, NaN where it has none."""
    points: tuple[NDArray[np.int64], NDArray[np.int64]]
    """Where the points are, down and across, in pixels."""
    shape: tuple[int, ...]
    """The block's height and width in pixels."""

    def unmixed(self, count: int, fit: Fit) -> tuple[Array, float]:
        """The cells that come nearest to this, and how far they are off."""
        down, over = (
            _weights((p + before).astype(np.float64), n + before + after, count, fit.mix)
            for p, n, (before, after) in zip(self.points, self.shape, fit.hidden, strict=True)
        )
        on = np.isfinite(self.at)
        seen = np.where(on, self.at, np.mean(self.at[on]))
        cells = np.linalg.pinv(down) @ seen @ np.linalg.pinv(over).T
        return cells, float(np.abs(down @ cells @ over.T - seen)[on].mean())

    def fitted(self, count: int) -> Fit:
        """How so many cells were most likely smoothed and framed."""
        fit = Fit(FILTERS[0])
        for _ in range(2):
            fit = self._best(count, [replace(fit, mix=mix) for mix in FILTERS])
            fit = self._best(count, [replace(fit, hidden=(h, fit.hidden[1])) for h in HIDDEN])
            fit = self._best(count, [replace(fit, hidden=(fit.hidden[0], h)) for h in HIDDEN])
        return fit

    def _best(self, count: int, fits: Sequence[Fit]) -> Fit:
        return min(fits, key=lambda fit: self.unmixed(count, fit)[1])


def values(pixels: Pixels, box: Box, count: int, cmap: str) -> Array | None:
    """(count, count): the cells of a block that is so many, smoothed; None where it is not."""
    shape = (box.height, box.width)
    if min(shape) < 4 * count:
        return None
    down, over = (np.linspace(1, n - 2, SAMPLES).astype(np.int64) for n in shape)
    at, away = each(pixels[np.ix_(box.top + down, box.left + over)], cmap)
    seen = _Seen(np.where(away <= NEAR, at, np.nan), (down, over), shape)
    if np.isfinite(seen.at).mean() < WHOLE:
        return None
    fit = seen.fitted(count)
    cells, off = seen.unmixed(count, fit)
    if off > CLOSE:
        return None
    fewer = (
        seen.unmixed(n, replace(fit, mix=mix))[1] for n in range(2, count) for mix in FILTERS[:2]
    )
    return np.clip(cells, 0, 1) if all(off * FURTHER <= less for less in fewer) else None


def _weights(points: Array, size: float, count: int, mix: Filter) -> Array:
    """(points, count): how much each cell counts at each point; the outer ones go on outside."""
    at = (points + 0.5) * count / size - 0.5
    wide = mix(np.abs(at[:, None] - np.arange(-2, count + 2)))
    inner = wide[:, 2:-2].copy()
    inner[:, 0] += wide[:, :2].sum(axis=1)
    inner[:, -1] += wide[:, -2:].sum(axis=1)
    shares: Array = inner / inner.sum(axis=1, keepdims=True)
    return shares
