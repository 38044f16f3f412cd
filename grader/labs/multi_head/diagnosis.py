"""Name the bug: the smallest sets of known mistakes that reproduce every answer.

A mistake is the reference with one step overridden, so a set of mistakes is a path through the
steps of the forward pass, each step taken from the reference or from one of the set. Paths share
their beginnings. Nothing is named from NaN or exceptions: they have no identity.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.labs.multi_head.compare import Judged, distance, value
from grader.labs.multi_head.misconceptions import CATALOGUE
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Array, Misconception, Weights

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
)
CLOSE = 2e-5
"""How near a mistake's answer must come; float32 students are within 1e-6 of it."""
ENOUGH = 3
"""Finite wrong answers that a name needs behind it."""
Ids = tuple[str, ...]


def overridden(mistake: Misconception) -> frozenset[str]:
    """The steps that a mistake replaces; ``forward`` where it wraps the whole."""
    names = {n for c in mistake.cls.__mro__[:-1] if c is not MultiHeadAttention for n in vars(c)}
    return frozenset(names & {*STEPS, "forward"})


BY_STEP: dict[str, tuple[Misconception, ...]] = {
    step: tuple(m for m in CATALOGUE if step in overridden(m)) for step in (*STEPS, "forward")
}
TOUCHES = {m.id: overridden(m) for m in CATALOGUE}


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
    large: bool
    """Scores in the thousands, where a softmax may overflow besides its mistake."""


@dataclass(slots=True)
class Paths:
    """All paths through the steps for one case, with at most ``depth`` mistakes on each."""

    case: Case
    depth: int
    made: dict[str, Any] = field(default_factory=dict)

    def at(self, mistake: Misconception | None) -> Any:  # an instance of reference or subclass
        """The object whose steps are taken, made once for each mistake."""
        key = mistake.id if mistake else ""
        if key not in self.made:
            cls: Any = mistake.cls if mistake else MultiHeadAttention
            self.made[key] = cls.from_weights(*self.case.weights, n_heads=self.case.n_heads)
        return self.made[key]

    def walk(self) -> Iterator[tuple[Ids, Array]]:
        """Every set of at most ``depth`` mistakes with what it answers; what raises is left out."""
        yield from self._from(0, self.case.x, (), {})

    def _from(
        self, n: int, state: Any, chosen: Ids, forced: dict[str, Misconception]
    ) -> Iterator[tuple[Ids, Array]]:
        if n == len(STEPS):
            yield chosen, state
            return
        step = STEPS[n]
        if step in forced:
            options: Sequence[Misconception | None] = (forced[step],)
        else:
            room = len(chosen) < self.depth
            fitting = [m for m in BY_STEP[step] if room and self._fits(m, n, forced)]
            options = (None, *fitting)
        for option in options:
            new = option is not None and option.id not in chosen
            try:
                after = take(self.at(option), step, state, self.case.mask)
            except Exception:  # noqa: BLE001, S112 — a mistake may raise anything, and is then out
                continue
            if option is None or not new:
                yield from self._from(n + 1, after, chosen, forced)
            else:
                also = dict.fromkeys(TOUCHES[option.id], option)
                yield from self._from(n + 1, after, (*chosen, option.id), forced | also)

    def _fits(self, mistake: Misconception, n: int, forced: dict[str, Misconception]) -> bool:
        """It starts at this step, wraps nothing, and shares no step with one already chosen."""
        touched = TOUCHES[mistake.id]
        first = min(STEPS.index(s) for s in touched if s != "forward") if touched else -1
        return first == n and "forward" not in touched and not touched & forced.keys()


def take(made: Any, step: str, state: Any, mask: Array | None) -> Any:
    """One step of the reference's wiring (``MultiHeadAttention.forward``), from state to state."""
    method = getattr(made, step)
    if step == "scores":
        q, k, v = state
        return method(q, k), v
    if step in ("scale", "mask", "softmax"):
        scores, v = state
        return (method(scores, mask) if step == "mask" else method(scores)), v
    return method(*state) if isinstance(state, tuple) else method(state)


def wrapped(case: Case, depth: int) -> Iterator[tuple[Ids, Array]]:
    """The sets in which one mistake wraps the whole forward (a residual, say)."""
    for wrap in BY_STEP["forward"]:
        others = [(m,) for m in CATALOGUE if m.cls is not wrap.cls] if depth > 1 else []
        for combination in [(), *others]:
            if any(TOUCHES[m.id] & TOUCHES[wrap.id] for m in combination):
                continue
            bases = (wrap.cls, *(m.cls for m in combination))
            try:
                cls = type("Both", bases, {})
                made: Any = cls.from_weights(*case.weights, n_heads=case.n_heads)  # type: ignore[attr-defined]
                y = made.forward(case.x, case.mask)
            except Exception:  # noqa: BLE001, S112 — as above
                continue
            yield (*(m.id for m in combination), wrap.id), y


def answers_of(ids: Ids, case: Case) -> Array | None:
    """What a set of mistakes answers; None where it raises."""
    chosen = [m for m in CATALOGUE if m.id in ids]
    chosen.sort(key=lambda m: "forward" not in TOUCHES[m.id])
    try:
        cls = type("All", tuple(m.cls for m in chosen), {})
        made: Any = cls.from_weights(*case.weights, n_heads=case.n_heads)  # type: ignore[attr-defined]
        return np.asarray(made.forward(case.x, case.mask))
    except Exception:  # noqa: BLE001 — a mistake may raise anything
        return None


def agrees(y: Array | None, case: Case) -> bool:
    """The mistake answers as the student does; where the student has no number, nor has it."""
    finite = y is not None and bool(np.isfinite(y).all())
    if case.y is None:
        return case.large or not finite or y is None or y.shape != case.expected.shape
    return finite and y is not None and distance(y, case.y) <= CLOSE


def cases_of(judged: Sequence[Judged]) -> list[Case]:
    """The questions that can carry a name, guarded sizes first."""
    found = []
    for j in judged:
        weights = j.weights
        if weights is None or j.expected is None:
            continue
        y = value(j.answer, j.probe)
        y = None if y is None or not np.isfinite(y).all() else y
        p, large = j.probe, j.probe.family == "large"
        found.append((p.family, Case(p.x, p.mask, weights, p.n_heads, y, j.expected, large)))
    first = {"guarded": 0, "confirm": 0, "lab": 1}
    return [case for _, case in sorted(found, key=lambda f: first.get(f[0], 2))]


def name(judged: Sequence[Judged], depth: int = 2) -> tuple[Ids, ...]:
    """The smallest sets that reproduce every answer: 1 mistake, then 2; () if there are none."""
    cases = cases_of(judged)
    wrong = [c for c in cases if c.y is not None and distance(c.y, c.expected) > CLOSE]
    if len(wrong) < ENOUGH:
        return ()
    with np.errstate(all="ignore"):
        for size in range(1, depth + 1):
            sets = [ids for ids in candidates(wrong, size) if len(ids) == size]
            sets = [ids for ids in sets if all(agrees(answers_of(ids, c), c) for c in cases)]
            if sets:
                return tuple(sorted(sets, key=order))
    return ()


def candidates(wrong: Sequence[Case], depth: int) -> list[Ids]:
    """The sets that answer the first wrong question as the student did."""
    case = wrong[0]
    paths = [*Paths(case, depth).walk(), *wrapped(case, depth)]
    return [ids for ids, y in paths if ids and agrees(np.asarray(y), case)]


def order(ids: Ids) -> list[int]:
    """Sets in the order of the forward pass."""
    place = {m.id: n for n, m in enumerate(CATALOGUE)}
    return [place[i] for i in ids]
