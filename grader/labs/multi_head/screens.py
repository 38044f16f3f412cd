"""Which questions tell sets of mistakes apart, the cheapest first."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.labs.multi_head.cases import Case
    from grader.model import Array


def screens(
    cases: Sequence[Case], flat: Sequence[Case], depth: int, *, obeyed: bool
) -> Iterator[tuple[int, list[Case]]]:
    """How many mistakes to look for, and by which questions first.

    One mistake is found soon by questions that show all steps. Several come to flat scores first:
    most make no difference to these, and their weights are the same for all students. Two then
    need a mask at once, or all that can be wrong with it is left open. Where a class keeps private
    copies of some weights, its answers on flat scores mislead, and are left out.
    """
    full = [*first_of(cases, FULL), *first_of(cases, SIMPLE)]
    masks = first_of(cases, (guarded(generic), masked(generic)))
    told = told_by(flat) if obeyed else []
    first = {1: [], 2: [*told[-1:], *masks], 3: told or [*first_of(cases, SIMPLE)]}
    for size in range(1, depth + 1):
        yield size, [*first.get(size, told), *full]


def told_by(flat: Sequence[Case]) -> list[Case]:
    """One case of each size, in the order given, whose answer is not just 0."""
    found: dict[tuple[tuple[int, int, int], bool], Case] = {}
    for case in flat:
        if case.y is not None and case.y.any():
            plain = not case.weights.W_Q.any() and not case.weights.W_K.any()
            found.setdefault((case.size, plain), case)
    return list(found.values())


def first_of(cases: Sequence[Case], kinds: Sequence[Callable[[Case], bool]]) -> Iterator[Case]:
    """The first question of each kind that was answered with numbers, where there is one."""
    for fits in kinds:
        yield from islice((c for c in cases if c.y is not None and fits(c)), 1)


def small(T: int, heads: range) -> Callable[[Case], bool]:
    """Whether a case is small, with T tokens, so many heads of more than one feature.

    Without a mask, unless only masked ones are answered: those come later in the battery.
    """

    def fits(case: Case) -> bool:
        tokens, d_model, n_heads = case.size
        fitting = tokens == T and n_heads in heads and d_model > n_heads
        return (
            fitting and d_model >= 6 and (case.mask is None or bool(np.isfinite(case.mask).all()))
        )

    return fits


def guarded(kind: Callable[[Array | None], bool]) -> Callable[[Case], bool]:
    """Whether a case is of the sizes that hide nothing, and its mask of some kind."""
    return lambda case: case.family == "guarded" and kind(case.mask)


def masked(kind: Callable[[Array | None], bool]) -> Callable[[Case], bool]:
    """Whether a case has several tokens and a mask of some kind."""
    return lambda case: len(case.x) > 2 and kind(case.mask)


def generic(mask: Array | None) -> bool:
    """A finite mask that is not zero anywhere."""
    return mask is not None and bool((mask != 0).all()) and bool(np.isfinite(mask).all())


SIMPLE = (small(1, range(1, 2)), small(1, range(2, 8)))
"""One token: values and output alone; then with heads."""
FULL = (
    small(4, range(2, 8)),
    guarded(lambda mask: mask is None),
    guarded(generic),
    guarded(lambda mask: mask is not None),
    # Where heads or masks of another size raise, what is left must tell.
    small(4, range(1, 2)),
    masked(generic),
    masked(lambda mask: mask is not None and bool((mask == -1e9).any())),
    masked(lambda mask: mask is not None and bool(np.isinf(mask).any())),
)
"""All steps, without a mask, with one, with others."""
