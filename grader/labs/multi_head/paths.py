"""All sets of known mistakes at once, as paths through the steps of the forward pass.

Where they lead does not depend on the student. Which of them lead to the student's answer is found
by looking at all their ends.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

from grader.labs.multi_head.cases import all_agree
from grader.labs.multi_head.legs import DONE, Edge, Legs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.labs.multi_head.bench import State
    from grader.labs.multi_head.cases import Case
    from grader.labs.multi_head.together import Chosen
    from grader.model import Array

Edges = list[list[Edge]]
"""For each node of a step."""


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
class Stage:
    """One step of all paths: its nodes, what follows from them, and what ends in it."""

    nodes: list[tuple[State, Legs]]
    edges: Edges
    """To the nodes of the next stage."""
    ends: list[tuple[Chosen, list[State]]]
    """Who is at work on which states, the formula following."""
    answers: list[Array]
    """What the ends come to, (N, *shape) each, in their order."""


def leading(stages: list[Stage], case: Case) -> Walk:
    """The paths that lead to the student's answer."""
    found = []
    for stage in stages:
        agree = [is_so for answers in stage.answers for is_so in all_agree(answers, case)]
        good: dict[State, list[Chosen]] = defaultdict(list)
        start = 0
        for working, states in stage.ends:
            for state in compress(states, agree[start : start + len(states)]):
                good[state].append(working)
            start += len(states)
        found.append(
            [
                [(new, DONE) for w in good.get(state, ()) for new in legs.ending.get(w, ())] + out
                for (state, legs), out in zip(stage.nodes, stage.edges, strict=True)
            ]
        )
    return Walk(pruned(found))


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
