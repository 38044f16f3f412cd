"""The steps of the forward pass on one input, taken by the reference or by known mistakes.

The same numbers are made once, whoever makes them: mistakes that have come to the same state share
all that follows. And whoever takes a step from many states takes it from all of them at once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.labs.multi_head.stacks import apart, coarse, fine, stacked
from grader.labs.multi_head.together import CARRIES, MASK, STEPS, WHOLE, Chosen, composed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grader.model import Array, Weights

State = tuple[int, ...]
"""Arrays by number: nothing, then q, k, v, then scores and v, then one."""
Asked = tuple[Chosen, State]
"""Which mistakes are at work in a step, and where it starts."""
Values = tuple["Array", ...]
INPUTS = (0, 3, 2, 1, 1, 1, 2, 1, 1, 1)
"""How many arrays of the state each step reads; what else there is, it leaves alone."""
ALONE = 3
"""So few states are not worth stacking."""


def take(made: Any, n: int, x: Array, inputs: Values, mask: Array | None) -> Values:
    """One step of the reference's wiring (``MultiHeadAttention.forward``).

    Args:
        made: an object of the reference or of a class with mistakes.
        n: which step, by its place in STEPS.
        x: (T, d_model), the input of the whole.
        inputs: what the step reads of the state before it.
        mask: (T, T) or None.
    """
    method = getattr(made, STEPS[n])
    if n < 2:
        q, k, v = method(*inputs) if n else method(x)
        return q, k, v
    if n == MASK:
        return (method(*inputs, mask),)
    if n == WHOLE:
        made.given = inputs[0]
        return (method(x, mask),)
    return (method(*inputs),)


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

    def after(self, n: int, asked: Iterable[Asked], mask: Array | None) -> dict[Asked, State]:
        """The state after step n for each that is asked for; those that raise are left out."""
        known, reads = self._done, INPUTS[n]
        ways: dict[Asked, tuple[int, Chosen, State, int]] = {}
        for one in asked:
            working, state = one
            masked = n in (MASK, WHOLE) or not CARRIES.isdisjoint(working)
            ways[one] = (n, working, state[:reads], id(mask) if masked else 0)
        unknown = [one for one, key in ways.items() if key not in known]
        known.update((ways[one], None) for one in unknown)
        for some, many in self.results(n, unknown, mask):
            for ones, made in zip(some, self._numbered(many, n), strict=True):
                known[ways[ones[0]]] = made
        found = {one: known[key] for one, key in ways.items()}
        return {one: made + one[1][reads:] for one, made in found.items() if made is not None}

    def results(
        self, n: int, asked: Iterable[Asked], mask: Array | None
    ) -> Iterator[tuple[list[list[Asked]], Values]]:
        """What step n makes, with one axis more in front, and who asked for each row of it."""
        by: dict[Any, dict[State, list[Asked]]] = defaultdict(dict)
        for working, state in asked:
            shapes = tuple([self.arrays[i].shape for i in state])
            by[working, shapes].setdefault(state[: INPUTS[n]], []).append((working, state))
        for (working, _), askers in by.items():
            for some, many in self._several(n, working, list(askers), mask):
                yield [askers[inputs] for inputs in some], many

    def _several(
        self, n: int, working: Chosen, some: list[State], mask: Array | None
    ) -> Iterator[tuple[list[State], Values]]:
        """One step from states of the same shapes; at once where that makes no difference."""
        if len(some) > ALONE and (many := self._at_once(n, working, some, mask)) is not None:
            yield some, many
            return
        groups: dict[tuple[tuple[int, ...], ...], list[tuple[State, Values]]] = defaultdict(list)
        for inputs in some:
            made = self._taken(n, working, tuple([self.arrays[i] for i in inputs]), mask)
            if made is not None:
                groups[tuple([a.shape for a in made])].append((inputs, made))
        for pairs in groups.values():
            alike = zip(*(made for _, made in pairs), strict=True)
            yield [inputs for inputs, _ in pairs], tuple([np.stack(a) for a in alike])

    def _at_once(
        self, n: int, working: Chosen, some: list[State], mask: Array | None
    ) -> Values | None:
        """The step on stacked states, if the first and the last come out as they do alone."""
        columns = [[self.arrays[i] for i in column] for column in zip(*some, strict=True)]
        made = self._taken(n, working, tuple([stacked(c, n) for c in columns]), mask, len(some))
        first = self._taken(n, working, tuple([c[0] for c in columns]), mask)
        last = self._taken(n, working, tuple([c[-1] for c in columns]), mask)
        if made is None or first is None or last is None:
            return None
        many = [apart(*m, len(some)) for m in zip(made, first, last, strict=True)]
        same = tuple([m for m in many if m is not None])
        return same if len(same) == len(made) else None

    def _taken(
        self, n: int, working: Chosen, inputs: Values, mask: Array | None, times: int = 1
    ) -> Values | None:
        made = self._object(working, n)
        x = np.tile(self.x, (times, 1)) if times > 1 and n == WHOLE else self.x
        if working and not CARRIES.isdisjoint(working):
            made.carried = mask
            mask = None if n == MASK else mask
        try:
            return take(made, n, x, inputs, mask)
        except Exception:  # noqa: BLE001 — a mistake may raise anything, and is then out
            return None

    def _object(self, working: Chosen, n: int) -> Any:  # of the reference or a subclass
        key = (working, n == WHOLE)
        if key not in self._objects:
            cls = composed(*key)
            self._objects[key] = cls.from_weights(*self.weights, n_heads=self.n_heads)
        return self._objects[key]

    def _numbered(self, many: Values, n: int) -> Iterator[State]:
        """The same numbers for the same arrays, whatever rounding did to them on the way."""
        return zip(*(self._numbers_of(arrays, n) for arrays in many), strict=True)

    def _numbers_of(self, arrays: Array, n: int) -> list[int]:
        prints = fine(arrays) if n == MASK else coarse(arrays)
        size, shape, numbers = len(prints) // len(arrays), arrays.shape[1:], []
        for i, array in enumerate(arrays):
            key = (shape, prints[i * size : (i + 1) * size])
            number = self._numbers.setdefault(key, len(self.arrays))
            if number == len(self.arrays):
                self.arrays.append(array)
            numbers.append(number)
        return numbers

    def rest(self, n: int, values: Values, mask: Array | None) -> Array | None:
        """What the reference makes of the state before step n; None where that raises."""
        for step in range(n, WHOLE):
            made = self._taken(step, (), values[: INPUTS[step]], mask)
            if made is None:
                return None
            values = made + values[INPUTS[step] :]
        return values[0]
