"""Multi-head attention done right, to be read next to the lab: one method for each step.

Letters: T tokens, d_model features, H = n_heads heads, d_head = d_model // H features a head.
The comment at the end of a line gives the shape of what it makes.

Sources: theory page 03 ("Multi-Head Attention", the API surface and the four steps of the
forward pass); lab 01, block A; Vaswani et al. 2017, "Attention Is All You Need", sections 3.2.1
and 3.2.2. Neither the projections nor the output carry a bias (lab 01, pitfalls).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]  # float32 or float64: the answer follows what comes in
    Triple: TypeAlias = tuple[Array, Array, Array]


def softmax(scores: Array) -> Array:
    """Turn scores into weights that are positive and sum to 1 along the last axis.

    The maximum is subtracted only so that ``exp`` cannot overflow; it cancels in the division.
    """
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: Array = exps / exps.sum(axis=-1, keepdims=True)
    return weights


def single_head_attention(q: Array, k: Array, v: Array, mask: Array | None = None) -> Array:
    """Attend with one head to inputs that are already projected (lab 00).

    Args:
        q: (T, d_k) queries.
        k: (T, d_k) keys.
        v: (T, d_v) values.
        mask: (T, T), added to the scores, or None.

    Returns:
        (T, d_v)
    """
    scores = q @ k.T / math.sqrt(q.shape[-1])  # (T, T)
    if mask is not None:
        scores = scores + mask  # (T, T)
    out: Array = softmax(scores) @ v  # (T, d_v)
    return out


def causal_mask(T: int, blocked: float = -1e9) -> Array:
    """Make the additive (T, T) mask that hides from each query the keys that come after it.

    It is 0 on and below the diagonal and ``blocked`` above (theory page 04; lab 02). float32, so
    that adding it to scores of either precision keeps their precision.
    """
    return np.triu(np.full((T, T), blocked, dtype=np.float32), k=1)


def single_head_parameters(d_model: int) -> int:
    """Count the parameters of one full-width head without output projection: 3 d_model²."""
    return 3 * d_model**2


def _sizes(d_model: int, n_heads: int) -> tuple[int, int, int]:
    """d_model, n_heads and d_head, once they are known to fit."""
    if n_heads < 1 or d_model % n_heads:
        raise ValueError(f"d_model={d_model} cannot be split into n_heads={n_heads} heads")
    return d_model, n_heads, d_model // n_heads


class MultiHeadAttention:
    """H attentions side by side, each on d_head features, joined and mixed by ``W_O``.

    Attributes:
        d_model: features of a token.
        n_heads: how many heads; divides ``d_model``.
        d_head: features of a head.
        W_Q: (d_model, d_model) makes queries. Head h owns d_head adjacent columns.
        W_K: (d_model, d_model) makes keys, likewise.
        W_V: (d_model, d_model) makes values, likewise.
        W_O: (d_model, d_model) mixes the joined heads.

    Raises:
        ValueError: if ``n_heads`` does not divide ``d_model``.
    """

    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array

    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        self.d_model, self.n_heads, self.d_head = _sizes(d_model, n_heads)
        rng = np.random.default_rng(seed)
        # A Python float: times NumPy's own float64 scalar, NumPy 2 would widen float32 weights.
        scale = 1.0 / math.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale

    @classmethod
    def from_weights(cls, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, n_heads: int) -> Self:
        """Use four given (d_model, d_model) matrices, as they are and not copied.

        Raises:
            ValueError: if ``n_heads`` does not divide d_model.
        """
        made = cls.__new__(cls)
        made.d_model, made.n_heads, made.d_head = _sizes(len(W_Q), n_heads)
        made.W_Q, made.W_K, made.W_V, made.W_O = W_Q, W_K, W_V, W_O
        return made

    @property
    def n_parameters(self) -> int:
        """4 d_model²: a full-width single head's 3 d_model² and d_model² for ``W_O``."""
        return self.W_Q.size + self.W_K.size + self.W_V.size + self.W_O.size

    def forward(self, x: Array, mask: Array | None = None) -> Array:
        """Map tokens to tokens.

        Args:
            x: (T, d_model)
            mask: (T, T), added to every head's scores, or None.

        Returns:
            (T, d_model)
        """
        q, k, v = self.split(*self.project(x))  # (H, T, d_head) each
        scores = self.scale(self.scores(q, k))  # (H, T, T)
        attention = self.softmax(self.mask(scores, mask))  # (H, T, T)
        heads = self.weighted_sum(attention, v)  # (H, T, d_head)
        return self.output(self.merge(heads))  # (T, d_model)

    def attention_maps(self, x: Array, mask: Array | None = None) -> Array:
        """Say how much query i of head h attends to key j, as an (H, T, T) array."""
        q, k, _ = self.split(*self.project(x))  # (H, T, d_head) each
        return self.softmax(self.mask(self.scale(self.scores(q, k)), mask))  # (H, T, T)

    # The steps, in the order of the forward pass.

    def project(self, x: Array) -> Triple:
        """Make queries, keys and values, each (T, d_model)."""
        q = x @ self.W_Q  # (T, d_model)
        k = x @ self.W_K  # (T, d_model)
        v = x @ self.W_V  # (T, d_model)
        return q, k, v

    def split(self, q: Array, k: Array, v: Array) -> Triple:
        """Give each head its d_head adjacent columns: three times (H, T, d_head)."""
        return self._heads(q), self._heads(k), self._heads(v)

    def _heads(self, a: Array) -> Array:
        apart = a.reshape(-1, self.n_heads, self.d_head)  # (T, H, d_head)
        return apart.transpose(1, 0, 2)  # (H, T, d_head)

    def scores(self, q: Array, k: Array) -> Array:
        """Compare every query with every key within each head: (H, T, T), unscaled."""
        out: Array = q @ k.transpose(0, 2, 1)  # (H, T, T)
        return out

    def scale(self, scores: Array) -> Array:
        """Bring the scores' spread back to about 1, whatever d_head is: (H, T, T)."""
        return scores / math.sqrt(self.d_head)  # (H, T, T)

    def mask(self, scores: Array, mask: Array | None) -> Array:
        """Add the (T, T) mask, if there is one, to the scores of every head: (H, T, T)."""
        if mask is None:
            return scores
        return scores + mask  # (H, T, T)

    def softmax(self, scores: Array) -> Array:
        """Share each query's attention out over the keys: (H, T, T), rows sum to 1."""
        return softmax(scores)  # (H, T, T)

    def weighted_sum(self, attention: Array, v: Array) -> Array:
        """Mix the values of each head with its weights: (H, T, d_head)."""
        out: Array = attention @ v  # (H, T, d_head)
        return out

    def merge(self, heads: Array) -> Array:
        """Put the heads' columns side by side again, head 0 first: (T, d_model)."""
        together = heads.transpose(1, 0, 2)  # (T, H, d_head)
        return together.reshape(-1, self.d_model)  # (T, d_model)

    def output(self, joined: Array) -> Array:
        """Let the heads mix: (T, d_model)."""
        out: Array = joined @ self.W_O  # (T, d_model)
        return out
