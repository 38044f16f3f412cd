"""Read which text stands beside each row and column of a heat map."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy import ndarray

LONGEST = 60
MOST = 64
"""Characters of a label, and labels of an axis, that are kept."""

Box = tuple[float, float, float, float]
Mark = tuple[float, str]
"""Where on the screen, along the axis, and the text."""


def beside(axes: Any, which: int, places: ndarray, box: Box) -> list[str]:
    """The label of each column (``which`` 0) or row (1), empty where there is none.

    Args:
        axes: of the heat map.
        which: 0 for what stands below or above it, 1 for what stands left or right.
        places: on the screen, from the left or from the top.
        box: left, bottom, right, top of all cells.
    """
    if len(places) > MOST:
        return []
    sources = (ticks(one, which) for one in with_twins(axes))
    marks = next((found for found in map(list, sources) if found), None)
    if marks:
        return placed(marks, places)
    found = placed(list(texts(axes, which, box)), places)
    # One or two words beside a map are a caption, as of an axis that several maps share.
    return found if sum(map(bool, found)) > len(found) / 2 else [""] * len(found)


def with_twins(axes: Any) -> list[Any]:
    """The axes, its secondary axes, and others that lie at the same place."""
    others = [a for a in axes.figure.axes if a is not axes]
    twins = [a for a in others if np.allclose(a.bbox.bounds, axes.bbox.bounds, atol=0.5)]
    return [axes, *axes.child_axes, *twins]


def ticks(axes: Any, which: int) -> Iterator[Mark]:
    """Tick labels that are seen, the major ones first."""
    axis = (axes.xaxis, axes.yaxis)[which]
    if not (axes.axison and axis.get_visible()):
        return
    low, high = sorted(axis.get_view_interval())
    slack = 1e-6 * (high - low)
    for minor in (False, True):
        axis.get_ticklabels(minor=minor)  # brings them up to date
        locations = axis.get_ticklocs(minor=minor)[: 4 * MOST]
        marks = axis.get_minor_ticks() if minor else axis.get_major_ticks()
        for location, tick in zip(locations, marks, strict=False):
            text = seen(tick.label1) or seen(tick.label2)
            if text and low - slack <= location <= high + slack:
                yield screen(axes, which, float(location)), text


def screen(axes: Any, which: int, location: float) -> float:
    """Where a tick lies on the screen, along its axis."""
    point = [0.0, 0.0]
    point[which] = location
    blended = (axes.get_xaxis_transform(), axes.get_yaxis_transform())[which]
    return float(np.asarray(blended.transform(point))[which])


def seen(text: Any) -> str:
    """Its words, if it is drawn at all."""
    shown = text.get_visible() and text.get_alpha() != 0
    return text.get_text().strip()[:LONGEST] if shown else ""


def texts(axes: Any, which: int, box: Box) -> Iterator[Mark]:
    """Texts that were put beside the cells by hand."""
    left, bottom, right, top = box
    figure = axes.figure
    captions = [getattr(figure, name, None) for name in ("_suptitle", "_supxlabel", "_supylabel")]
    by_hand = [text for text in [*axes.texts, *figure.texts] if text not in captions]
    for text in by_hand[: 8 * MOST]:
        words = seen(text)
        x, y = np.asarray(text.get_transform().transform(text.get_position()), float)
        inside = left < x < right, bottom < y < top
        if words and inside[which] and not inside[1 - which]:
            yield float((x, y)[which]), words


def placed(marks: list[Mark], places: ndarray) -> list[str]:
    """Give each row or column the label that stands at it.

    Labels that stand at the edges between cells, as many as there are cells and evenly spaced, are
    those of the cells in their order: a mesh has its whole numbers there.
    """
    found = [""] * len(places)
    if len(places) < 2:
        return found
    step = (places[-1] - places[0]) / (len(places) - 1)
    near = sorted(((at - places[0]) / step, text) for at, text in marks)
    cells = [unit for unit, _ in near]
    edges = len(near) == len(places) and np.allclose(np.diff(cells), 1, atol=0.01)
    if edges and abs(cells[0]) <= 0.51:
        return [text for _, text in near]
    for unit, text in near:
        cell = round(unit)
        if 0 <= cell < len(found) and abs(unit - cell) < 0.3:
            found[cell] = f"{found[cell]} {text}".strip()[:LONGEST]
    return found
