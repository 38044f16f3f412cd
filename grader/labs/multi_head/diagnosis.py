"""Name the bug: the smallest sets of known mistakes that reproduce every answer.

One mistake, then two, then three; sets that answer alike are alternatives. Nothing is named from
NaN or exceptions: they have no identity. Everything is computed with the weights that the
student's own objects hold.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.bench import Bench
from grader.labs.multi_head.cases import Case, agrees, cases_of
from grader.labs.multi_head.misconceptions import CATALOGUE
from grader.labs.multi_head.paths import TooMany, Walk, Walker
from grader.labs.multi_head.screens import screens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.labs.multi_head.compare import Judged
    from grader.labs.multi_head.together import Chosen

ENOUGH = 3
"""Finite wrong answers that a name needs behind it."""
DEPTH = 3
"""Mistakes that are looked for together."""
FEW = 4
"""Sets that are compared with every answer at once, without further screening."""
ALTERNATIVES = 60
"""Sets that may answer alike; more, and the answers do not tell mistakes apart."""
Ids = tuple[str, ...]


class Benches:
    """One bench for all questions that share an input, its weights and the number of heads."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], Bench] = {}

    def of(self, case: Case) -> Bench:
        """The bench on which a case's steps are computed."""
        key = (id(case.x), id(case.weights), case.n_heads)
        return self._known.setdefault(key, Bench(case.x, case.weights, case.n_heads))


def name(
    judged: Sequence[Judged],
    flat: Sequence[Judged] = (),
    *,
    obeyed: bool = True,
    depth: int = DEPTH,
) -> tuple[Ids, ...]:
    """The smallest sets that reproduce every answer, in the order of the forward pass.

    Args:
        judged: every answer that the formula is judged by.
        flat: answers on weights that make every score 0, where the class uses such weights; they
            only spare work, because most mistakes make no difference to them.
        obeyed: the class is sure to use all such weights, and keeps no private copies of some.
        depth: how many mistakes may be made together.

    Returns:
        Alternatives of the same size that no answer tells apart; () if there are none.
    """
    cases = cases_of(judged)
    if sum(case.wrong for case in cases) < ENOUGH:
        return ()
    benches = Benches()
    with np.errstate(all="ignore"):
        for size, telling in screens(cases, cases_of(flat), depth, obeyed=obeyed):
            sets = [s for s in candidates(telling, size, benches) if confirmed(s, cases, benches)]
            if sets:
                return tuple(tuple(CATALOGUE[m].id for m in s) for s in sorted(sets))
    return ()


def confirmed(chosen: Chosen, cases: Sequence[Case], benches: Benches) -> bool:
    """These mistakes together give every answer, and no fewer of them every number."""

    def answers(some: Chosen, case: Case) -> bool:
        return agrees(benches.of(case).answer(some, case.mask), case)

    fewer = [tuple(m for m in chosen if m != one) for one in chosen]
    numbers = [case for case in cases if case.y is not None]
    return all(answers(chosen, case) for case in cases) and not any(
        all(answers(some, case) for case in numbers) for some in fewer
    )


def candidates(telling: Sequence[Case], size: int, benches: Benches) -> set[Chosen]:
    """The sets of this size that answer a few telling questions as the student did."""
    found: Walk | None = None
    try:
        for case in telling:
            answers = partial(agrees, case=case)
            found = Walker(benches.of(case), case.mask, size, answers).walk(found)
            if found.count <= FEW:
                break
    except TooMany:
        return set()
    return set(found.sets()) if found and found.count <= ALTERNATIVES else set()
