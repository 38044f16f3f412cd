"""The arrays that a right forward makes on its way, in every layout that a student may choose."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.labs.multi_head.expected import object_of
from reference import MultiHeadAttention, causal_mask

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grader.model import Array, Weights

NEAR = 2e-5


@dataclass(frozen=True, slots=True)
class Values:
    """Arrays to be recognised up to the order of their axes, and head by head."""

    by_shape: dict[tuple[int, ...], list[Array]] = field(default_factory=dict)

    @classmethod
    def of(cls, arrays: Iterable[Array]) -> Values:
        """All layouts of these arrays."""
        found = cls()
        for array in arrays:
            for one in layouts(array):
                found.by_shape.setdefault(one.shape, []).append(one)
        return found

    def has(self, value: Array) -> bool:
        """It is one of them, but for rounding and axes of length 1."""
        value = squeezed(value)
        return any(same(value, one) for one in self.by_shape.get(value.shape, ()))

    def without(self, others: Values) -> Values:
        """Those that are none of the others."""
        kept = {
            shape: [one for one in some if not others.has(one)]
            for shape, some in self.by_shape.items()
        }
        return Values(kept)


def squeezed(value: Array) -> Array:
    """Without axes of length 1, a batch axis say."""
    return value.reshape([n for n in value.shape if n > 1])


def same(a: Array, b: Array) -> bool:
    """The same numbers, as far as float32 tells."""
    scale = max(1.0, float(np.abs(np.where(np.isfinite(b), b, 0)).max(initial=0)))
    return bool(np.allclose(a, b, rtol=0, atol=NEAR * scale, equal_nan=False))


def layouts(array: Array) -> Iterator[Array]:
    """The array with its axes in any order; of three axes also each head alone."""
    array = squeezed(array)
    for order in permutations(range(array.ndim)):
        yield array.transpose(order)
    if array.ndim == 3:
        for head in array:
            yield from layouts(head)


def steps(made: Any, x: Array, mask: Array | None) -> Iterator[tuple[str, tuple[Array, ...]]]:
    """What each step of an object of the reference, or of a class with mistakes, makes.

    It ends early where a step raises.
    """
    q, k, v = made.project(x)
    yield "project", (q, k, v)
    q, k, v = made.split(q, k, v)
    yield "split", (q, k, v)
    scores = made.scores(q, k)
    yield "scores", (scores,)
    scores = made.scale(scores)
    yield "scale", (scores,)
    scores = made.mask(scores, mask)
    yield "mask", (scores,)
    attention = made.softmax(scores)
    yield "softmax", (attention,)
    heads = made.weighted_sum(attention, v)
    yield "weighted_sum", (heads,)
    joined = made.merge(heads)
    yield "merge", (joined,)
    yield "output", (made.output(joined),)


def right(x: Array, mask: Array | None, weights: Weights, n_heads: int) -> list[Array]:
    """Everything that a right forward may make on its way, in one way or another."""
    made = object_of(MultiHeadAttention, weights, n_heads)
    by = dict(steps(made, x, mask))
    found = [x, *weights, *(a for some in by.values() for a in some)]
    if mask is not None:
        found += [mask, np.broadcast_to(mask, by["mask"][0].shape)]
    found += [causal_mask(len(x)), causal_mask(len(x), -np.inf)]
    root = np.sqrt(made.d_head)
    for some in (by["project"][:2], by["split"][:2]):
        found += [a / r for a in some for r in (root, np.sqrt(root))]
    masked = by["mask"][0]
    shifted = masked - masked.max(axis=-1, keepdims=True)
    found += [np.exp(masked), shifted, np.exp(shifted)]
    found += _parts(made, by["weighted_sum"][0])
    return found


def harmless(value: Array, attention: Values, done: Sequence[Array]) -> bool:
    """A step on the way to attention: each row needs only to be divided by its sum, or exp too.

    ``done`` is the attention that was there before: what comes after it is no step to it.
    """
    value = squeezed(value)
    if value.ndim < 2 or value.min() == value.max():
        return True
    shares = value / value.sum(axis=-1, keepdims=True)
    if attention.has(shares):
        return not any(a.shape == shares.shape and same(a, shares) for a in done)
    exps = np.exp(value - value.max(axis=-1, keepdims=True))
    return attention.has(exps / exps.sum(axis=-1, keepdims=True))


def _parts(made: Any, heads: Array) -> list[Array]:
    """The columns of each head in the weights, and what each head adds to the answer."""
    d = made.d_head
    cuts = [slice(h * d, (h + 1) * d) for h in range(made.n_heads)]
    found = [w[:, cut] for w in (made.W_Q, made.W_K, made.W_V) for cut in cuts]
    found += [
        w.reshape(len(w), made.n_heads, d).swapaxes(0, 1) for w in (made.W_Q, made.W_K, made.W_V)
    ]
    found += [made.W_O[cut] for cut in cuts]
    adds = [heads[h] @ made.W_O[cut] for h, cut in enumerate(cuts)]
    return [*found, *adds, *np.cumsum(adds, axis=0)]
