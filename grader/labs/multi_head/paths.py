"""All sets of known mistakes at once, as paths through the steps of the forward pass.

Each step is taken from the reference or from a mistake. Paths share their beginnings, and meet
again where they have made the same numbers. A question on which most mistakes make no difference
is walked cheaply and leaves few paths; only these are walked on the next, more telling one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.cases import agrees, all_agree
from grader.labs.multi_head.tails import comes_to, odd_tail, rank, tail
from grader.labs.multi_head.together import (
    STARTING,
    STEPS,
    Chosen,
    at_work,
    compatible,
    mattering,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.labs.multi_head.bench import Asked, Batch, Bench, State
    from grader.labs.multi_head.cases import Case
    from grader.labs.multi_head.taking import Shapes, Values

Edge = tuple[Chosen, int]
"""The mistakes that start in a step, and where that leads; DONE where the formula follows."""
Edges = list[list[Edge]]
"""For each node of a step."""
Node = tuple["State", int, Chosen, int]
"""What was made, by how many mistakes, which of them matter still, and where in the walk before."""
Leg = tuple[Chosen, int, Chosen, int, Chosen]
"""One way on: the mistakes that start here, how many that makes, which of them matter after it,
where it led in the walk before, and which are at work."""
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
class Legs:
    """The ways on from a node, by who is at work in them."""

    going: tuple[Leg, ...]
    ending: dict[Chosen, tuple[Chosen, ...]]
    """All mistakes are made, and none of them matters any more: which ones were started."""


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
            ways = [(node[0], self._legs(n, node, before)) for node in level]
            going = {(leg[-1], state) for state, legs in ways for leg in legs.going}
            after = self.bench.after(n, going, self.case.mask)
            good = self._good(n, ways)
            level = {}
            found.append([edges(*way, after, good, level) for way in ways])
        return Walk(pruned(found))

    def _legs(self, n: int, node: Node, before: Walk | None) -> Legs:
        """The ways on from one node."""
        _, used, pending, place = node
        masked = self.case.mask is not None
        if before is None or place == DONE:
            return all_legs(n, used, pending, self.depth, masked)
        return legs(before.edges[n][place], n, used, pending, self.depth, masked)

    def _good(self, n: int, ways: list[tuple[State, Legs]]) -> dict[State, list[Chosen]]:
        """At whose work each state comes to the student's answer, by the formula from then on."""
        ending: dict[Chosen, dict[State, None]] = defaultdict(dict)
        for state, some in ways:
            for working in some.ending:
                ending[working][state] = None
        batches: dict[tuple[State, ...], list[Batch]] = {}
        found: dict[Shapes, list[tuple[Chosen, list[State], Values]]] = defaultdict(list)
        for working, states in ending.items():
            alike = tuple(states)
            if alike not in batches:
                batches[alike] = self.bench.batches(states)
            for batch in batches[alike]:
                results = self.bench.results(
                    n, working, batch, self.case.mask, partial(self._fits, n)
                )
                for kept, many in results:
                    found[tuple([a.shape[1:] for a in many])].append((working, kept, many))
        good: dict[State, list[Chosen]] = defaultdict(list)
        for shapes, made in found.items():
            columns = zip(*(many for _, _, many in made), strict=True)
            agree = self._agree(n, tuple([np.concatenate(column) for column in columns]), shapes)
            start = 0
            for working, kept, _ in made:
                for state in compress(kept, agree[start : start + len(kept)]):
                    good[state].append(working)
                start += len(kept)
        return good

    def _fits(self, n: int, shapes: Shapes) -> bool:
        """What the formula makes of such arrays has the shape of the student's answer."""
        masked = self.case.mask is not None
        answer = comes_to(n, shapes, self.bench.sizes, masked=masked) if shapes else None
        return answer is not None and answer == self.case.shape

    def _agree(self, n: int, values: Values, shapes: Shapes) -> list[bool]:
        """Whether the student's answer follows from each state after step n."""
        bench, case = self.bench, self.case
        if all(len(shape) == rank(n) for shape in shapes):
            return all_agree(tail(bench, n, values, case.mask), case)
        return [agrees(odd_tail(bench, n, v, case.mask), case) for v in zip(*values, strict=True)]


def edges(
    state: State,
    ways: Legs,
    after: dict[Asked, State],
    good: dict[State, list[Chosen]],
    level: dict[Node, int],
) -> list[Edge]:
    """Where the ways from a node lead, to nodes of the next level or to the student's answer."""
    found = [(new, DONE) for w in good.get(state, ()) for new in ways.ending.get(w, ())]
    for new, count, left, then, working in ways.going:
        made = after.get((working, state))
        if made is not None:
            found.append((new, level.setdefault((made, count, left, then), len(level))))
    return found


def legs(
    options: Iterable[Edge], n: int, used: int, pending: Chosen, depth: int, masked: bool
) -> Legs:
    """These ways on from a node with so many mistakes made, some of which matter still."""
    going: list[Leg] = []
    ending: dict[Chosen, tuple[Chosen, ...]] = {}
    for new, then in options:
        count = used + len(new)
        working, left = taking(n, pending, new, count < depth, masked)
        if count == depth and not left:
            ending[working] = (*ending.get(working, ()), new)
        else:
            going.append((new, count, left, then, working))
    return Legs(tuple(going), ending)


@lru_cache(maxsize=4096)
def all_legs(n: int, used: int, pending: Chosen, depth: int, masked: bool) -> Legs:
    """Likewise, all that there are."""
    return legs(starting(n, depth - used, pending), n, used, pending, depth, masked)


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
