"""Which line to look at where a wrong value is made: the line itself, or one that feeds it.

A line may be right and be handed a wrong axis, divisor or shape. Where that is so it shows in the
numbers that its variables held, and the line that gives them is the one to look at.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.feeding import along, assigned, given
from grader.labs.multi_head.layouts import same, squeezed
from grader.labs.multi_head.source import names, parameters, reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.labs.multi_head.source import Place
    from grader.model import Array, Probe, Seen


def origin(
    place: Place, step: str, probe: Probe, made: Sequence[Array], heads: Array
) -> Seen | None:
    """The line that a wrong value of a step comes from; None where that is not plain.

    Args:
        place: the first value that is wrong.
        step: of the forward pass.
        probe: the question.
        made: what the diagnosed mistake makes in this step.
        heads: the right outputs of the heads, (n_heads, T, d_head).
    """
    if step == "softmax":
        return of_axis(place) if across(made[0]) else of_row(place)
    if step == "scale":
        return of_size(place, probe)
    if step == "split":
        return of_shape(place, probe)
    if step == "merge" and _is_listed(place, heads):
        return None
    return place.one


def across(attention: Array) -> bool:
    """It sums to 1 along another axis than that of the keys."""
    return any(
        np.allclose(attention.sum(axis=axis), 1, atol=1e-4) for axis in range(attention.ndim - 1)
    )


def of_axis(place: Place) -> Seen | None:
    """The softmax may be right and be asked for another axis."""
    name = along(place)
    return place.one if name is None else _moved(place, name, given(place, name))


def of_row(place: Place) -> Seen | None:
    """A maximum or a sum that has lost its axis is broadcast to another one."""
    rows = [n for n in reads(place) if [v.ndim for v in place.held(n)] == [1]]
    return _assigned(place, rows)


def of_size(place: Place, probe: Probe) -> Seen | None:
    """The scores may be divided by a number that was computed wrongly before, for nothing else."""
    size = probe.d_model / probe.n_heads
    fine = [size**power for power in (1, 0.5, -0.5, 0.25, -0.25)]
    odd = [
        n
        for n in _factors(place)
        if [v.ndim for v in place.held(n)] == [0]
        and not np.isclose(fine, float(place.held(n)[0])).any()
        and place.function is not None
        and list(names(place.function, ast.Load)).count(n) == 1
    ]
    inside = place.function
    if len(odd) == 1 and inside and odd[0] in {a.arg for a in parameters(inside)}:
        return _moved(place, odd[0], given(place, odd[0]))
    return _assigned(place, odd)


def _is_listed(place: Place, heads: Array) -> bool:
    """The line joins a list that was wrong before: its heads, or their order."""
    lists = [place.held(n) for n in reads(place)]
    lists = [some for some in lists if len(some) > 1 and all(v.ndim > 1 for v in some)]
    return any(
        len(some) != len(heads)
        or any(
            squeezed(a).shape != b.shape or not same(squeezed(a), b)
            for a, b in zip(some, heads, strict=True)
        )
        for some in lists
    )


def _factors(place: Place) -> list[str]:
    """The variables of the line that something is multiplied or divided by."""
    some = (
        [n for n in ast.walk(place.statement) if isinstance(n, ast.BinOp)]
        if place.statement
        else []
    )
    sides = [
        side
        for n in some
        if isinstance(n.op, ast.Mult | ast.Div | ast.Pow)
        for side in (n.left, n.right)
        if not (isinstance(side, ast.BinOp) and isinstance(side.op, ast.Add | ast.Sub))
    ]
    return sorted({name for side in sides for name in names(side, ast.Load)})


def of_shape(place: Place, probe: Probe) -> Seen | None:
    """The heads may be laid out by a shape that was put together before."""
    T, H = len(probe.x), probe.n_heads
    fine = [(T, H, probe.d_model // H), (T, H, -1), (T, probe.d_model), (T, -1)]
    odd = []
    for name in reads(place):
        held = place.held(name)
        shape = tuple(int(v) for v in held if not v.ndim)
        if len(held) > 1 and len(shape) == len(held) and shape not in fine:
            odd.append(name)
    return _assigned(place, odd)


def _assigned(place: Place, some: Sequence[str]) -> Seen | None:
    """Where the only one of these variables got its value; the line itself if there is none."""
    lines = {n: assigned(place, n) for n in some}
    told = [(n, line) for n, line in lines.items() if line is not None]
    if len(told) > 1:
        return None
    return _moved(place, told[0][0], (place.one.file, told[0][1])) if told else place.one


def _moved(place: Place, name: str, to: tuple[str, int] | None) -> Seen | None:
    """The same, as the work of another line: what it gives is read where the value is made."""
    if to is None:
        return None
    held = place.held(name)
    return replace(place.one, file=to[0], line=to[1], name=name, value=(held or [np.zeros(())])[0])
