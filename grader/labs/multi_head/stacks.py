"""Many arrays in one, so that one call takes a step for all of them.

The methods know of no batch. But most treat each head, or each token, for itself: more heads or
more tokens do no harm then. Whether that is so is not assumed, it is tried out on an example.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.taking import INPUTS, taken
from grader.labs.multi_head.together import WHOLE, Chosen, composed

if TYPE_CHECKING:
    from grader.labs.multi_head.taking import Shapes, Values
    from grader.model import Array

SPLIT = 1
"""The step that reads tokens and makes heads of them."""
MERGE = 7
"""The step that reads heads, (H, T, d_head), and makes tokens of them."""
SHAPES = ("TD", "HTd", "HTT", "HTT", "HTT", "HTT", "HTd", "TD", "TD", "TD")
"""The shape of the first array that each step leaves: T tokens, D = d_model, H, d = d_head."""
EXAMPLE = (3, 8, 2)
"""T, d_model and n_heads, all different from each other and from d_head."""
TIMES = 3


@lru_cache(maxsize=256)
def usual(n: int, T: int, D: int, H: int) -> Shapes:
    """The shapes of what there is after step n in the formula."""
    if n < 0:
        return ()
    sizes = {"T": T, "D": D, "H": H, "d": D // H}
    first = tuple(sizes[letter] for letter in SHAPES[n])
    return (first,) * 3 if n < 2 else (first, (H, T, D // H)) if n < 6 else (first,)


def stacked(rows: Array, n: int) -> Array:
    """As if they were more tokens or, where the step reads scores, more heads of one array."""
    if n == MERGE:
        rows = rows.swapaxes(0, 1)
    return (
        rows.reshape(-1, *rows.shape[2:])
        if n != MERGE
        else rows.reshape(len(rows), -1, rows.shape[-1])
    )


def apart(made: Array, axis: int, times: int) -> Array:
    """The parts of what was made of a stack, along an axis in front."""
    parts = made.reshape(*made.shape[:axis], times, -1, *made.shape[axis + 1 :])
    return np.moveaxis(parts, axis, 0) if axis else parts


@lru_cache(maxsize=4096)
def grows(n: int, working: Chosen) -> tuple[int, ...] | None:
    """The axis along which each array grows that these mistakes make of a stack in step n.

    None if they make something else of the parts of a stack than of each alone.
    """
    T, D, H = EXAMPLE
    rng = np.random.default_rng(n)
    weights, x, mask = rng.normal(size=(4, D, D)), rng.normal(size=(T, D)), rng.normal(size=(T, T))
    made = composed(working, n == WHOLE).from_weights(*weights, n_heads=H)
    shapes = usual(n - 1, *EXAMPLE)[: INPUTS[n]]
    parts = [tuple([rng.normal(size=shape) for shape in shapes]) for _ in range(TIMES)]
    whole = tuple([stacked(np.array(column), n) for column in zip(*parts, strict=True)])
    long = np.tile(x, (TIMES, 1)) if n == WHOLE else x
    at_once = taken(made, working, n, long, whole, mask)
    singly = [taken(made, working, n, x, part, mask) for part in parts]
    alone = [one for one in singly if one is not None]
    if at_once is None or len(alone) < TIMES:
        return None
    columns = zip(at_once, *alone, strict=True)
    axes = [axis_of(many, np.stack(some)) for many, *some in columns]
    return None if None in axes else tuple(axis for axis in axes if axis is not None)


def axis_of(many: Array, some: Array) -> int | None:
    """The axis along which one array holds several, (N, ...); None if it does not."""
    for axis, size in enumerate(many.shape):
        if size % len(some) == 0:
            parts = apart(many, axis, len(some))
            if parts.shape == some.shape and np.allclose(parts, some, rtol=1e-9, atol=1e-9):
                return axis
    return None


def shapes_of(values: Values) -> Shapes:
    """The shape of each array."""
    return tuple([a.shape for a in values])


@lru_cache(maxsize=4096)
def makes(
    n: int, working: Chosen, shapes: Shapes, sizes: tuple[int, int, int], *, masked: bool
) -> Shapes:
    """The shapes of what there is after step n, taken from arrays of these; () if that raises."""
    T, D, H = sizes
    made_by = composed(working, n == WHOLE).from_weights(*np.ones((4, D, D)), n_heads=H)
    inputs = tuple([np.ones(shape) for shape in shapes[: INPUTS[n]]])
    mask = np.ones((T, T)) if masked else None
    made = taken(made_by, working, n, np.ones((T, D)), inputs, mask)
    return () if made is None else (*shapes_of(made), *shapes[INPUTS[n] :])


@lru_cache(maxsize=4096)
def moves(
    n: int, working: Chosen, shapes: Shapes, sizes: tuple[int, int, int]
) -> tuple[Array, ...] | None:
    """Where each number comes from that these mistakes make of arrays of these shapes in step n.

    None if they do more than move numbers.
    """
    T, D, H = sizes
    made_by = composed(working).from_weights(*np.ones((4, D, D)), n_heads=H)
    ends = np.cumsum([math.prod(shape) for shape in shapes])
    rng = np.random.default_rng(n)
    some = rng.normal(size=ends[-1])
    both = []
    for numbers in (np.arange(float(ends[-1])), some):
        parts = zip(np.split(numbers, ends[:-1]), shapes, strict=True)
        inputs = tuple([part.reshape(shape) for part, shape in parts])
        both.append(taken(made_by, working, n, np.ones((T, D)), inputs, None))
    if both[0] is None or both[1] is None:
        return None
    places = tuple([a.astype(int) for a in both[0]])
    fits = all(
        np.array_equal(some.take(p, mode="clip"), b) for p, b in zip(places, both[1], strict=True)
    )
    return places if fits else None


def moved(rows: Values, places: tuple[Array, ...]) -> Values:
    """The numbers of each row of some arrays in their new places."""
    flat = np.concatenate([a.reshape(len(a), -1) for a in rows], axis=1)
    return tuple([flat[:, p] for p in places])


def coarse(array: Array) -> bytes:
    """What tells arrays apart, as far as float32 does."""
    return array.astype(np.float32).tobytes()


def fine(array: Array) -> bytes:
    """What tells scores apart even where a mask has moved all of them by 1e9."""
    if array.dtype != np.float64:
        return array.tobytes()
    bits = np.ascontiguousarray(array).view(np.int64)
    return ((bits + (1 << 11)) >> 12).tobytes()
