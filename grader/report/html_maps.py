"""The attention maps drawn by Matplotlib as inline SVG, the same bytes for the same numbers."""

from __future__ import annotations

import io
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from grader.report.html_svg import INK, KEPT, NOTHING, inline
from grader.report.text_safe import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from grader.model import Array, Exhibits

MOST_MAPS = 6
LARGEST = 24
"""Rows or columns of a map that can be drawn small."""
LONGEST = 12
"""Characters of a token."""

LEFT, SIDE, GAP, RIGHT, BOTTOM = 0.8, 2.0, 0.3, 0.5, 0.6
"""Inches: room for the tokens on the left, a map, between maps, the scale, the tokens below."""
LEVELS = 64
"""Colours: more cannot be told apart, and each is a shape of the scale."""


def drawn(exhibits: Exhibits) -> Markup:
    """The SVG, or nothing where there is no map that can be drawn; only then Matplotlib loads."""
    maps = drawable(exhibits)
    if not maps:
        return Markup("")
    tokens = tuple(_token(t) for t in exhibits.tokens)
    return _drawn(tuple((m.shape, m.tobytes()) for m in maps), tokens)


def drawable(exhibits: Exhibits) -> list[Array]:
    """The first few maps that are matrices of a size that can be read."""
    fit = [m.astype("float64") for m in exhibits.maps if m.ndim == 2 and m.size]
    return [m for m in fit if max(m.shape) <= LARGEST][:MOST_MAPS]


def _token(text: str) -> str:
    """Blanks at the ends are part of a token, so they are shown."""
    shown = one_line(text[: LONGEST + 1]).replace(" ", "␣")
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"


@lru_cache(maxsize=32)  # a class whose weights come from one seed draws one picture
def _drawn(maps: tuple[tuple[Sequence[int], bytes], ...], tokens: tuple[str, ...]) -> Markup:
    import matplotlib as mpl  # noqa: PLC0415  # half a second
    import numpy as np  # noqa: PLC0415

    arrays = [np.frombuffer(data).reshape(tuple(shape)) for shape, data in maps]
    out = io.StringIO()
    with mpl.rc_context(KEPT), warnings.catch_warnings():
        # A token in a script that this machine has no font for; the reader's browser may have it.
        warnings.simplefilter("ignore", UserWarning)
        _figure(arrays, tokens).savefig(out, format="svg", metadata=NOTHING, transparent=True)
    return Markup(inline(out.getvalue(), "maps-are"))  # noqa: S704  # Matplotlib escapes what it writes


def _figure(arrays: Sequence[NDArray[np.float64]], tokens: tuple[str, ...]) -> Figure:
    """Maps two abreast, and one scale beside them, for all are of the same kind.

    One pair of axes in inches for everything: axes for each map would cost five times as much.
    """
    import matplotlib as mpl  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    columns = min(2, len(arrays))
    rows = -(-len(arrays) // columns)
    wide, high = LEFT + columns * (SIDE + GAP) + RIGHT, rows * (SIDE + GAP) + BOTTOM
    figure = Figure(figsize=(wide, high))
    FigureCanvasSVG(figure)
    ax = figure.add_axes((0, 0, 1, 1), xlim=(0, wide), ylim=(high, 0))
    ax.set_axis_off()
    most = max(float(a[np.isfinite(a)].max(initial=0.0)) for a in arrays) or 1.0
    look: dict[str, Any] = {"cmap": mpl.colormaps["viridis"].resampled(LEVELS), "vmin": 0}
    look |= {"vmax": most, "antialiased": False}
    for n, values in enumerate(arrays):
        row, column = divmod(n, columns)
        left, top = LEFT + column * (SIDE + GAP), GAP + row * (SIDE + GAP)
        cell = SIDE / max(values.shape)
        x, y = (np.arange(count + 1) * cell for count in reversed(values.shape))
        ax.pcolormesh(left + x, top + y, np.ma.masked_invalid(values), **look)
        _write(ax, left + x[-1] / 2, top - 0.08, f"h = {n}", size=10, ha="center")
        if column == 0:
            _down(ax, left, top + y, _names(tokens, values.shape[0]))
        if n + columns >= len(arrays):
            _across(ax, left + x, top + y[-1], _names(tokens, values.shape[1]))
    _scale(ax, wide - RIGHT + 0.05, most, look)
    return figure


def _names(tokens: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Tokens, or numbers where there are not as many as that."""
    return tokens if len(tokens) == count else tuple(map(str, range(count)))


def _down(ax: Axes, left: float, edges: NDArray[np.float64], names: tuple[str, ...]) -> None:
    for y, name in zip((edges[1:] + edges[:-1]) / 2, names, strict=True):
        _write(ax, left - 0.06, y, name, ha="right", va="center")


def _across(ax: Axes, edges: NDArray[np.float64], bottom: float, names: tuple[str, ...]) -> None:
    slanted = {"rotation": 50, "rotation_mode": "anchor", "ha": "right"}
    how = slanted if max(map(len, names)) > 2 else {"ha": "center"}
    for x, name in zip((edges[1:] + edges[:-1]) / 2, names, strict=True):
        _write(ax, x, bottom + 0.06, name, va="top", **how)


def _scale(ax: Axes, left: float, most: float, look: dict[str, Any]) -> None:
    """The colours from 0 to the largest number, beside the first row of maps."""
    import numpy as np  # noqa: PLC0415
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    values = np.linspace(most, 0, LEVELS)[:, None]
    ax.pcolormesh([left, left + 0.12], GAP + np.linspace(0, SIDE, LEVELS + 1), values, **look)
    for tick in MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(0, most):
        if 0 <= tick <= most:
            y = GAP + SIDE * (1 - tick / most)
            _write(ax, left + 0.18, y, f"{tick:.3g}", size=8, va="center")


def _write(ax: Axes, x: float, y: float, text: str, size: int = 9, **how: Any) -> None:
    ax.text(x, y, text, color=INK, fontsize=size, parse_math=False, **how)
