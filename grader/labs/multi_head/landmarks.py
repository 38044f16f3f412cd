"""What a right forward makes of one question, sorted by what may still be missing from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from grader.labs.multi_head.expected import object_of
from grader.labs.multi_head.layouts import Values, right, steps
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from grader.labs.multi_head.roles import Roles
    from grader.model import Array, Probe, Weights


@dataclass(frozen=True, slots=True)
class Landmarks:
    """Values to be recognised in a trace."""

    known: Values
    """All that is right, in one way of writing it or another."""
    attention: Values
    scores: Values
    """Before their exp: with or without the mask, or less their maximum."""
    unmasked: Values
    """Those that lack the mask; none where there is no mask."""
    exps: Values
    split: Roles
    """Queries, keys and values, before and after their split."""

    @classmethod
    def of(cls, probe: Probe, weights: Weights) -> Self:
        """Those of a question."""
        asked = (probe.x, probe.mask, weights, probe.n_heads)
        by = dict(steps(object_of(MultiHeadAttention, weights, probe.n_heads), *asked[:2]))
        scaled, masked = by["scale"][0], by["mask"][0]
        shifted = masked - masked.max(axis=-1, keepdims=True)
        return cls(
            known=Values.of([*right(*asked), *besides(*asked)]),
            attention=Values.of(by["softmax"]),
            scores=Values.of([scaled, masked, shifted]),
            unmasked=Values.of([scaled]).without(Values.of([masked])),
            exps=Values.of([np.exp(masked), np.exp(shifted)]),
            split=(by["project"], by["split"]),
        )


def besides(x: Array, mask: Array | None, weights: Weights, n_heads: int) -> list[Array]:
    """What else a right forward may make: products with several matrices, maxima and sums."""
    made = object_of(MultiHeadAttention, weights, n_heads)
    by = dict(steps(made, x, mask))
    q, k, v = by["project"]
    T, d = x.shape
    fused = np.concatenate([q, k, v], axis=1)
    masked = by["mask"][0]
    top = masked.max(axis=-1, keepdims=True)
    exps = [np.exp(masked), np.exp(masked - top)]
    wide = np.concatenate([weights.W_Q, weights.W_K, weights.W_V], axis=1)
    found = [fused, fused.reshape(T, 3, n_heads, d // n_heads), wide]
    rows = [top, *(e.sum(axis=-1, keepdims=True) for e in exps)]
    return [*found, *rows, *(one for row in rows for one in row)]
