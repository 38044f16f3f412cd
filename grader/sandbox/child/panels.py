"""Read the heat maps of a Matplotlib figure the way they lie on the page: values, labels, colours.

Every cell of an image or a mesh is taken to where it is drawn, so that ``origin``, inverted axes,
``extent``, transposed meshes and rotations need no rule of their own.
"""

from contextlib import suppress
from typing import Any

import numpy as np
from labels import beside
from numpy import ndarray

PANELS = 16
CELLS = 1 << 14
"""Panels of a figure, and cells of a panel, that are read."""

Fact = dict[str, Any]
Box = tuple[float, float, float, float]


class NoGrid(Exception):
    """What is drawn there has no rows and columns."""


def of_figure(figure: Any) -> list[tuple[Fact, ndarray]]:
    """Each heat map of the figure, in the order in which its axes were made."""
    found: list[tuple[Fact, ndarray]] = []
    for axes in list(figure.axes):
        if len(found) == PANELS:
            break
        if hasattr(axes, "_colorbar") or axes.get_label() == "<colorbar>" or not axes.get_visible():
            continue
        drawn = top_map(axes)
        if drawn is not None:
            with suppress(NoGrid):
                found.append(panel(figure, axes, drawn))
    return found


def top_map(axes: Any) -> Any:
    """The image or mesh that lies on top of the others; None where there is neither."""
    children: list[Any] = axes.get_children()
    maps = [c for c in children if hasattr(c, "get_extent") or hasattr(c, "get_coordinates")]
    shown = [c for c in maps if c.get_visible() and c.get_array() is not None]
    return max(shown, key=lambda c: c.get_zorder(), default=None)


def panel(figure: Any, axes: Any, drawn: Any) -> tuple[Fact, ndarray]:
    """One heat map: facts, and its values by row and column as they are seen.

    Raises:
        NoGrid: it has none.
    """
    cells, values = centres(drawn)
    colours = values.ndim == 3
    if colours:  # red, green and blue instead of numbers
        values = np.full(values.shape[:2], np.nan)
    at = np.asarray(drawn.get_transform().transform(cells.reshape(-1, 2)))
    xs, ys, grid = gridded(at, values.ravel(), axes)
    width, height = figure.bbox.width, figure.bbox.height
    box = box_of(xs, ys)
    norm = drawn.norm
    fact = {
        "shape": list(grid.shape),
        "cmap": "" if colours else map_name(drawn),
        "norm": type(norm).__name__[:40],
        "low": number(norm.vmin),
        "high": number(norm.vmax),
        "across": beside(axes, 0, xs, box),
        "down": beside(axes, 1, ys, box),
        "box": [
            number(box[0] / width),
            number(1 - box[3] / height),
            number(box[2] / width),
            number(1 - box[1] / height),
        ],
        "title": title(axes),
    }
    return fact, grid


def centres(drawn: Any) -> tuple[ndarray, ndarray]:
    """The middle of each cell, (rows, columns, 2), and the cells' values, as they were given."""
    values = np.ma.filled(np.ma.asarray(drawn.get_array()).astype(float), np.nan)
    if hasattr(drawn, "get_coordinates"):
        corners = np.asarray(drawn.get_coordinates(), float)
        if values.ndim < 2:
            values = values.reshape(corners.shape[0] - 1, corners.shape[1] - 1)
        if values.shape[:2] == corners.shape[:2]:  # gouraud: the values are at the corners
            return _small(corners, values)
        middle = corners[1:, 1:] + corners[1:, :-1] + corners[:-1, 1:] + corners[:-1, :-1]
        return _small(middle / 4, values)
    left, right, bottom, top = drawn.get_extent()
    first, last = (top, bottom) if drawn.origin == "upper" else (bottom, top)
    rows, columns = values.shape[:2]
    xs = left + (np.arange(columns) + 0.5) * (right - left) / columns
    ys = first + (np.arange(rows) + 0.5) * (last - first) / rows
    return _small(np.stack(np.meshgrid(xs, ys), -1), values)


def _small(cells: ndarray, values: ndarray) -> tuple[ndarray, ndarray]:
    if not 1 < values.size <= 4 * CELLS or values.ndim not in (2, 3):
        raise NoGrid
    if cells.shape[:2] != values.shape[:2] or cells[..., 0].size > CELLS:
        raise NoGrid
    return cells, values


def gridded(at: ndarray, values: ndarray, axes: Any) -> tuple[ndarray, ndarray, ndarray]:
    """Columns from the left, rows from the top, and the values in them; what is cut off is not."""
    window = axes.bbox
    x, y = at[:, 0], at[:, 1]
    slack = 1e-3 * (window.width + window.height)
    seen = (x > window.x0 - slack) & (x < window.x1 + slack)
    seen &= (y > window.y0 - slack) & (y < window.y1 + slack)
    xs, column = levels(x[seen])
    ys, row = levels(-y[seen])
    if len(xs) * len(ys) != seen.sum() or not seen.any():
        raise NoGrid
    grid = np.full((len(ys), len(xs)), np.nan)
    grid[row, column] = values[seen]
    return xs, -ys, grid


def levels(places: ndarray) -> tuple[ndarray, ndarray]:
    """The different places, lowest first, and which of them each one is."""
    found, index = np.unique(np.round(places, 2), return_inverse=True)
    return found, index.ravel()


def box_of(xs: ndarray, ys: ndarray) -> Box:
    """Left, bottom, right, top of all cells, on the screen."""
    x, y = _half(xs), _half(ys)
    return xs.min() - x, ys.min() - y, xs.max() + x, ys.max() + y


def _half(places: ndarray) -> float:
    return float(np.ptp(places)) / max(1, 2 * (len(places) - 1))


def map_name(drawn: Any) -> str:
    """The colour map's name; one made by hand has the name of the known one that it equals."""
    from matplotlib import colormaps

    used = drawn.get_cmap()
    shades = np.linspace(0, 1, 64)
    for known in ("viridis", "viridis_r"):
        if np.allclose(used(shades), colormaps[known](shades), atol=0.02):
            return known
    return str(used.name)[:40]


def number(value: Any) -> float | None:
    """A plain finite number, which JSON has; None for anything else."""
    found = float(value) if value is not None else np.nan
    return found if np.isfinite(found) else None


def title(axes: Any) -> str:
    """What stands above the panel, at its middle, left or right."""
    words = (axes.get_title(loc=place) for place in ("center", "left", "right"))
    return next((w for w in words if w), "")[:200]
