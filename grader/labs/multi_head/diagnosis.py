"""Name the bug: the smallest sets of known mistakes that reproduce every answer.

One mistake, then two, then three; sets that answer alike are alternatives. Nothing is named from
NaN or exceptions: they have no identity. Everything is computed with the weights that the
student's own objects hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.compare import Judged, distance, value
from grader.labs.multi_head.misconceptions import CATALOGUE
from grader.labs.multi_head.bench import Bench
from grader.labs.multi_head.paths import TooMany, Walk, Walker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.labs.multi_head.together import Chosen
    from grader.model import Array, Weights

CLOSE = 2e-5
"""How near a mistake's answer must come; float32 students are within 1e-6 of it."""
ENOUGH = 3
"""Finite wrong answers that a name needs behind it."""
DEPTH = 3
"""Mistakes that are looked for together."""
ALTERNATIVES = 60
"""Sets that may answer alike; more, and the answers do not tell mistakes apart."""
Ids = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One question with the weights it was answered on and the student's own numbers."""

    x: Array
    mask: Array | None
    weights: Weights
    n_heads: int
    y: Array | None
    """None where there was no finite answer: a mistake must not be finite there either."""
    expected: Array
    family: str
    near: float
    """How far from ``y`` an answer may be that is the same."""

    @property
    def size(self) -> tuple[int, int, int]:
        """T, d_model and n_heads."""
        return (*self.expected.shape, self.n_heads)  # type: ignore[return-value]  # of two axes

    @property
    def wrong(self) -> bool:
        """The student gave numbers, and they are not the formula's."""
        return self.y is not None and distance(self.y, self.expected) > CLOSE


class Benches:
    """One bench for all questions that share an input, its weights and the number of heads."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], Bench] = {}

    def of(self, case: Case) -> Bench:
        """The bench on which a case's steps are computed."""
        key = (id(case.x), id(case.weights), case.n_heads)
        return self._known.setdefault(key, Bench(case.x, case.weights, case.n_heads))


def agrees(y: Array | None, case: Case) -> bool:
    """The mistake answers as the student does; where the student has no number, nor has it."""
    if case.y is None:
        # Scores in the thousands may overflow besides the mistake.
        if case.family == "large" or y is None or y.shape != case.expected.shape:
            return True
        return not np.isfinite(y).all()
    if y is None or y.shape != case.y.shape:
        return False
    return bool(np.abs(y - case.y).max() <= case.near)  # not so if it is NaN


def cases_of(judged: Sequence[Judged]) -> list[Case]:
    """The questions that can carry a name, guarded sizes first."""
    found = []
    for j in judged:
        weights = j.weights
        if weights is None or j.expected is None:
            continue
        y = value(j.answer, j.probe)
        y = None if y is None or not np.isfinite(y).all() else y
        p = j.probe
        near = CLOSE if y is None else CLOSE * max(1.0, float(np.abs(y).max()))
        found.append(Case(p.x, p.mask, weights, p.n_heads, y, j.expected, p.family, near))
    first = {"guarded": 0, "confirm": 0, "lab": 1}
    return sorted(found, key=lambda case: first.get(case.family, 2))


def name(
    judged: Sequence[Judged], flat: Sequence[Judged] = (), depth: int = DEPTH
) -> tuple[Ids, ...]:
    """The smallest sets that reproduce every answer, in the order of the forward pass.

    Args:
        judged: every answer that the formula is judged by.
        flat: answers on weights that make every score 0, where the class uses such weights; they
            only spare work, because most mistakes make no difference to them.
        depth: how many mistakes may be made together.

    Returns:
        Alternatives of the same size that no answer tells apart; () if there are none.
    """
    cases = cases_of(judged)
    if sum(case.wrong for case in cases) < ENOUGH:
        return ()
    benches = Benches()
    with np.errstate(all="ignore"):
        for size, telling in screens(cases, cases_of(flat), depth):
            sets = [s for s in candidates(telling, size, benches) if confirmed(s, cases, benches)]
            if sets:
                return tuple(tuple(CATALOGUE[m].id for m in s) for s in sorted(sets))
    return ()


def screens(
    cases: Sequence[Case], flat: Sequence[Case], depth: int
) -> Iterator[tuple[int, list[Case]]]:
    """How many mistakes to look for, and by which questions first.

    Where a class keeps private copies of its weights, the answers on flat scores say nothing; two
    mistakes are then looked for without them.
    """
    full = [*first_of(cases, FULL)]
    simple = [*first_of(cases, SIMPLE), *full]
    told = [case for case in flat if case.y is not None and case.y.any()]
    short = [*told, *full]
    for size in range(1, depth + 1):
        if size == 1 or not told:
            yield size, simple
        else:
            yield size, short
            if size == 2:
                yield size, simple


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
            meeting = len(case.x) == 1 or not (case.weights.W_Q.any() and case.weights.W_K.any())
            found = Walker(benches.of(case), case.mask, size, answers, meeting).walk(found)
            if not found.count:
                return set()
    except TooMany:
        return set()
    return set(found.sets()) if found and found.count <= ALTERNATIVES else set()


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
        return fitting and d_model >= 6 and (case.mask is None or np.isfinite(case.mask).all())

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
