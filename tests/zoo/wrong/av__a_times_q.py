# expect: projections|agreement proj/v-from-wq|av/a-times-q
"""minimodel.attention: scaled dot-product and multi-head attention."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        if d_model % n_heads:
            raise ValueError("d_model % n_heads != 0")
        self.d_model = int(d_model)
        self.n_heads = int(n_heads)
        self.d_head = self.d_model // self.n_heads
        rng = np.random.default_rng(seed)
        std = d_model ** -0.5
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, std * rng.standard_normal((d_model, d_model)))

    def forward(self, x, mask=None):
        qs, ks, vs = (np.split(x @ W, self.n_heads, axis=1) for W in (self.W_Q, self.W_K, self.W_V))
        extra = 0.0 if mask is None else mask
        scale = np.sqrt(self.d_head)
        parts = [softmax(query @ key.T / scale + extra) @ query for query, key, value in zip(qs, ks, vs)]
        return np.concatenate(parts, axis=1) @ self.W_O
