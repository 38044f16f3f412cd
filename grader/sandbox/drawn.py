"""What a script drew, as its child tells it: checked to the last byte, and hearsay all the same."""

from __future__ import annotations

import math
from typing import Any, TypeGuard

from grader.model import Figure, Panel
from grader.sandbox.failures import Malformed
from grader.sandbox.replies import array

FIGURES = 8
PANELS = 16
LABELS = 64
NUMBERS = 1 << 17
"""Figures, panels of one, labels of an axis, and numbers in all of them; no honest child has
more."""


def figures(told: Any, reply: bytes, at: int) -> tuple[tuple[Figure, ...], int]:
    """The figures that these facts speak of, and where their values end.

    Args:
        told: what the facts have under ``figures``.
        reply: the whole reply.
        at: where the values start in it.

    Raises:
        Malformed: no honest child sends this.
    """
    found = []
    for one in listed(told, FIGURES):
        path, inner = keyed(one, "path"), keyed(one, "panels")
        panels = []
        for each in listed(inner, PANELS):
            panel, at = _panel(each, reply, at)
            panels.append(panel)
        found.append(Figure(text(path, 300), tuple(panels)))
    if sum(panel.values.size for figure in found for panel in figure.panels) > NUMBERS:
        raise Malformed("numbers")
    return tuple(found), at


def _panel(told: Any, reply: bytes, at: int) -> tuple[Panel, int]:
    shape = keyed(told, "shape")
    if not (isinstance(shape, list) and len(shape) == 2 and all(_size(n) for n in shape)):
        raise Malformed("shape")
    values, at = array(reply, at, tuple(shape))
    box = [number(n) for n in listed(keyed(told, "box"), 4)]
    if len(box) != 4:
        raise Malformed("box")
    panel = Panel(
        values=values,
        cmap=text(keyed(told, "cmap"), 40),
        low=number(keyed(told, "low")),
        high=number(keyed(told, "high")),
        across=labels(keyed(told, "across"), shape[1]),
        down=labels(keyed(told, "down"), shape[0]),
        box=(box[0], box[1], box[2], box[3]),
        title=text(keyed(told, "title"), 200),
        norm=text(keyed(told, "norm"), 40),
        own=own if isinstance(own := keyed(told, "own"), bool) else None,
    )
    return panel, at


def _size(value: Any) -> TypeGuard[int]:
    return type(value) is int and 0 < value <= NUMBERS


def keyed(value: Any, key: str) -> Any:
    """What a JSON object has under this name."""
    if not isinstance(value, dict):
        raise Malformed(key)
    return value.get(key)


def listed(value: Any, most: int) -> list[Any]:
    """A JSON list of at most so many items."""
    if not isinstance(value, list) or len(value) > most:
        raise Malformed("list")
    return value


def text(value: Any, longest: int) -> str:
    """A JSON string, cut."""
    if not isinstance(value, str):
        raise Malformed("text")
    return value[:longest]


def labels(value: Any, count: int) -> tuple[str, ...]:
    """One string for each row or column; none at all where there are too many to read."""
    words = tuple(text(word, 60) for word in listed(value, LABELS))
    return (*words, *[""] * count)[:count]


def number(value: Any) -> float:
    """A JSON number as a finite float; NaN for anything else."""
    if type(value) not in (int, float):
        return math.nan
    try:
        return float(value) if math.isfinite(value) else math.nan
    except OverflowError:
        return math.nan
