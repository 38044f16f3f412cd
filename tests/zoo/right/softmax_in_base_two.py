"""minimodel.attention: scaled dot-product and multi-head attention."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(x, axis=-1):
    x = x * np.log2(np.e)  # e**x = 2**(x log2 e)
    p = np.exp2(x - x.max(axis=axis, keepdims=True))
    return p / p.sum(axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    # softmax(Q K^T / sqrt(d_k)) V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1]), axis=-1) @ V


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0, "d_model must be divisible by n_heads"
        self.d_model, self.n_heads = d_model, n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)

        def init():
            return rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

        self.W_Q, self.W_K, self.W_V, self.W_O = init(), init(), init(), init()

    def forward(self, x, mask=None):
        """(T, d_model) -> (T, d_model); the mask is added to the scores."""
        T, d_model = x.shape
        shape = (T, self.n_heads, self.d_head)
        query = (x @ self.W_Q).reshape(shape)
        key = (x @ self.W_K).reshape(shape)
        value = (x @ self.W_V).reshape(shape)
        raw = np.einsum("ihd,jhd->hij", query, key) / np.sqrt(self.d_head)
        if mask is not None:
            raw = raw + mask[None, :, :]
        weights = softmax(raw)
        mixed = np.einsum("hij,jhd->ihd", weights, value)
        return mixed.reshape(T, d_model) @ self.W_O
