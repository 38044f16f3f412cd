"""Walk all sets of known mistakes through the steps of the forward pass, on one question.

Each step is taken from the reference or from a mistake. Paths share their beginnings, and meet
again where they have made the same numbers. A question on which most mistakes make no difference
is walked cheaply and leaves few paths; only these are walked on the next, more telling one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.bench import Bench
from grader.labs.multi_head.legs import DONE, Edge, Legs, all_legs, legs
from grader.labs.multi_head.paths import Stage
from grader.labs.multi_head.tails import comes_to, odd_tail, rank, tail
from grader.labs.multi_head.together import STEPS, Chosen

if TYPE_CHECKING:
    from grader.labs.multi_head.bench import Asked, Batch, State
    from grader.labs.multi_head.paths import Walk
    from grader.labs.multi_head.taking import Shapes, Values
    from grader.model import Array, Weights

Node = tuple["State", int, Chosen, int]
"""What was made, by how many mistakes, which of them matter still, and where in the walk before."""
LIMIT = 1_500
"""Nodes with mistakes still to make, of one step, before a walk is given up: nothing is told."""
KEPT = 6
"""Walks that are kept: a class is asked the same, and most of it holds the same weights."""


class TooMany(Exception):
    """The questions do not tell the paths apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """An input, its weights and a mask: equal if all their numbers are."""

    x: Array
    mask: Array | None
    weights: Weights
    n_heads: int

    def content(self) -> tuple[object, ...]:
        """All there is to it."""
        arrays = [a for a in (self.x, self.mask, *self.weights) if a is not None]
        return self.n_heads, *((a.shape, a.dtype, a.tobytes()) for a in arrays)

    def __hash__(self) -> int:
        return hash(self.content())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.content() == other.content()


@lru_cache(maxsize=KEPT)
def explored(question: Question, depth: int, shape: tuple[int, ...]) -> list[Stage]:
    """All paths with so many mistakes whose answers have this shape.

    It knows nothing of what the student answered, only the shape of it.
    """
    bench = Bench(question.x, question.weights, question.n_heads)
    return Walker(bench, question.mask, depth, shape).explore()


@dataclass(frozen=True, slots=True)
class Walker:
    """One question, to be walked with exactly ``depth`` mistakes to answers of one shape."""

    bench: Bench
    mask: Array | None
    depth: int
    shape: tuple[int, ...]

    def explore(self, before: Walk | None = None) -> list[Stage]:
        """Walk all paths, or those that ``before`` left.

        Raises:
            TooMany: there are more than can be walked.
        """
        level: dict[Node, int] = {((), 0, (), 0): 0}
        stages = []
        for n in range(len(STEPS)):
            if sum(used < self.depth for _, used, _, _ in level) > LIMIT:
                raise TooMany
            nodes = [(node[0], self._legs(n, node, before)) for node in level]
            going = {(leg[-1], state) for state, legs in nodes for leg in legs.going}
            after = self.bench.after(n, going, self.mask)
            level = {}
            edges = [onward(*node, after, level) for node in nodes]
            stages.append(Stage(nodes, edges, *self._ends(n, nodes)))
        return stages

    def _legs(self, n: int, node: Node, before: Walk | None) -> Legs:
        """The ways on from one node."""
        _, used, pending, place = node
        masked = self.mask is not None
        if before is None or place == DONE:
            return all_legs(n, used, pending, self.depth, masked)
        return legs(before.edges[n][place], n, used, pending, self.depth, masked)

    def _ends(
        self, n: int, nodes: list[tuple[State, Legs]]
    ) -> tuple[list[tuple[Chosen, list[State]]], list[Array]]:
        """Who makes the last mistake on which states, and what the formula makes of that."""
        ending: dict[Chosen, dict[State, None]] = defaultdict(dict)
        for state, some in nodes:
            for working in some.ending:
                ending[working][state] = None
        batches: dict[tuple[State, ...], list[Batch]] = {}
        found: dict[Shapes, list[tuple[Chosen, list[State], Values]]] = defaultdict(list)
        wanted = partial(self._wanted, n)
        for working, states in ending.items():
            alike = tuple(states)
            if alike not in batches:
                batches[alike] = self.bench.batches(states)
            for batch in batches[alike]:
                for kept, many in self.bench.results(n, working, batch, self.mask, wanted):
                    found[tuple([a.shape[1:] for a in many])].append((working, kept, many))
        ends = [(working, kept) for made in found.values() for working, kept, _ in made]
        columns = [zip(*(many for _, _, many in made), strict=True) for made in found.values()]
        values = [tuple([np.concatenate(column) for column in some]) for some in columns]
        return ends, [self._answers(n, some) for some in values]

    def _wanted(self, n: int, shapes: Shapes) -> bool:
        """The formula makes an answer of the right shape of such arrays, if there are any."""
        masked = self.mask is not None
        sizes = self.bench.sizes
        return bool(shapes) and comes_to(n, shapes, sizes, masked=masked) == self.shape

    def _answers(self, n: int, values: Values) -> Array:
        """What the formula makes of each state after step n."""
        if all(a.ndim == rank(n) + 1 for a in values):
            return tail(self.bench, n, values, self.mask)
        rows = zip(*values, strict=True)
        return np.array([odd_tail(self.bench, n, row, self.mask) for row in rows])


def onward(
    state: State, ways: Legs, after: dict[Asked, State], level: dict[Node, int]
) -> list[Edge]:
    """Where the ways from a node lead to: nodes of the next level."""
    found = []
    for new, count, left, then, working in ways.going:
        made = after.get((working, state))
        if made is not None:
            found.append((new, level.setdefault((made, count, left, then), len(level))))
    return found
