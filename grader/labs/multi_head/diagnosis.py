"""Name the bug: the smallest sets of known mistakes that reproduce every answer.

One mistake, then two, then three; sets that answer alike are alternatives. Nothing is named from
NaN or exceptions: they have no identity. Everything is computed with the weights that the
student's own objects hold.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.bench import Bench
from grader.labs.multi_head.cases import Case, agrees, cases_of
from grader.labs.multi_head.misconceptions import CATALOGUE
from grader.labs.multi_head.paths import Walk, leading
from grader.labs.multi_head.replies import replies
from grader.labs.multi_head.screens import screens
from grader.labs.multi_head.walker import Question, TooMany, Walker, explored

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.labs.multi_head.compare import Judged
    from grader.labs.multi_head.paths import Stage
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


Group = list[Case]
"""Questions that share an input, its weights and the number of heads."""


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
    if len(list(islice((case for case in cases if case.wrong), ENOUGH))) < ENOUGH:
        return ()
    groups, benches = grouped(cases), dict[tuple[int, int, int], Bench]()
    with np.errstate(all="ignore"):
        for size, telling in screens(cases, cases_of(flat), depth, obeyed=obeyed):
            sets = [s for s in candidates(telling, size, benches) if confirmed(s, groups)]
            if sets:
                return tuple(tuple(CATALOGUE[m].id for m in s) for s in sorted(sets))
    return ()


def grouped(cases: Iterable[Case]) -> list[Group]:
    """The questions that share all but the mask, in the order of the first of each."""
    groups: dict[tuple[int, int, int], Group] = {}
    for case in cases:
        groups.setdefault(case.setting, []).append(case)
    return list(groups.values())


def confirmed(chosen: Chosen, groups: Sequence[Group]) -> bool:
    """These mistakes together give every answer, and no fewer of them every number."""
    fewer = [tuple(m for m in chosen if m != one) for one in chosen]
    numbers = [[case for case in group if case.y is not None] for group in groups]
    return reproduced(chosen, groups) and not any(reproduced(some, numbers) for some in fewer)


def reproduced(chosen: Chosen, groups: Sequence[Group]) -> bool:
    """A class with these mistakes answers as the student did."""
    return all(
        agrees(y, case)
        for group in groups
        for y, case in zip(replies(chosen, group), group, strict=True)
    )


def candidates(
    telling: Sequence[Case], size: int, benches: dict[tuple[int, int, int], Bench]
) -> set[Chosen]:
    """The sets of this size that answer a few telling questions as the student did."""
    found: Walk | None = None
    try:
        for case in telling:
            found = leading(_stages(case, size, found, benches), case)
            if found.count <= FEW:
                break
    except TooMany:
        return set()
    return set(found.sets()) if found and found.count <= ALTERNATIVES else set()


def _stages(
    case: Case, size: int, before: Walk | None, benches: dict[tuple[int, int, int], Bench]
) -> list[Stage]:
    """Where the paths lead that are left."""
    if case.shape is None:
        return []
    if before is None:
        return explored(Question(case.x, case.mask, case.weights, case.n_heads), size, case.shape)
    bench = benches.setdefault(case.setting, Bench(case.x, case.weights, case.n_heads))
    return Walker(bench, case.mask, size, case.shape).explore(before)
