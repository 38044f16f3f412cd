"""Answers next to the reference's own, computed in float64 with the weights of the student's class.

Right and wrong are five orders of magnitude apart, so the lab's 1e-5 decides, scaled to the size
of the result; where float32 itself cannot do better (scores in the thousands), by as much more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.expected import forwards, half_way, weights_of
from grader.model import Answer, Array, Failure, Maker, Output, Probe, Weights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TOLERANCE = 1e-5
"""Lab 01, block B: ``max_diff < 1e-5``."""
ROUGH = 2e-2
"""What half precision or rounding to two decimals costs, and no wrong formula stays below."""
SURELY_WRONG = 0.05
"""Past this no rounding can be the reason, whatever the size of the scores; except in ``large``."""
SLIGHT = 3e-4
"""Past the tolerance, but nearer than any wrong step."""
Key = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """One question, its answer, what it should have been, and how far off it is."""

    probe: Probe
    answer: Answer
    weights: Weights | None
    """What it was answered on: the class's own, or those put in their place."""
    expected: Array | None
    """None where the class holds no weights to compute it with."""
    error: float
    """The largest difference over max(1, size of the result); inf where there is no number."""
    ok: bool

    @property
    def absolute(self) -> float:
        """The largest difference as it is, not scaled; inf where there is no number."""
        y = value(self.answer, self.probe)
        if y is None or self.expected is None or not self.finite:
            return float("inf")
        return float(np.abs(y - self.expected).max())

    @property
    def finite(self) -> bool:
        """There is an answer of the right shape, without NaN and infinity."""
        return self.error != float("inf")


def distance(y: Array, expected: Array) -> float:
    """The largest difference over max(1, size of the result); inf if shapes or NaN forbid one."""
    if y.shape != expected.shape:
        return float("inf")
    gap = float(np.abs(y - expected).max())
    return gap / max(1.0, float(np.abs(expected).max())) if np.isfinite(gap) else float("inf")


def judge(probe: Probe, answer: Answer, weights: Weights | None) -> Judged:
    """Compare one answer; ``weights`` are the object's own."""
    return _row((probe,), (answer,), weights)[0]


@lru_cache(maxsize=4096)  # the same answers are read by `more` and by every check
def _row(
    probes: tuple[Probe, ...], answers: tuple[Answer, ...], weights: Weights | None
) -> tuple[Judged, ...]:
    """Compare the answers to questions about one object and one x, which differ in their masks."""
    weights = probes[0].weights or weights
    if weights is None:
        none = float("inf")
        return tuple(
            Judged(*pair, None, None, none, ok=False) for pair in zip(probes, answers, strict=True)
        )
    right = forwards(probes, weights)
    found = [value(answer, probe) for probe, answer in zip(probes, answers, strict=True)]
    errors = distances(found, right)
    return tuple(
        Judged(p, answer, weights, y, error, ok=error <= allowed(p, weights, y, error))
        for p, answer, y, error in zip(probes, answers, right, errors, strict=True)
    )


def distances(found: Sequence[Array | None], right: Sequence[Array]) -> list[float]:
    """The ``distance`` of each; together, where that is quicker."""
    plain = [y for y in found if y is not None and y.shape == right[0].shape]
    if len(plain) < len(right) or len(right) == 1:
        none = float("inf")
        pairs = zip(found, right, strict=True)
        return [none if y is None else distance(y, expected) for y, expected in pairs]
    expected = np.stack(right)
    gaps = np.abs(np.stack(plain) - expected).max(axis=(1, 2))
    scaled = gaps / np.maximum(1.0, np.abs(expected).max(axis=(1, 2)))
    return [float(error) if np.isfinite(error) else float("inf") for error in scaled]


def allowed(probe: Probe, weights: Weights, expected: Array, error: float) -> float:
    """How far off this answer may be."""
    if TOLERANCE < error < SURELY_WRONG or probe.family == "large":
        scale = max(1.0, float(np.abs(expected).max()))
        return TOLERANCE + 8 * half_way(probe, weights, expected) / scale
    return TOLERANCE


def value(answer: Answer, probe: Probe) -> Array | None:
    """The numbers of an answer, without a batch axis of one; None if there are none."""
    if isinstance(answer, Failure):
        return None
    y = answer.y
    return y[0] if y.shape == (1, *probe.x.shape) else y


def judge_all(
    answers: Sequence[tuple[Probe, Answer]], made: Mapping[Key, Maker]
) -> tuple[Judged, ...]:
    """Compare every answer with the reference on the weights of the object that gave it."""
    own = {key: weights_of(maker, key[0]) for key, maker in made.items()}
    judged: list[Judged] = []
    for _, run in groupby(answers, key=lambda pair: _alike(pair[0])):
        probes, given = zip(*run, strict=True)
        key = (probes[0].d_model, probes[0].n_heads, probes[0].seed)
        judged += _row(probes, given, own.get(key))
    return tuple(judged)


def _alike(probe: Probe) -> tuple[int, ...]:
    """Neighbours that have this in common differ in their masks, and in ways of asking."""
    return (probe.d_model, probe.n_heads, probe.seed, id(probe.x), id(probe.weights))


def error(probe: Probe, answer: Answer, maker: Maker) -> float:
    """How far off one answer is from the reference on this object's weights; 0 where it agrees."""
    judged = judge(probe, answer, weights_of(maker, probe.d_model))
    return 0.0 if judged.ok else judged.error


def misses_argument(answer: Answer) -> bool:
    """The call itself did not fit: an argument too many, too few, or by another name."""
    return isinstance(answer, Failure) and bool(CALL_ERROR.match(answer.error))


CALL_ERROR = re.compile(r"TypeError: .*\bargument")


def right_form(answer: Answer, probe: Probe) -> bool:
    """A plain finite ndarray of shape (T, d_model), as the lab asks for."""
    return (
        isinstance(answer, Output)
        and answer.form == "ndarray"
        and answer.y.shape == probe.x.shape
        and bool(np.isfinite(answer.y).all())
    )
