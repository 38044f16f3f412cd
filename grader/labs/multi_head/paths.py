"""All sets of known mistakes at once, as paths through the steps of the forward pass.

Each step is taken from the reference or from a mistake. Paths share their beginnings, and meet
again where they have made the same numbers. A question on which most mistakes make no difference
is walked cheaply and leaves few paths; only these are walked on the next, more telling one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from grader.labs.multi_head.tails import tails
from grader.labs.multi_head.together import (
    STARTING,
    STEPS,
    Chosen,
    at_work,
    compatible,
    mattering,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.labs.multi_head.bench import Bench, State
    from grader.model import Array

Edge = tuple[Chosen, int]
"""The mistakes that start in a step, and where that leads; DONE where no more may be made."""
Edges = list[list[Edge]]
"""For each node of a step."""
End = tuple["State", Chosen]
"""What was made by as many mistakes as there may be, and which of them matter still."""
Node = tuple["State", int, Chosen, int]
"""What was made, by how many mistakes, which of them matter still, and where in the walk before."""
DONE = -1
LIMIT = 1_500
"""Nodes of one step before a walk is given up: inputs or weights that tell nothing apart."""


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
    mask: Array | None
    depth: int
    answers: Callable[[Array | None], bool]

    def walk(self, before: Walk | None = None) -> Walk:
        """Walk all paths that ``before`` left, and keep those that answer as the student did.

        Raises:
            TooMany: there are more than can be walked.
        """
        level: dict[Node, int] = {((), 0, (), 0): 0}
        found: list[Edges] = []
        for n in range(len(STEPS)):
            if len(level) > LIMIT:
                raise TooMany
            following: dict[Node, int] = {}
            ends: dict[End, bool] = {}
            steps = [self._out(n, node, before, following, ends) for node in level]
            self._judge(n, ends)
            found.append(
                [[(new, to) for new, to, end in out if not end or ends[end]] for out in steps]
            )
            level = following
        return Walk(pruned(found))

    def _out(
        self,
        n: int,
        node: Node,
        before: Walk | None,
        following: dict[Node, int],
        ends: dict[End, bool],
    ) -> list[tuple[Chosen, int, End | None]]:
        """The edges from one node, with what they lead to."""
        state, used, pending, place = node
        options = before.edges[n][place] if before else starting(n, self.depth - used, pending)
        bench, mask = self.bench, self.mask
        out: list[tuple[Chosen, int, End | None]] = []
        for new, then in options:
            chosen = joined(pending, new) if new else pending
            after = bench.after(n, at_work(chosen, n), state, mask)
            if after is None:
                continue
            count = used + len(new)
            more = count < self.depth
            left = mattering(chosen, n, more, mask is not None) if chosen else chosen
            if more:
                key = (after, count, left, then)
                out.append((new, following.setdefault(key, len(following)), None))
            else:
                ends[after, left] = False
                out.append((new, DONE, (after, left)))
        return out

    def _judge(self, n: int, ends: dict[End, bool]) -> None:
        """Whether what follows each end is the student's answer."""
        plain = [state for state, left in ends if not left]
        answers = tails(self.bench, n, plain, self.mask)
        for state, left in ends:
            y = None if left else answers.get(state)
            if y is None:
                y = self.bench.rest(n + 1, left, state, self.mask)
            ends[state, left] = self.answers(y)


@lru_cache(maxsize=4096)
def joined(pending: Chosen, new: Chosen) -> Chosen:
    """All of both, in the order of the catalogue."""
    return tuple(sorted((*pending, *new)))


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
