"""From colours back to numbers: where on a colour map each colour of a picture lies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.heatmap.others import OTHERS
from grader.labs.multi_head.heatmap.viridis import VIRIDIS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grader.model import Array, Pixels

NEAR = 28.0
"""How far from a colour map (in RGB, 0 to 255) a colour is still taken for one of it: JPEG noise
and small palettes move colours by less, and no grey is as near to viridis."""
COLOURED = 30
"""The difference between the largest and the smallest channel from which a colour is no grey."""
MANY = 500
"""The commonest colours, of which the map is told."""
ENOUGH = 0.6
"""The part of a picture's coloured pixels that a map must explain."""


@cache
def table(name: str) -> NDArray[np.float32]:
    """The colours of a map, (256, 3), lowest value first."""
    if name == "viridis":
        return np.frombuffer(VIRIDIS, np.uint8).reshape(256, 3).astype(np.float32)
    few = np.frombuffer(OTHERS[name], np.uint8).reshape(-1, 3)
    at = np.linspace(0, len(few) - 1, 256)
    channels = [np.interp(at, np.arange(len(few)), few[:, c]) for c in range(3)]
    return np.stack(channels, axis=1).astype(np.float32)


def inverted(colours: NDArray[np.float32], name: str) -> tuple[Array, Array]:
    """Where on the map each of (n, 3) colours lies, 0 to 1, and how far from it."""
    known = table(name)
    squared = (known**2).sum(1) - 2 * colours @ known.T
    at = squared.argmin(axis=1)
    away = np.linalg.norm(colours - known[at], axis=1)
    return (at + 0.5) / 256, away.astype(np.float64)


def each(points: Pixels, name: str) -> tuple[Array, Array]:
    """The same for pixels in any shape, (..., 3); every colour is looked up once."""
    wide = points.astype(np.int32)
    codes = wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]
    found, which = np.unique(codes, return_inverse=True)
    channels = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1)
    at, away = inverted(channels.astype(np.float32), name)
    which = which.reshape(codes.shape)
    return at[which], away[which]


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """A picture as numbers of coarse colours, of which there are few."""

    codes: NDArray[np.int32]
    """(height, width); six bits a channel."""
    present: NDArray[np.int64]
    """The codes that occur, and how often each does."""
    counts: NDArray[np.int64]
    colours: NDArray[np.float32]
    """(n, 3): the middle of what each code stands for."""
    background: int
    """The code that is most common along the edge of the picture."""

    @property
    def coloured(self) -> NDArray[np.bool_]:
        """Which of the colours are no shade of grey, and not the background."""
        spread = self.colours.max(1) - self.colours.min(1)
        found: NDArray[np.bool_] = (spread >= COLOURED) & (self.present != self.background)
        return found


def coded(pixels: Pixels) -> Coded:
    """Count the colours of a picture."""
    red, green, blue = (pixels[..., c].astype(np.int32) for c in range(3))
    codes = (red >> 2 << 12) | (green >> 2 << 6) | (blue >> 2)
    all_counts = np.bincount(codes.ravel(), minlength=1 << 18)
    present = np.flatnonzero(all_counts)
    channels = [(present >> shift & 63) * 4 + 1.5 for shift in (12, 6, 0)]
    edge = np.concatenate([codes[0], codes[-1], codes[:, 0], codes[:, -1]])
    return Coded(
        codes,
        present,
        all_counts[present],
        np.stack(channels, axis=1).astype(np.float32),
        int(np.bincount(edge).argmax()),
    )


@lru_cache(maxsize=2)
def placed(picture: Coded, name: str) -> tuple[Array, Array]:
    """Where each of its colours lies on a map, and how far from it."""
    return inverted(picture.colours, name)


def values(picture: Coded, name: str) -> NDArray[np.float32]:
    """(height, width): each pixel's place on the map; NaN for the background and what is off it."""
    at, away = placed(picture, name)
    on = (away <= NEAR) & (picture.present != picture.background)
    lookup = np.full(1 << 18, np.nan, np.float32)
    lookup[picture.present[on]] = at[on]
    return lookup[picture.codes]


def unexplained(picture: Coded, names: tuple[str, ...]) -> NDArray[np.bool_]:
    """Which of its colours are neither grey nor on any of these maps."""
    left = picture.coloured
    for name in names:
        left &= placed(picture, name)[1] > NEAR
    return left


def likely(picture: Coded, explained: tuple[str, ...]) -> str | None:
    """The map that most of the unexplained colours are on; ``gray`` where nothing has a colour."""
    left = unexplained(picture, explained)
    if picture.counts[left].sum() < picture.codes.size // 200:
        return None if explained else _grey(picture)
    which = np.flatnonzero(left)
    which = which[np.argsort(picture.counts[which])[-MANY:]]
    enough = ENOUGH * picture.counts[which].sum()
    if not explained and _share(picture, which, "viridis") > enough:
        return "viridis"
    found = {n: _share(picture, which, n) for n in ("viridis", *OTHERS) if n not in explained}
    best = max(found, key=lambda n: found[n])
    return best if found[best] > enough else None


def _share(picture: Coded, which: NDArray[np.int64], name: str) -> float:
    """How many pixels of these colours are on the map; fewer where they are less near."""
    away = inverted(picture.colours[which], name)[1]
    return float((picture.counts[which] * np.clip(1 - (away - 4) / NEAR, 0, 1)).sum())


def _grey(picture: Coded) -> str | None:
    """Whether a good part of the picture is in shades that are neither its ground nor its ink."""
    shade = picture.colours.mean(axis=1)
    ground = picture.colours[picture.present == picture.background].mean()
    grey = (np.abs(shade - ground) > 12) & (shade > 12) & (shade < 243)
    return "gray" if picture.counts[grey].sum() > picture.codes.size // 12 else None
