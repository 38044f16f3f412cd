"""All sets of known mistakes at once, as paths through the steps of the forward pass.

Each step is taken from the reference or from a mistake. Paths share their beginnings, and meet
again where they have made the same numbers. A question on which most mistakes make no difference
is walked cheaply and leaves few paths; only these are walked on the next, more telling one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, compress
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.cases import agrees, all_agree
from grader.labs.multi_head.tails import comes_to, odd_tail, rank, tail
from grader.labs.multi_head.taking import INPUTS
from grader.labs.multi_head.together import (
    STARTING,
    STEPS,
    Chosen,
    at_work,
    compatible,
    mattering,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.labs.multi_head.bench import Asked, Bench, State
    from grader.labs.multi_head.cases import Case
    from grader.labs.multi_head.taking import Shapes, Values

Edge = tuple[Chosen, int]
"""The mistakes that start in a step, and where that leads; DONE where the formula follows."""
Edges = list[list[Edge]]
"""For each node of a step."""
Node = tuple["State", int, Chosen, int]
"""What was made, by how many mistakes, which of them matter still, and where in the walk before."""
Leg = tuple[Chosen, int, Chosen, int, "Asked"]
"""One way on: the mistakes that start here, how many that makes, which of them matter after it,
where it led in the walk before, and what is at work on what."""
DONE = -1
LIMIT = 1_500
"""Nodes with mistakes still to make, of one step, before a walk is given up: nothing is told."""


class TooMany(Exception):
    """The questions do not tell the paths apart."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The paths with exactly so many mistakes that answer one question, and those before it."""

    edges: list[Edges]

    def sets(self) -> Iterator[Chosen]:
        """The mistakes of each path."""
        if self.edges[0]:
            yield from self._from(0, 0)

    def _from(self, n: int, at: int) -> Iterator[Chosen]:
        if at == DONE:
            yield ()
            return
        for new, then in self.edges[n][at]:
            for rest in self._from(n + 1, then):
                yield tuple(sorted((*new, *rest)))

    @property
    def count(self) -> int:
        """How many paths there are."""
        ways: list[int] = []
        for step in reversed(self.edges):
            ways = [sum(1 if then == DONE else ways[then] for _, then in out) for out in step]
        return ways[0] if ways else 0


@dataclass(frozen=True, slots=True)
class Walker:
    """One question, to be walked with exactly ``depth`` mistakes."""

    bench: Bench
    case: Case
    depth: int

    def walk(self, before: Walk | None = None) -> Walk:
        """Walk all paths that ``before`` left, and keep those that answer as the student did.

        Raises:
            TooMany: there are more than can be walked.
        """
        level: dict[Node, int] = {((), 0, (), 0): 0}
        found: list[Edges] = []
        for n in range(len(STEPS)):
            if sum(used < self.depth for _, used, _, _ in level) > LIMIT:
                raise TooMany
            ways = [self._ways(n, node, before) for node in level]
            going = {way[-1] for out in ways for way in out if not self._ends(way)}
            ending = {way[-1] for out in ways for way in out if self._ends(way)}
            after = self.bench.after(n, going, self.case.mask)
            good = self._good(n, ending)
            level = {}
            found.append([self._edges(out, after, good, level) for out in ways])
        return Walk(pruned(found))

    def _ends(self, way: Leg) -> bool:
        """All mistakes are made, and none of them matters any more."""
        return way[1] == self.depth and not way[2]

    def _ways(self, n: int, node: Node, before: Walk | None) -> list[Leg]:
        """The ways on from one node."""
        state, used, pending, place = node
        known = before.edges[n][place] if before is not None and place != DONE else None
        options = starting(n, self.depth - used, pending) if known is None else known
        masked = self.case.mask is not None
        ways = []
        for new, then in options:
            count = used + len(new)
            working, left = taking(n, pending, new, count < self.depth, masked)
            ways.append((new, count, left, then, (working, state)))
        return ways

    def _edges(
        self, ways: list[Leg], after: dict[Asked, State], good: set[Asked], level: dict[Node, int]
    ) -> list[Edge]:
        """Where each way leads, to nodes of the next level or to the student's answer."""
        edges = []
        for way in ways:
            new, count, left, then, asked = way
            if self._ends(way):
                if asked in good:
                    edges.append((new, DONE))
            elif (state := after.get(asked)) is not None:
                node = (state, count, left, then)
                edges.append((new, level.setdefault(node, len(level))))
        return edges

    def _good(self, n: int, ending: set[Asked]) -> set[Asked]:
        """From which the formula comes to the student's answer."""
        bench, mask = self.bench, self.case.mask
        found: dict[Shapes, list[tuple[list[Asked], Values]]] = defaultdict(list)
        for asked, made in bench.results(n, ending, mask):
            aside = zip(*(state[INPUTS[n] :] for _, state in asked), strict=True)
            beside = [np.array([bench.arrays[i] for i in column]) for column in aside]
            many = (*made, *beside)
            found[tuple([a.shape[1:] for a in many])].append((asked, many))
        good: set[Asked] = set()
        for shapes, some in found.items():
            columns = zip(*(many for _, many in some), strict=True)
            values = tuple([np.concatenate(column) for column in columns])
            good.update(
                compress(chain(*(asked for asked, _ in some)), self._agree(n, values, shapes))
            )
        return good

    def _agree(self, n: int, values: Values, shapes: Shapes) -> list[bool]:
        """Whether the student's answer follows from each state after step n."""
        bench, case = self.bench, self.case
        T, D = bench.x.shape
        sizes = (T, D, bench.n_heads)
        if comes_to(n, shapes, sizes, masked=case.mask is not None) != case.shape:
            return [False] * len(values[0])
        if all(len(shape) == rank(n) for shape in shapes):
            return all_agree(tail(bench, n, values, case.mask), case)
        return [agrees(odd_tail(bench, n, v, case.mask), case) for v in zip(*values, strict=True)]


@lru_cache(maxsize=65536)
def taking(n: int, pending: Chosen, new: Chosen, more: bool, masked: bool) -> tuple[Chosen, Chosen]:
    """Who is at work in a step, and who can matter after it; ``more`` may still be chosen."""
    chosen = tuple(sorted((*pending, *new)))
    return at_work(chosen, n), mattering(chosen, n, more, masked)


@lru_cache(maxsize=4096)
def starting(n: int, room: int, pending: Chosen) -> tuple[Edge, ...]:
    """Which mistakes may start in a step, where nothing is known yet."""
    return tuple(
        (new, 0)
        for new in STARTING[n]
        if len(new) <= room and all(compatible(a, b) for a in new for b in pending)
    )


def pruned(found: list[Edges]) -> list[Edges]:
    """Only what leads to a good end, numbered anew."""
    kept: list[Edges] = []
    place = {DONE: DONE}
    for step in reversed(found):
        edges = [[(new, place[then]) for new, then in out if then in place] for out in step]
        good = [old for old, out in enumerate(edges) if out]
        place = {DONE: DONE} | {old: new for new, old in enumerate(good)}
        kept.append([edges[old] for old in good])
    return kept[::-1]
