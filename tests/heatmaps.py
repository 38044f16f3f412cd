"""Pictures of known maps, as students make them: each by a few lines of Matplotlib or Pillow."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

TOKENS = ["<bos>", "I", "work", ",", "you", "work", ",", "he"]
Draw = "Callable[[Any, NDArray[np.float64]], Any]"


@dataclass(frozen=True)
class Known:
    """A picture and what it shows: (n, rows, columns) as they lie on it, 0 to 1 of the colours."""

    pixels: NDArray[np.uint8]
    maps: NDArray[np.float64]


def attention(seed: int = 0, sharp: float = 1.0, count: int = 4, T: int = 8) -> Any:
    """(count, T, T): softmax of random scores."""
    scores = sharp * np.random.default_rng(seed).standard_normal((count, T, T))
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def causal(seed: int = 0) -> Any:
    """The same with a causal mask."""
    scores = np.random.default_rng(seed).standard_normal((4, 8, 8))
    e = np.exp(scores) * np.tril(np.ones((8, 8)))
    return e / e.sum(-1, keepdims=True)


def ranged(maps: Any, low: float | None = None, high: float | None = None) -> Any:
    """The maps as parts of the colours' range, each with its own unless one is given."""
    lows = np.nanmin(maps, (1, 2), keepdims=True) if low is None else low
    highs = np.nanmax(maps, (1, 2), keepdims=True) if high is None else high
    return np.clip((maps - lows) / (highs - lows), 0, 1)


def rgb(image: Image.Image) -> Any:
    """A picture's pixels on white, as the grader sees them."""
    over = image.convert("RGBA")
    white = Image.new("RGBA", over.size, "white")
    return np.asarray(Image.alpha_composite(white, over).convert("RGB"))


def saved(figure: Any, **options: Any) -> bytes:
    """The figure as ``savefig`` writes it."""
    file = io.BytesIO()
    figure.savefig(file, format="png", **options)
    plt.close(figure)
    return file.getvalue()


def opened(png: bytes) -> Image.Image:
    """The picture of some bytes."""
    return Image.open(io.BytesIO(png))


def label(axes: Any, title: str = "") -> None:
    """Tokens on both axes."""
    axes.set_xticks(range(len(TOKENS)), TOKENS, rotation=90, fontsize=6)
    axes.set_yticks(range(len(TOKENS)), TOKENS, fontsize=6)
    axes.set_title(title, fontsize=8)


def figure(maps: Any, draw: Any, shape: tuple[int, int] = (2, 2), **options: Any) -> Any:
    """One axes for each map, drawn by ``draw(axes, map)``."""
    size = options.pop("figsize", (5, 5))
    made, grid = plt.subplots(*shape, figsize=size, squeeze=False, **options)
    for axes, a in zip(grid.flat, maps, strict=False):
        draw(axes, a)
    return made


def plain(maps: Any, dpi: int = 80, shape: tuple[int, int] = (2, 2), **options: Any) -> bytes:
    """``imshow`` of every map, the way the lab asks for it."""
    drawn = {k: options.pop(k) for k in ("figsize", "layout", "gridspec_kw") if k in options}

    def draw(axes: Any, a: Any) -> None:
        axes.imshow(a, **{"cmap": "viridis", **options})
        label(axes)

    return saved(figure(maps, draw, shape, **drawn), dpi=dpi)


SOFT, SHARP = attention(), attention(1, sharp=3.0)
CAUSAL = causal()


def _annotated(form: str, colour: str, size: float, dpi: int) -> bytes:
    def draw(axes: Any, a: Any) -> None:
        axes.imshow(a, cmap="viridis")
        for i in range(8):
            for j in range(8):
                axes.text(
                    *(j, i, form.format(a[i, j])), ha="center", va="center", c=colour, fontsize=size
                )
        label(axes)

    return saved(figure(SOFT, draw, figsize=(7, 7)), dpi=dpi)


def _gridded(colour: str, width: float) -> bytes:
    def draw(axes: Any, a: Any) -> None:
        axes.imshow(a, cmap="viridis")
        axes.set_xticks(np.arange(-0.5, 8), minor=True)
        axes.set_yticks(np.arange(-0.5, 8), minor=True)
        axes.grid(which="minor", color=colour, linewidth=width)
        label(axes)

    return saved(figure(SOFT, draw), dpi=80)


def _mesh(maps: Any = SOFT, dpi: int = 80, **options: Any) -> bytes:
    def draw(axes: Any, a: Any) -> None:
        axes.pcolormesh(a[::-1], cmap="viridis", **options)
        axes.set_aspect("equal")

    return saved(figure(maps, draw), dpi=dpi)


def _seaborn() -> bytes:
    """As ``seaborn.heatmap(annot=True, linewidths=1)`` draws it: numbers that fit their ground."""

    def draw(axes: Any, a: Any) -> None:
        mesh = axes.pcolormesh(a, cmap="viridis", linewidths=1, edgecolor="white")
        axes.invert_yaxis()
        axes.figure.colorbar(mesh, ax=axes).outline.set_linewidth(0)
        for (i, j), v in np.ndenumerate(a):
            ink = "w" if v < 0.5 * a.max() else ".15"
            axes.text(j + 0.5, i + 0.5, f"{v:.2f}", c=ink, ha="center", va="center", fontsize=5)
        for spine in axes.spines.values():
            spine.set_visible(False)
        label(axes)

    return saved(figure(SOFT, draw, figsize=(8, 7)), dpi=80)


def _bars(which: str, dpi: int = 80, **options: Any) -> bytes:
    maps = SOFT
    made, grid = plt.subplots(2, 2, figsize=(6, 5), layout="constrained")
    for axes, a in zip(grid.flat, maps, strict=True):
        limits = {} if which == "each" else {"vmin": 0, "vmax": maps.max()}
        image = axes.imshow(a, cmap="viridis", **limits)
        label(axes, "head")
        if which == "each":
            made.colorbar(image, ax=axes, **options)
    if which == "shared":
        made.colorbar(image, ax=grid, **options)
    return saved(made, dpi=dpi)


def _tight_bars() -> bytes:
    from mpl_toolkits.axes_grid1 import make_axes_locatable

    made, grid = plt.subplots(2, 2, figsize=(6, 5))
    for axes, a in zip(grid.flat, SOFT, strict=True):
        image = axes.imshow(a, cmap="viridis")
        made.colorbar(image, cax=make_axes_locatable(axes).append_axes("right", "5%", pad=0.05))
    return saved(made, dpi=70)


def _styled(style: Any, **options: Any) -> bytes:
    with plt.style.context(style):
        made = figure(
            SOFT, lambda axes, a: (axes.imshow(a, cmap="viridis"), axes.grid(visible=False))
        )
        made.suptitle("Attention of four heads")
        return saved(made, dpi=80, **options)


def _five() -> bytes:
    made = figure(SOFT, lambda axes, a: axes.imshow(a, cmap="viridis"))
    made.add_axes((0.45, 0.45, 0.1, 0.1)).set_xticks([])
    return saved(made, dpi=80)


def _matshow() -> bytes:
    return saved(figure(SOFT, lambda axes, a: axes.matshow(a, cmap="viridis")), dpi=80)


def _bare() -> bytes:
    def draw(axes: Any, a: Any) -> None:
        axes.imshow(a, cmap="viridis")
        axes.axis("off")

    return saved(figure(SOFT, draw), dpi=80, bbox_inches="tight")


def _masked() -> bytes:
    upper = np.triu(np.ones((8, 8), bool), 1)
    draw = lambda axes, a: axes.imshow(np.ma.masked_where(upper, a), cmap="viridis", vmin=0, vmax=1)  # noqa: E731
    return saved(figure(CAUSAL, draw, layout="tight"), dpi=80)


def _jpeg(png: bytes, quality: int) -> Image.Image:
    file = io.BytesIO()
    opened(png).convert("RGB").save(file, "JPEG", quality=quality)
    return Image.open(io.BytesIO(file.getvalue()))


def _scaled(png: bytes, factor: float, how: Any) -> Image.Image:
    image = opened(png).convert("RGB")
    return image.resize((int(image.width * factor), int(image.height * factor)), how)


def _on_desktop(png: bytes) -> Image.Image:
    """A screenshot: a window on a coloured desktop."""
    image = opened(png).convert("RGB")
    screen = Image.new("RGB", (image.width + 120, image.height + 90), (58, 110, 165))
    screen.paste((240, 240, 240), (40, 20, image.width + 80, image.height + 70))
    screen.paste(image, (60, 50))
    return screen


def _repeated_tokens() -> Any:
    """Maps in which tokens 2 and 5 and tokens 3 and 6 are the same, as in the lab without
    positions."""
    rng = np.random.default_rng(14)
    rows = rng.standard_normal((8, 16))
    rows[5], rows[6] = rows[2], rows[3]
    scores = np.stack([rows @ rng.standard_normal((16, 16)) @ rows.T / 8 for _ in range(4)])
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _one_hot() -> Any:
    return attention(5, sharp=60.0)


def _flat_first() -> Any:
    """The first head attends to everything alike but for one row."""
    maps = SOFT.copy()
    maps[0] = 1 / 8
    maps[0, 0] = np.eye(8)[2]
    return maps


RIGHT: dict[str, tuple[Callable[[], Any], Any]] = {
    "plain": (lambda: plain(SOFT), ranged(SOFT)),
    "tight": (lambda: plain(SOFT, layout="tight"), ranged(SOFT)),
    "50 dpi": (lambda: plain(SOFT, dpi=50), ranged(SOFT)),
    "40 dpi, 3 inches": (lambda: plain(SOFT, dpi=60, figsize=(3.2, 3.2)), ranged(SOFT)),
    "150 dpi": (lambda: plain(SOFT, dpi=150), ranged(SOFT)),
    "300 dpi": (lambda: plain(SOFT, dpi=300, figsize=(6, 6)), ranged(SOFT)),
    "wide": (lambda: plain(SOFT, figsize=(9, 4)), ranged(SOFT)),
    "one range": (lambda: plain(SOFT, vmin=0, vmax=1), ranged(SOFT, 0, 1)),
    "one range, to the largest": (
        lambda: plain(SOFT, vmin=0, vmax=SOFT.max()),
        ranged(SOFT, 0, SOFT.max()),
    ),
    "sharp": (lambda: plain(SHARP), ranged(SHARP)),
    "one-hot": (lambda: plain(_one_hot(), vmin=0, vmax=1), ranged(_one_hot(), 0, 1)),
    "causal": (lambda: plain(CAUSAL), ranged(CAUSAL)),
    "causal, masked cells": (
        _masked,
        np.where(np.triu(np.ones((8, 8), bool), 1), np.nan, ranged(CAUSAL, 0, 1)),
    ),
    "repeated tokens": (lambda: plain(_repeated_tokens()), ranged(_repeated_tokens())),
    "a head that is flat": (lambda: plain(_flat_first()), ranged(_flat_first())),
    "origin lower": (lambda: plain(SOFT, origin="lower"), ranged(SOFT)[:, ::-1]),
    "aspect auto": (lambda: plain(SOFT, aspect="auto", figsize=(8, 4)), ranged(SOFT)),
    "tall": (lambda: plain(SOFT, aspect="auto", figsize=(4, 8)), ranged(SOFT)),
    "extent": (lambda: plain(SOFT, extent=(0, 8, 8, 0)), ranged(SOFT)),
    "matshow": (_matshow, ranged(SOFT)),
    "pcolormesh": (_mesh, ranged(SOFT)),
    "pcolormesh, white edges": (
        lambda: _mesh(edgecolors="white", linewidth=2),
        ranged(SOFT),
    ),
    "pcolormesh, black edges": (
        lambda: _mesh(edgecolors="k", linewidth=0.5),
        ranged(SOFT),
    ),
    "pcolor, 100 dpi": (lambda: _mesh(dpi=100, antialiased=True), ranged(SOFT)),
    "like seaborn": (_seaborn, ranged(SOFT)),
    "white grid": (lambda: _gridded("white", 1), ranged(SOFT)),
    "black grid": (lambda: _gridded("black", 2), ranged(SOFT)),
    "white numbers": (lambda: _annotated("{:.2f}", "white", 7, 80), ranged(SOFT)),
    "black numbers": (lambda: _annotated("{:.2f}", "black", 8, 100), ranged(SOFT)),
    "red numbers": (lambda: _annotated("{:.1f}", "red", 8, 80), ranged(SOFT)),
    "numbers, 50 dpi": (lambda: _annotated("{:.2f}", "w", 6, 50), ranged(SOFT)),
    "a bar each": (lambda: _bars("each"), ranged(SOFT)),
    "a bar each, horizontal": (lambda: _bars("each", orientation="horizontal"), ranged(SOFT)),
    "a bar for all": (lambda: _bars("shared"), ranged(SOFT, 0, SOFT.max())),
    "a bar below": (
        lambda: _bars("shared", orientation="horizontal", shrink=0.6),
        ranged(SOFT, 0, SOFT.max()),
    ),
    "a thick bar": (lambda: _bars("shared", aspect=5), ranged(SOFT, 0, SOFT.max())),
    "bars close by": (_tight_bars, ranged(SOFT)),
    "dark": (lambda: _styled("dark_background"), ranged(SOFT)),
    "ggplot": (lambda: _styled("ggplot"), ranged(SOFT)),
    "solarized": (lambda: _styled("Solarize_Light2"), ranged(SOFT)),
    "transparent": (lambda: _styled("default", transparent=True), ranged(SOFT)),
    "transparent and dark": (
        lambda: _styled("dark_background", transparent=True),
        ranged(SOFT),
    ),
    "navy ground": (lambda: _styled("default", facecolor="#0d1b3a"), ranged(SOFT)),
    "a fifth axes, empty": (_five, ranged(SOFT)),
    "no axes": (_bare, ranged(SOFT)),
    "hardly any space": (
        lambda: plain(SOFT, layout=None, gridspec_kw={"wspace": 0.02, "hspace": 0.02}),
        ranged(SOFT),
    ),
    "antialiased": (lambda: plain(SOFT, interpolation="antialiased", dpi=45), ranged(SOFT)),
    "64 colours": (
        lambda: plain(SOFT, cmap=mpl.colormaps["viridis"].resampled(64)),
        ranged(SOFT),
    ),
    "palette": (lambda: opened(plain(SOFT)).convert("RGB").quantize(256), ranged(SOFT)),
    "JPEG of good quality": (lambda: _jpeg(plain(SOFT, dpi=100), 92), ranged(SOFT)),
    "JPEG": (lambda: _jpeg(plain(SOFT, dpi=100), 75), ranged(SOFT)),
    "larger, smoothed": (
        lambda: _scaled(plain(SOFT), 1.37, Image.Resampling.BICUBIC),
        ranged(SOFT),
    ),
    "smaller, smoothed": (
        lambda: _scaled(plain(SOFT, dpi=120), 0.61, Image.Resampling.LANCZOS),
        ranged(SOFT),
    ),
    "screenshot": (lambda: _on_desktop(plain(SOFT)), ranged(SOFT)),
    "logarithmic": (
        lambda: plain(SOFT, norm=LogNorm(SOFT.min(), SOFT.max())),
        ranged(np.log(SOFT), np.log(SOFT.min()), np.log(SOFT.max())),
    ),
}
"""What the lab asks for, drawn in all these ways: how, and what must be read."""


SMOOTHED: dict[str, Callable[[], Any]] = {
    name: partial(plain, SOFT, interpolation=name)
    for name in ("bilinear", "bicubic", "gaussian", "hermite", "hanning")
}
"""The same, with colours that run into one another."""


def _circles() -> bytes:
    """A dot for each cell."""
    draw = lambda axes, a: axes.scatter(*np.indices((8, 8)), c=a, s=80, cmap="viridis")  # noqa: E731
    return saved(figure(SOFT, draw), dpi=80)


ODD: dict[str, Callable[[], Any]] = {
    "64 colours in a palette": lambda: opened(plain(SOFT)).convert("RGB").quantize(64),
    "half transparent maps": lambda: plain(SOFT, alpha=0.7),
    "gouraud": lambda: _mesh(shading="gouraud"),
    "lanczos": lambda: plain(SOFT, interpolation="lanczos"),
    "uniform": lambda: plain(np.full((4, 8, 8), 1 / 8)),
    "one range, hardly used": lambda: plain(0.12 + 0.01 * SOFT, vmin=0, vmax=1),
    "joined in one axes": lambda: _joined(SOFT),
    "a wallpaper": lambda: _on_wallpaper(plain(SOFT)),
    "circles": _circles,
}
"""Right, or nearly, in ways that pixels alone may not tell: never to be called wrong."""


def _joined(maps: Any) -> bytes:
    made = plt.figure(figsize=(4, 4))
    made.add_axes((0, 0, 1, 1)).imshow(np.block([[*maps[:2]], [*maps[2:]]]), cmap="viridis")
    return saved(made, dpi=80)


def _on_wallpaper(png: bytes) -> Image.Image:
    image = opened(png).convert("RGB")
    hills = np.random.default_rng(0).integers(0, 255, (6, 6, 3), np.uint8)
    screen = Image.fromarray(hills).resize((image.width + 200, image.height + 200))
    screen.paste(image, (100, 100))
    return screen


WRONG: dict[str, Callable[[], Any]] = {
    "one": lambda: plain(SOFT[:1], shape=(1, 1)),
    "three": lambda: plain(SOFT[:3]),
    "six": lambda: plain(attention(2, count=6), shape=(2, 3)),
    "in a row": lambda: plain(SOFT, shape=(1, 4), figsize=(10, 3)),
    "in a column": lambda: plain(SOFT, shape=(4, 1), figsize=(3, 10)),
    "4 tokens": lambda: plain(attention(3, T=4)),
    "7 tokens": lambda: plain(attention(3, T=7)),
    "9 tokens": lambda: plain(attention(3, T=9)),
    "two figures": lambda: Image.fromarray(np.vstack([rgb(opened(plain(SOFT)))] * 2)),
    "empty axes": lambda: saved(figure(SOFT, lambda *_: None), dpi=80),
    "blank": lambda: saved(plt.figure(figsize=(4, 4))),
    "twice the first": lambda: plain(SOFT[[0, 1, 0, 3]]),
    "all the same": lambda: plain(SOFT[[2, 2, 2, 2]]),
}
"""What the lab does not ask for."""


def pixels_of(made: Any) -> Any:
    """The pixels of PNG bytes or of a picture."""
    return rgb(opened(made) if isinstance(made, bytes) else made)


@cache
def known(name: str) -> Known:
    """One of the right pictures with its truth."""
    make, maps = RIGHT[name]
    return Known(pixels_of(make()), maps)
