"""The steps of the forward pass on one input, taken by the reference or by known mistakes.

The same numbers are made once, whoever makes them: mistakes that have come to the same state share
all that follows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.labs.multi_head.together import (
    CARRIES,
    IDLE,
    MASK,
    STEPS,
    WHOLE,
    Chosen,
    composed,
    plan,
)

if TYPE_CHECKING:
    from grader.model import Array, Weights

State = tuple[int, ...]
"""Arrays by number."""
Values = tuple["Array", ...]
READS_MASK = (MASK, WHOLE)


def take(made: Any, n: int, x: Array, values: Values, mask: Array | None) -> Values:
    """One step of the reference's wiring (``MultiHeadAttention.forward``), from state to state.

    Args:
        made: an object of the reference or of a class with mistakes.
        n: which step, by its place in STEPS.
        x: (T, d_model), the input of the whole.
        values: what the step before left: nothing, then q, k, v, then scores and v, then one.
        mask: (T, T) or None.
    """
    method = getattr(made, STEPS[n])
    if n < 2:
        q, k, v = method(*values) if n else method(x)
        return q, k, v
    if n == 2:
        return method(values[0], values[1]), values[2]
    if n == MASK:
        return method(values[0], mask), values[1]
    if n in (3, 5):
        return method(values[0]), values[1]
    if n == WHOLE:
        made.given = values[0]
        return (method(x, mask),)
    return (method(*values),)


@dataclass(slots=True)
class Bench:
    """One input with its weights, and every state that was made of it."""

    x: Array
    weights: Weights
    n_heads: int
    arrays: list[Array] = field(default_factory=list)
    _numbers: dict[tuple[tuple[int, ...], bytes], int] = field(default_factory=dict)
    _objects: dict[tuple[Chosen, bool], Any] = field(default_factory=dict)
    _done: dict[tuple[int, Chosen, State, int], State | None] = field(default_factory=dict)

    def after(self, n: int, working: Chosen, state: State, mask: Array | None) -> State | None:
        """The state after step n, as these mistakes take it; None where that raises."""
        if not working and n == WHOLE:
            return state
        if mask is None and n == MASK and IDLE.issuperset(working):
            return state
        masked = n in READS_MASK or (working and not CARRIES.isdisjoint(working))
        key = (n, working, state, id(mask) if masked else 0)
        found = self._done.get(key, UNKNOWN)
        if found is UNKNOWN:
            arrays = self.arrays
            values = tuple([arrays[i] for i in state])
            made = self._taken(n, working, values, mask)
            found = None if made is None else self._numbered(n, made, state)
            self._done[key] = found
        return found

    def _taken(self, n: int, working: Chosen, values: Values, mask: Array | None) -> Values | None:
        made = self._object(working, n)
        if working and not CARRIES.isdisjoint(working):
            made.carried = mask
            mask = None if n == MASK else mask
        try:
            return take(made, n, self.x, values, mask)
        except Exception:  # noqa: BLE001 — a mistake may raise anything, and is then out
            return None

    def _object(self, working: Chosen, n: int) -> Any:  # of the reference or a subclass
        key = (working, n == WHOLE)
        if key not in self._objects:
            cls = composed(*key)
            self._objects[key] = cls.from_weights(*self.weights, n_heads=self.n_heads)
        return self._objects[key]

    def _numbered(self, n: int, made: Values, before: State) -> State:
        """The same numbers for the same arrays, whatever rounding did to them on the way."""
        if n < 2:
            q, k, v = made
            return self._number(q, n), self._number(k, n), self._number(v, n)
        one = self._number(made[0], n)
        return (one, before[-1]) if len(made) > 1 else (one,)  # the values pass by unchanged

    def _number(self, array: Array, n: int) -> int:
        print_ = fine(array) if n == MASK else coarse(array)
        found = self._numbers.get((array.shape, print_))
        if found is None:
            found = self._numbers[array.shape, print_] = len(self.arrays)
            self.arrays.append(array)
        return found

    def rest(self, n: int, chosen: Chosen, state: State, mask: Array | None) -> Array | None:
        """The answer from the state before step n, nothing of the way remembered."""
        values = tuple([self.arrays[i] for i in state])
        steps = plan(chosen)
        for step in range(n, WHOLE + 1 if steps[WHOLE] else WHOLE):
            made = self._taken(step, steps[step], values, mask)
            if made is None:
                return None
            values = made
        return values[0]

    def answer(self, chosen: Chosen, mask: Array | None) -> Array | None:
        """What a class with these mistakes answers; None where it raises."""
        state: State | None = ()
        for n, working in enumerate(plan(chosen)):
            if state is None:
                return None
            state = self.after(n, working, state, mask)
        return self.arrays[state[0]] if state else None


def coarse(array: Array) -> bytes:
    """What tells arrays apart, as far as float32 does."""
    return array.astype(np.float32).tobytes()


def fine(array: Array) -> bytes:
    """What tells scores apart even where a mask has moved all of them by 1e9."""
    if array.dtype != np.float64:
        return array.tobytes()
    bits = np.ascontiguousarray(array).view(np.int64)
    return ((bits + (1 << 11)) >> 12).tobytes()


UNKNOWN: State = (-1,)
