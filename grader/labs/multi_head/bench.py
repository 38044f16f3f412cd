"""The steps of the forward pass on one input, taken by the reference or by known mistakes.

The same numbers are made once, whoever makes them: mistakes that have come to the same state share
all that follows. And whoever takes a step from many states takes it from all of them at once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.labs.multi_head.stacks import apart, grows, stacked, usual
from grader.labs.multi_head.taking import INPUTS, Shapes, Values, taken
from grader.labs.multi_head.together import CARRIES, MASK, WHOLE, Chosen, composed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model import Array, Weights

State = tuple[int, ...]
"""Arrays by number: nothing, then q, k, v, then scores and v, then one."""
Asked = tuple[Chosen, State]
"""Which mistakes are at work in a step, and where it starts."""


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
        unknown = {key: one for one, key in ways.items() if key not in known}
        known.update(dict.fromkeys(unknown))
        for some, many in self.results(n, unknown.values(), mask):
            for one, made in zip(some, self._numbered(many, n), strict=True):
                known[ways[one]] = made
        found = {one: known[key] for one, key in ways.items()}
        return {one: made + one[1][reads:] for one, made in found.items() if made is not None}

    def results(
        self, n: int, asked: Iterable[Asked], mask: Array | None
    ) -> Iterator[tuple[list[Asked], Values]]:
        """What step n makes, with one axis more in front: a row for each who asked."""
        groups: dict[tuple[Chosen, Shapes], list[Asked]] = defaultdict(list)
        for one in asked:
            groups[one[0], tuple([self.arrays[i].shape for i in one[1]])].append(one)
        formula = usual(n - 1, *self.x.shape, self.n_heads) if n else ()
        alone: list[Asked] = []
        for (working, shapes), some in groups.items():
            axes = grows(n, working) if len(some) > 1 and shapes == formula else None
            many = self._at_once(n, some, mask, axes) if axes else None
            if many is None:
                alone += some
            else:
                yield some, many
        yield from self._singly(n, alone, mask)

    def _at_once(
        self, n: int, some: list[Asked], mask: Array | None, axes: tuple[int, ...]
    ) -> Values | None:
        """The step on stacked states, which grows what it makes along these axes."""
        working = some[0][0]
        columns = zip(*(state[: INPUTS[n]] for _, state in some), strict=True)
        inputs = tuple([stacked([self.arrays[i] for i in column], n) for column in columns])
        x = np.tile(self.x, (len(some), 1)) if n == WHOLE else self.x
        made = taken(self._object(working, n), working, n, x, inputs, mask)
        if made is None:
            return None
        return tuple([apart(a, axis, len(some)) for a, axis in zip(made, axes, strict=True)])

    def _singly(
        self, n: int, some: list[Asked], mask: Array | None
    ) -> Iterator[tuple[list[Asked], Values]]:
        """The step from one state after the other; together what then has the same shapes."""
        groups: dict[Shapes, list[tuple[Asked, Values]]] = defaultdict(list)
        for one in some:
            working, state = one
            inputs = tuple([self.arrays[i] for i in state[: INPUTS[n]]])
            made = taken(self._object(working, n), working, n, self.x, inputs, mask)
            if made is not None:
                whole = (*made, *(self.arrays[i] for i in state[INPUTS[n] :]))
                groups[tuple([a.shape for a in whole])].append((one, made))
        for pairs in groups.values():
            columns = zip(*(made for _, made in pairs), strict=True)
            yield [one for one, _ in pairs], tuple([np.array(column) for column in columns])

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


def coarse(array: Array) -> bytes:
    """What tells arrays apart, as far as float32 does."""
    return array.astype(np.float32).tobytes()


def fine(array: Array) -> bytes:
    """What tells scores apart even where a mask has moved all of them by 1e9."""
    if array.dtype != np.float64:
        return array.tobytes()
    bits = np.ascontiguousarray(array).view(np.int64)
    return ((bits + (1 << 11)) >> 12).tobytes()
