"""Answers next to the reference's own, computed in float64 with the weights of the student's class.

Right and wrong are five orders of magnitude apart, so the lab's 1e-5 decides, scaled to the size
of the result; where float32 itself cannot do better (scores in the thousands), by as much more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from grader.model import Answer, Array, Failure, Made, Maker, Output, Probe, Weights
from reference import MultiHeadAttention

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


@lru_cache(maxsize=512)
def weights_of(maker: Maker, d_model: int) -> Weights | None:
    """The four matrices that an object holds, if they are four finite (d_model, d_model)."""
    if not isinstance(maker, Made):
        return None
    found = [maker.weights.get(n) for n in ("W_Q", "W_K", "W_V", "W_O")]
    arrays = [w for w in found if w is not None and w.shape == (d_model, d_model)]
    if len(arrays) < 4 or not all(np.isfinite(w).all() for w in arrays):
        return None
    return Weights(*arrays)


def object_of(cls: type[MultiHeadAttention], weights: Weights, n_heads: int) -> MultiHeadAttention:
    """An object with these matrices, as they are."""
    return cls.from_weights(weights.W_Q, weights.W_K, weights.W_V, weights.W_O, n_heads)


def forward(
    probe: Probe, weights: Weights, cls: type[MultiHeadAttention] = MultiHeadAttention
) -> Array:
    """What a class of the reference's making answers: (T, d_model)."""
    with np.errstate(all="ignore"):
        return np.asarray(object_of(cls, weights, probe.n_heads).forward(probe.x, probe.mask))


def half_way(probe: Probe, weights: Weights, expected: Array) -> float:
    """How far float32 strays from float64 on this question: what no honest student can avoid."""
    q, k, v, o = (w.astype(np.float32) for w in weights)
    made = MultiHeadAttention.from_weights(q, k, v, o, probe.n_heads)
    mask = None if probe.mask is None else probe.mask.astype(np.float32)
    with np.errstate(all="ignore"):
        y = made.forward(probe.x.astype(np.float32), mask)
    gap = np.abs(y - expected).max()
    return float(gap) if np.isfinite(gap) else 0.0


def distance(y: Array, expected: Array) -> float:
    """The largest difference over max(1, size of the result); inf if shapes or NaN forbid one."""
    if y.shape != expected.shape:
        return float("inf")
    gap = float(np.abs(y - expected).max())
    return gap / max(1.0, float(np.abs(expected).max())) if np.isfinite(gap) else float("inf")


@lru_cache(maxsize=4096)  # the same answers are read by `more` and by every check
def judge(probe: Probe, answer: Answer, weights: Weights | None) -> Judged:
    """Compare one answer; ``weights`` are the object's own."""
    weights = probe.weights or weights
    if weights is None:
        return Judged(probe, answer, None, None, float("inf"), ok=False)
    expected = forward(probe, weights)
    y = value(answer, probe)
    if y is None:
        return Judged(probe, answer, weights, expected, float("inf"), ok=False)
    error = distance(y, expected)
    allowed = TOLERANCE
    if allowed < error < SURELY_WRONG or probe.family == "large":
        scale = max(1.0, float(np.abs(expected).max()))
        allowed += 8 * half_way(probe, weights, expected) / scale
    return Judged(probe, answer, weights, expected, error, ok=error <= allowed)


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
    return tuple(
        judge(probe, answer, own.get((probe.d_model, probe.n_heads, probe.seed)))
        for probe, answer in answers
    )


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
