"""What the student answered to what, with which weights: all that a name is found by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.compare import Judged, value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Array, Weights

CLOSE = 2e-5
"""How near a mistake's answer must come; float32 students are within 1e-6 of it."""


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
    error: float
    """How far ``y`` is from the formula, as ``distance`` has it; inf where there is no number."""

    @property
    def size(self) -> tuple[int, int, int]:
        """T, d_model and n_heads."""
        return (*self.expected.shape, self.n_heads)

    @property
    def setting(self) -> tuple[int, int, int]:
        """The same for questions that differ only in their masks."""
        return id(self.x), id(self.weights), self.n_heads

    @property
    def shape(self) -> tuple[int, ...] | None:
        """Of the student's numbers."""
        return None if self.y is None else self.y.shape

    @property
    def wrong(self) -> bool:
        """The student gave numbers, and they are not the formula's."""
        return self.y is not None and self.error > CLOSE


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


def all_agree(many: Array, case: Case) -> list[bool]:
    """Which of several answers, (N, ...), are the student's own numbers."""
    if case.y is None or many.shape[1:] != case.shape:
        return [False] * len(many)
    gaps = np.abs(many - case.y).reshape(len(many), -1).max(axis=1)
    return list(gaps <= case.near)


def cases_of(judged: Sequence[Judged]) -> list[Case]:
    """The questions that can carry a name, guarded sizes first."""
    found = []
    for j in judged:
        weights = j.weights
        if weights is None or j.expected is None:
            continue
        y = value(j.answer, j.probe)
        y = y if y is None or j.finite or np.isfinite(y).all() else None
        p = j.probe
        near = CLOSE if y is None else CLOSE * max(1.0, float(np.abs(y).max()))
        found.append(Case(p.x, p.mask, weights, p.n_heads, y, j.expected, p.family, near, j.error))
    first = {"guarded": 0, "confirm": 0, "lab": 1}
    return sorted(found, key=lambda case: first.get(case.family, 2))
