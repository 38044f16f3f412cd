"""Which known mistakes may start in a step, and which of those made before matter there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from grader.labs.multi_head.together import STARTING, Chosen, at_work, compatible, mattering

if TYPE_CHECKING:
    from collections.abc import Iterable

Edge = tuple[Chosen, int]
"""The mistakes that start in a step, and where that leads; DONE where the formula follows."""
DONE = -1
Leg = tuple[Chosen, int, Chosen, int, Chosen]
"""One way on: the mistakes that start here, how many that makes, which of them matter after it,
where it led in the walk before, and which are at work."""


@dataclass(frozen=True, slots=True)
class Legs:
    """The ways on from a node, by who is at work in them."""

    going: tuple[Leg, ...]
    ending: dict[Chosen, tuple[Chosen, ...]]
    """All mistakes are made, and none of them matters any more: which ones were started."""


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
