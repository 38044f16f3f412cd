"""The charts of the class page, drawn by Matplotlib as inline SVG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from grader.report.html_svg import ACCENT, INK, KEPT, NOTHING, inline

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BINS = 20
WIDE, LOW = 4.3, 2.3
"""Inches."""
LETTER, ROW, TEXT = 0.078, 0.25, 9.5
"""Inches for a letter and for a bar; points of a letter."""


def histogram(shares: Sequence[float], label: str) -> Markup:
    """How many students have which share of the points, in steps of 5 %; nothing for nobody.

    Args:
        shares: from 0 to 1.
        label: the id of the element that describes it.
    """
    if not shares:
        return Markup("")
    counts = [0] * BINS
    for share in shares:
        counts[min(BINS - 1, max(0, int(share * BINS + 1e-9)))] += 1
    top = max(counts)

    def draw(ax: Axes) -> None:
        for n, count in enumerate(counts):
            ax.bar(n + 0.5, count, width=0.86, color=ACCENT)
            if count:
                _write(
                    ax, n + 0.5, count + top * 0.02, str(count), ha="center", va="bottom", size=8
                )
        ax.plot([0, BINS], [0, 0], color=INK, linewidth=0.8, alpha=0.6)
        for percent in range(0, 101, 20):
            _write(ax, percent * BINS / 100, -top * 0.04, f"{percent} %", ha="center", va="top")

    return _drawn(draw, (WIDE, LOW), (-1.2, BINS + 1.5), (-top * 0.2, top * 1.14), label)


def bars(counts: Mapping[str, int], label: str) -> Markup:
    """A bar for each word, the longest first; nothing for no word.

    Args:
        counts: by word, the most frequent first.
        label: the id of the element that describes it.
    """
    if not counts:
        return Markup("")
    top, longest = max(counts.values()), max(map(len, counts))
    left = min(longest * LETTER + 0.1, WIDE * 0.5)
    scale = (WIDE - left - 0.45) / top

    def draw(ax: Axes) -> None:
        for n, (word, count) in enumerate(counts.items()):
            ax.barh(n, count * scale, left=left, height=0.72, color=ACCENT)
            _write(ax, left - 0.08, n, word, ha="right", va="center")
            _write(ax, left + count * scale + 0.06, n, str(count), ha="left", va="center")

    size = (WIDE, ROW * len(counts) + 0.1)
    return _drawn(draw, size, (0, WIDE), (len(counts) - 0.4, -0.6), label)


def _write(ax: Axes, x: float, y: float, text: str, size: float = TEXT, **how: Any) -> None:
    ax.text(x, y, text, color=INK, fontsize=size, parse_math=False, **how)


def _drawn(
    draw: Any, size: tuple[float, float], x: tuple[float, float], y: tuple[float, float], label: str
) -> Markup:
    import matplotlib as mpl  # noqa: PLC0415  # half a second, and most runs change nothing
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    out = io.StringIO()
    with mpl.rc_context(KEPT):
        figure: Figure = Figure(figsize=size)
        FigureCanvasSVG(figure)
        ax = figure.add_axes((0, 0, 1, 1), xlim=x, ylim=y)
        ax.set_axis_off()
        draw(ax)
        figure.savefig(out, format="svg", metadata=NOTHING, transparent=True)
    return Markup(inline(out.getvalue(), label))  # noqa: S704  # Matplotlib escapes what it writes
