"""What the reference makes of many states at once: the end of every path whose mistakes are made.

The formula again, with one axis more in front. It only spares work: what it finds is compared with
every answer of the student by classes with one step overridden.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reference.attention import softmax

if TYPE_CHECKING:
    from grader.labs.multi_head.bench import Bench
    from grader.labs.multi_head.taking import Values
    from grader.model import Array


def tail(bench: Bench, n: int, made: Values, mask: Array | None) -> Array:
    """The rest of the formula after step n, on arrays with one axis more in front."""
    T, D = bench.x.shape
    H = bench.n_heads
    if n == 0:
        made = tuple([a.reshape(-1, T, H, D // H).swapaxes(1, 2) for a in made])
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
        first = first.swapaxes(1, 2).reshape(-1, T, D)
    return first @ bench.weights.W_O if n < 8 else first
