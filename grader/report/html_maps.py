"""The attention maps drawn by Matplotlib as inline SVG, the same bytes for the same numbers."""

from __future__ import annotations

import io
import re
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

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

LEFT, SIDE, GAP, BOTTOM = 0.8, 2.0, 0.3, 0.65
"""Inches: room for the tokens on the left, a map, between maps, the tokens below."""
LEVELS = 64
"""Colours: more cannot be told apart, and each is a shape of the scale."""

_INK = "#010203"
"""Stands for the colour of the page's text, which changes with its theme."""
_KEPT: Any = {"svg.hashsalt": "mha-grader", "svg.fonttype": "none", "path.simplify": False}


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
    with mpl.rc_context(_KEPT), warnings.catch_warnings():
        # A token in a script that this machine has no font for; the reader's browser may have it.
        warnings.simplefilter("ignore", UserWarning)
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        _figure(arrays, tokens).savefig(out, format="svg", metadata=nothing, transparent=True)
    return Markup(_inline(out.getvalue()))  # noqa: S704  # Matplotlib escapes what it writes


def _figure(arrays: Sequence[NDArray[np.float64]], tokens: tuple[str, ...]) -> Figure:
    """Maps two abreast, and one scale beside them, for all are of the same kind."""
    import matplotlib as mpl  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    columns = min(2, len(arrays))
    rows = -(-len(arrays) // columns)
    wide = LEFT + columns * (SIDE + GAP) + 0.55
    high = rows * (SIDE + GAP) + BOTTOM
    figure = Figure(figsize=(wide, high))
    FigureCanvasSVG(figure)
    most = max(float(a[np.isfinite(a)].max(initial=0.0)) for a in arrays) or 1.0
    look: dict[str, Any] = {
        "cmap": mpl.colormaps["viridis"].resampled(LEVELS),
        "vmin": 0,
        "vmax": most,
    }
    for n, values in enumerate(arrays):
        row, column = divmod(n, columns)
        left, top = LEFT + column * (SIDE + GAP), GAP + row * (SIDE + GAP)
        ax = figure.add_axes(
            (left / wide, 1 - (top + SIDE) / high, SIDE / wide, SIDE / high), aspect="equal"
        )
        mesh = ax.pcolormesh(np.ma.masked_invalid(values), antialiased=False, **look)
        ax.invert_yaxis()
        ax.set_title(f"h = {n}", color=_INK, fontsize=10, pad=4)
        _label(ax, values.shape, tokens, across=n + columns >= len(arrays), down=column == 0)
    bar = figure.add_axes(((wide - 0.5) / wide, 1 - (GAP + SIDE) / high, 0.12 / wide, SIDE / high))
    _scale(figure.colorbar(mesh, cax=bar))
    return figure


def _label(
    ax: Axes, shape: tuple[int, ...], tokens: tuple[str, ...], *, across: bool, down: bool
) -> None:
    """Tokens below and to the left; numbers where there are not as many as that."""
    for axis, count, wanted in ((ax.xaxis, shape[1], across), (ax.yaxis, shape[0], down)):
        names = tokens if len(tokens) == count else tuple(map(str, range(count)))
        axis.set_ticks([n + 0.5 for n in range(count)], names if wanted else [""] * count)
        for text in axis.get_ticklabels():
            text.set_parse_math(False)
    ax.tick_params(axis="both", colors=_INK, labelsize=9, length=0, pad=3)
    if len(tokens) == shape[1]:
        for text in ax.get_xticklabels():
            text.set(rotation=50, ha="right", rotation_mode="anchor")
    for spine in ax.spines.values():
        spine.set_visible(False)


def _scale(bar: Any) -> None:
    bar.ax.tick_params(colors=_INK, labelsize=8, length=2)
    bar.outline.set_visible(False)


def _inline(svg: str) -> str:
    """The picture alone, in the page's own colour and fonts, and without what a page ignores."""
    svg = re.sub(
        r"<(metadata|style|clipPath)\b.*?</\1>", "", svg[svg.index("<svg") :], flags=re.DOTALL
    )
    svg = re.sub(r"<[^>]*>", _tag, svg)
    return re.sub(r">\s+<", "><", svg).strip()


def _tag(match: re.Match[str]) -> str:
    """A tag made shorter; what stands between tags is a token, and stays as it is."""
    tag = " ".join(match[0].split()).replace("xlink:href", "href").replace(_INK, "currentColor")
    tag = re.sub(r"(\d\.\d)\d+", r"\1", _UNNEEDED.sub("", tag))
    if not tag.startswith("<svg"):
        return tag
    size = re.search(r' viewBox="[^"]*"', tag)
    return f'<svg role="img" aria-labelledby="maps-are" class="plot"{size[0] if size else ""}>'


_UNNEEDED = re.compile(
    r'(?<=<g) id="[^"]*"| font-family: [^;"]*;| clip-path="[^"]*"| transform="rotate\(-0 [^"]*\)"'
)
