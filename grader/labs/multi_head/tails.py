"""What the reference makes of many states at once: the end of every path whose mistakes are made.

The formula again, with one axis more in front. It only spares work: what it finds is compared with
every answer of the student by classes with one step overridden.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.expected import object_of
from grader.labs.multi_head.taking import INPUTS, taken
from grader.labs.multi_head.together import WHOLE
from grader.model import Weights
from reference import MultiHeadAttention
from reference.attention import softmax

if TYPE_CHECKING:
    from grader.labs.multi_head.bench import Bench
    from grader.labs.multi_head.taking import Shapes, Values
    from grader.model import Array


def rank(n: int) -> int:
    """How many axes the arrays of the formula have after step n."""
    return 3 if 0 < n < 7 else 2


def tail(bench: Bench, n: int, made: Values, mask: Array | None) -> Array:
    """The rest of the formula after step n, on arrays with one axis more in front.

    Their other axes are as many as in the formula, their sizes need not be the formula's.
    """
    D, H = len(bench.weights.W_O), bench.n_heads
    if n == 0:
        made = tuple([a.reshape(len(a), -1, H, D // H).swapaxes(1, 2) for a in made])
    first = made[0]
    if n < 2:
        first = first @ made[1].swapaxes(-1, -2)
    if n < 3:
        first = first / math.sqrt(D // H)
    if n < 4 and mask is not None:
        first = first + mask
    if n < 5:
        first = softmax(first)
    if n < 6:
        first = first @ made[-1]
    if n < 7:
        first = first.swapaxes(1, 2).reshape(len(first), -1, D)
    return first @ bench.weights.W_O if n < 8 else first


def odd_tail(bench: Bench, n: int, values: Values, mask: Array | None) -> Array | None:
    """Likewise of one state with another number of axes; None where that raises."""
    made = object_of(MultiHeadAttention, bench.weights, bench.n_heads)
    return followed(made, n, bench.x, values, mask)


def followed(
    made: MultiHeadAttention, n: int, x: Array, values: Values, mask: Array | None
) -> Array | None:
    """What the reference's own steps make of the state after step n."""
    for step in range(n + 1, WHOLE):
        some = taken(made, (), step, x, values[: INPUTS[step]], mask)
        if some is None:
            return None
        values = some + values[INPUTS[step] :]
    return values[0]


@lru_cache(maxsize=4096)
def comes_to(
    n: int, shapes: Shapes, sizes: tuple[int, int, int], *, masked: bool
) -> tuple[int, ...]:
    """The shape of the answer from a state of these shapes after step n; (-1,) where that raises.

    ``sizes`` are T, d_model and n_heads.
    """
    T, D, H = sizes
    made = object_of(MultiHeadAttention, Weights(*np.ones((4, D, D))), H)
    values = tuple([np.ones(shape) for shape in shapes])
    y = followed(made, n, np.ones((T, D)), values, np.ones((T, T)) if masked else None)
    return (-1,) if y is None else y.shape
