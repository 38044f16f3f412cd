"""Known mistakes together: which steps each one replaces, and the class that makes several.

A mistake is the reference with one step overridden, sometimes two. Two mistakes go together unless
they replace the same step of the same kind; where they replace one step for different reasons
(a split, and A times K), the later one's method calls the earlier one's by ``super()``.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.labs.multi_head.misconceptions import CATALOGUE
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from grader.model import Array, Misconception

STEPS = (
    "project",
    "split",
    "scores",
    "scale",
    "mask",
    "softmax",
    "weighted_sum",
    "merge",
    "output",
    "forward",
)
"""The methods of the reference in the order of the forward pass; ``forward`` is what a mistake
does around all of it, to the answer of the others."""
WHOLE = len(STEPS) - 1
MASK = STEPS.index("mask")
Chosen = tuple[int, ...]
"""Mistakes by their place in the catalogue, ascending."""


def methods(mistake: Misconception) -> dict[int, frozenset[int]]:
    """The steps that a mistake replaces, each with the steps that its method calls in turn."""
    found: dict[int, frozenset[int]] = {}
    for cls in mistake.cls.__mro__:
        if cls is MultiHeadAttention:
            break
        for n, step in enumerate(STEPS):
            if step in vars(cls):
                called = vars(cls)[step].__code__.co_names
                found[n] = frozenset(STEPS.index(c) for c in called if c in STEPS) - {n}
    if hasattr(mistake.cls, "late"):  # it keeps the mask from the scores by wrapping the whole
        found[MASK] = found.pop(WHOLE)
    return found


METHODS = tuple(methods(m) for m in CATALOGUE)
KIND = tuple(m.id.partition("/")[0] for m in CATALOGUE)
LAST = tuple(max(found) for found in METHODS)
"""The last step that each mistake replaces."""


def compatible(a: int, b: int) -> bool:
    """Both can be made by one program: they replace different steps, or are of different kinds."""
    return not METHODS[a].keys() & METHODS[b].keys() or KIND[a] != KIND[b]


def _last_call(one: int, *, masked: bool) -> int:
    """The last step in which some other mistake would call what this one replaces."""
    return max(
        n
        for other, steps in enumerate(METHODS)
        for n, called in steps.items()
        if other == one or (called & METHODS[one].keys() and compatible(one, other))
        if masked or other == one or n != MASK
    )


HORIZON = {
    masked: tuple(_last_call(m, masked=masked) for m in range(len(CATALOGUE)))
    for masked in (True, False)
}
"""The last step in which each mistake can matter, what it has made by then aside."""


def _starting(step: int) -> tuple[Chosen, ...]:
    """The mistakes whose first step this is: none of them, each, and those that go together."""
    here = [m for m, found in enumerate(METHODS) if min(found) == step]
    several = [
        some
        for size in (2, 3)
        for some in combinations(here, size)
        if all(compatible(a, b) for a, b in combinations(some, 2))
    ]
    return ((), *((m,) for m in here), *several)


STARTING = tuple(_starting(n) for n in range(len(STEPS)))


class _Given(MultiHeadAttention):
    """Where a mistake wraps the whole, the answer that it wraps is computed already."""

    given: Array

    def forward(self, x: Array, mask: Array | None = None) -> Array:  # noqa: ARG002
        return self.given


CARRIES = frozenset(m for m, known in enumerate(CATALOGUE) if hasattr(known.cls, "late"))
"""Mistakes that carry the mask past the scores, in an attribute ``carried``."""


@lru_cache(maxsize=4096)
def composed(chosen: Chosen, around: bool = False) -> Any:  # a subclass of the reference
    """The class that makes these mistakes, the later ones' methods first.

    With ``around``, what its ``forward`` wraps is its attribute ``given``.
    """
    bases = [CATALOGUE[m].cls for m in reversed(chosen)]
    if around:
        bases.append(_Given)
    if len(bases) < 2:
        return bases[0] if bases else MultiHeadAttention
    return type("Together", tuple(bases), {})


@lru_cache(maxsize=16384)
def at_work(chosen: Chosen, step: int) -> Chosen:
    """Those of the chosen whose methods run in this step, themselves or called by another's."""
    own = [m for m in chosen if step in METHODS[m]]
    called = frozenset[int]().union(*(METHODS[m][step] for m in own))
    return tuple(m for m in chosen if m in own or called & METHODS[m].keys())


@lru_cache(maxsize=4096)
def plan(chosen: Chosen) -> tuple[Chosen, ...]:
    """For each step, which of the chosen are at work."""
    return tuple(at_work(chosen, n) for n in range(len(STEPS)))


@lru_cache(maxsize=16384)
def mattering(chosen: Chosen, step: int, more: bool, masked: bool) -> Chosen:
    """Those that can matter after this step, given whether another may still be chosen."""
    until = HORIZON[masked] if more else LAST
    called = {c for m in chosen for n, steps in METHODS[m].items() if n > step for c in steps}
    return tuple(m for m in chosen if until[m] > step or called & METHODS[m].keys())


def _idle(mistake: int) -> bool:
    """Without a mask its mask step changes nothing."""
    scores = np.zeros((1, 1, 1))
    try:
        return composed((mistake,)).from_weights(*EYES, n_heads=1).mask(scores, None) is scores
    except Exception:  # noqa: BLE001 — a mistake may raise anything
        return False


EYES = (np.eye(1),) * 4
IDLE = frozenset(m for m, found in enumerate(METHODS) if MASK in found and _idle(m))
"""Mistakes that make no difference where there is no mask."""
