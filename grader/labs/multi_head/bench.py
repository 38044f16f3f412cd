"""The steps of the forward pass on one input, taken by the reference or by known mistakes.

The same numbers are made once, whoever makes them: mistakes that have come to the same state share
all that follows. And whoever takes a step from many states takes it from all of them at once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.labs.multi_head.stacks import (
    MERGE,
    SPLIT,
    apart,
    coarse,
    fine,
    grows,
    makes,
    moved,
    moves,
    shapes_of,
    stacked,
    usual,
)
from grader.labs.multi_head.taking import INPUTS, OUTPUTS, Shapes, Values, taken
from grader.labs.multi_head.together import CARRIES, MASK, WHOLE, Chosen, composed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from grader.model import Array, Weights

State = tuple[int, ...]
"""Arrays by number: nothing, then q, k, v, then scores and v, then one."""
Asked = tuple[Chosen, State]
"""Which mistakes are at work in a step, and where it starts."""


@dataclass(frozen=True, slots=True)
class Batch:
    """States of one shape; ``rows`` are their arrays, with one axis more in front."""

    states: list[State]
    shapes: Shapes
    rows: Values


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

    @property
    def sizes(self) -> tuple[int, int, int]:
        """T, d_model and n_heads."""
        return (*self.x.shape, self.n_heads)

    def after(self, n: int, asked: Iterable[Asked], mask: Array | None) -> dict[Asked, State]:
        """The state after step n for each that is asked for; those that raise are left out."""
        known, reads = self._done, INPUTS[n]
        ways: dict[Asked, tuple[int, Chosen, State, int]] = {}
        unknown: dict[Chosen, dict[State, None]] = defaultdict(dict)
        for working, state in asked:
            masked = n in (MASK, WHOLE) or not CARRIES.isdisjoint(working)
            way = (n, working, state[:reads], id(mask) if masked else 0)
            ways[working, state] = way
            if way not in known:
                known[way] = None
                unknown[working][state] = None
        for working, states in unknown.items():
            for batch in self.batches(states):
                for some, many in self.results(n, working, batch, mask):
                    for state, made in zip(
                        some, self._numbered(many[: OUTPUTS[n]], n), strict=True
                    ):
                        known[ways[working, state]] = made
        found = {one: known[way] for one, way in ways.items()}
        return {one: made + one[1][reads:] for one, made in found.items() if made is not None}

    def batches(self, states: Iterable[State]) -> list[Batch]:
        """The states, those of one shape together."""
        groups: dict[Shapes, list[State]] = defaultdict(list)
        for state in states:
            groups[tuple([self.arrays[i].shape for i in state])].append(state)
        return [Batch(some, shapes, self._rows(some)) for shapes, some in groups.items()]

    def _rows(self, states: list[State]) -> Values:
        if len(states) == 1:
            return tuple([self.arrays[i][None] for i in states[0]])
        columns = zip(*states, strict=True)
        return tuple([np.array([self.arrays[i] for i in column]) for column in columns])

    def results(
        self,
        n: int,
        working: Chosen,
        batch: Batch,
        mask: Array | None,
        wanted: Callable[[Shapes], bool] = lambda _: True,
    ) -> Iterator[tuple[list[State], Values]]:
        """What there is after step n, for each state from which the step can be taken.

        States of one shape make arrays of one shape, or none if that is not wanted.
        """
        odd = batch.shapes != usual(n - 1, *self.sizes)
        if odd and not wanted(makes(n, working, batch.shapes, self.sizes, masked=mask is not None)):
            return
        made = None
        if len(batch.states) > 1:
            made = self._moved(n, working, batch) if n in (SPLIT, MERGE) else None
            made = made or (None if odd else self._at_once(n, working, batch, mask))
        if made is None:
            yield from self._singly(n, working, batch, mask, wanted)
            return
        whole = (*made, *batch.rows[INPUTS[n] :])
        if odd or wanted(tuple([a.shape[1:] for a in whole])):
            yield batch.states, whole

    def _moved(self, n: int, working: Chosen, batch: Batch) -> Values | None:
        """The step, if all it does is to move numbers."""
        places = moves(n, working, batch.shapes[: INPUTS[n]], self.sizes)
        return None if places is None else moved(batch.rows[: INPUTS[n]], places)

    def _at_once(self, n: int, working: Chosen, batch: Batch, mask: Array | None) -> Values | None:
        """The step from all of them stacked, if these mistakes allow it."""
        axes = grows(n, working)
        if axes is None:
            return None
        times = len(batch.states)
        x = np.tile(self.x, (times, 1)) if n == WHOLE else self.x
        long = tuple([stacked(a, n) for a in batch.rows[: INPUTS[n]]])
        made = taken(self._object(working, n), working, n, x, long, mask)
        if made is None:
            return None
        return tuple([apart(a, axis, times) for a, axis in zip(made, axes, strict=True)])

    def _singly(
        self,
        n: int,
        working: Chosen,
        batch: Batch,
        mask: Array | None,
        wanted: Callable[[Shapes], bool],
    ) -> Iterator[tuple[list[State], Values]]:
        """The step from each by itself; from none if the first raises or is not wanted."""
        by, reads = self._object(working, n), INPUTS[n]
        kept: list[int] = []
        found: list[Values] = []
        beside = batch.rows[reads:]
        for row in range(len(batch.states)):
            inputs = tuple([a[row] for a in batch.rows[:reads]])
            made = taken(by, working, n, self.x, inputs, mask)
            if not found and (
                made is None or not wanted((*shapes_of(made), *batch.shapes[reads:]))
            ):
                return
            if made is not None and (not found or shapes_of(made) == shapes_of(found[0])):
                kept.append(row)
                found.append(made)
        if len(batch.states) == 1:
            yield batch.states, (*[a[None] for a in found[0]], *beside)
            return
        columns = zip(*found, strict=True)
        yield (
            [batch.states[row] for row in kept],
            (*map(np.array, columns), *[a[kept] for a in beside]),
        )

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
