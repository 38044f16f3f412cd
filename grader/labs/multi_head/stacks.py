"""Many arrays in one, so that one call takes a step for all of them.

The methods know of no batch. But most treat each head, or each token, for itself: more heads or
more tokens do no harm then. Whether that is so is not assumed: it is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Array

MERGE = 7
"""The step that reads heads, (H, T, d_head), and makes tokens of them."""


def stacked(arrays: Sequence[Array], n: int) -> Array:
    """As if they were more tokens or, where the step reads scores, more heads of one array."""
    return np.concatenate(arrays, axis=1 if n == MERGE else 0)


def apart(made: Array, first: Array, last: Array, times: int) -> Array | None:
    """The parts of what was made of a stack, along an axis in front.

    None if the first or the last is not what was made of it alone: then the step mixes them.
    """
    if made.ndim != first.ndim:
        return None
    grown = [axis for axis, size in enumerate(first.shape) if made.shape[axis] != size]
    if len(grown) != 1 or made.shape[grown[0]] != times * first.shape[grown[0]]:
        return None
    (axis,) = grown
    parts = made.reshape(*first.shape[:axis], times, *first.shape[axis:])
    parts = parts.transpose(axis, *(i for i in range(parts.ndim) if i != axis))
    return parts if near(parts[0], first) and near(parts[-1], last) else None


def near(a: Array, b: Array) -> bool:
    """The same numbers but for rounding; not so where one is NaN."""
    return a.shape == b.shape and bool((np.abs(a - b) <= 1e-10 * (1 + np.abs(b))).all())


def coarse(array: Array) -> bytes:
    """What tells arrays apart, as far as float32 does."""
    return array.astype(np.float32).tobytes()


def fine(array: Array) -> bytes:
    """What tells scores apart even where a mask has moved all of them by 1e9."""
    if array.dtype != np.float64:
        return array.tobytes()
    bits = np.ascontiguousarray(array).view(np.int64)
    return ((bits + (1 << 11)) >> 12).tobytes()
