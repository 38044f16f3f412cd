"""Which of the figures that ``mha.py`` drew is the heat map, and which of its panels are maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model import Drawing, Figure, Panel

HEADS = 4


def heat_map(drawing: Drawing) -> Figure | None:
    """The figure with maps that is saved as ``heatmap``, else the last with four, else the last.

    None where no figure has a map.
    """
    mapped = [figure for figure in drawing.figures if figure.panels]
    named = [f for f in mapped if "heatmap" in stem(f.path)]
    enough = [f for f in named or mapped if len(maps(f)) == HEADS]
    chosen = enough or named or mapped
    return chosen[-1] if chosen else None


def stem(path: str) -> str:
    """The file's name, in lower case and without what comes after the first dot."""
    return path.replace("\\", "/").rpartition("/")[2].partition(".")[0].lower()


def maps(figure: Figure) -> tuple[Panel, ...]:
    """The square panels, or all where none is square: a narrow strip is a legend of some kind."""
    square = tuple(p for p in figure.panels if p.values.shape[0] == p.values.shape[1])
    return square or figure.panels
