"""What the reference answers on the weights of a student's object, in float64."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from grader.model import Array, Made, Maker, Probe, Weights
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from collections.abc import Sequence


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


def forwards(probes: Sequence[Probe], weights: Weights) -> Sequence[Array]:
    """What the reference answers to questions that differ in their masks: (T, d_model) each.

    All that comes before the mask is computed once, and the rest for all masks together.
    """
    first = probes[0]
    if len(probes) == 1:
        return [forward(first, weights)]
    made = object_of(MultiHeadAttention, weights, first.n_heads)
    none = np.zeros((first.T, first.T))
    masks = np.stack([none if p.mask is None else p.mask for p in probes])
    with np.errstate(all="ignore"):
        q, k, v = made.split(*made.project(first.x))
        scores = made.scale(made.scores(q, k))  # (H, T, T)
        attention = made.softmax(made.mask(scores, masks[:, None]))  # (masks, H, T, T)
        heads = made.weighted_sum(attention, v)  # (masks, H, T, d_head)
        in_line = np.concatenate([*heads], axis=1)  # (H, masks * T, d_head)
        return np.split(made.output(made.merge(in_line)), len(probes))


def half_way(probe: Probe, weights: Weights, expected: Array) -> float:
    """How far float32 strays from float64 on this question: what no honest student can avoid."""
    q, k, v, o = (w.astype(np.float32) for w in weights)
    made = MultiHeadAttention.from_weights(q, k, v, o, probe.n_heads)
    mask = None if probe.mask is None else probe.mask.astype(np.float32)
    with np.errstate(all="ignore"):
        y = made.forward(probe.x.astype(np.float32), mask)
    gap = np.abs(y - expected).max()
    return float(gap) if np.isfinite(gap) else 0.0
