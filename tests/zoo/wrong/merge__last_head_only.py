# expect: reshape-order merge/last-head-only
"""Atención con varias cabezas, según theory/03-multi-head.md."""
from typing import Optional

import math

import numpy as np


def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    sim = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        sim = sim + mask
    return softmax(sim, axis=-1) @ V


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0, "d_model must be divisible by n_heads"
        self.d_model, self.n_heads = d_model, n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)

        def init():
            return rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

        self.W_Q, self.W_K, self.W_V, self.W_O = init(), init(), init(), init()

    def _head(self, x, h, mask):
        cols = slice(h * self.d_head, (h + 1) * self.d_head)
        q = x @ self.W_Q[:, cols]
        k = x @ self.W_K[:, cols]
        v = x @ self.W_V[:, cols]
        sim = (q @ k.T) / math.sqrt(self.d_head)
        if mask is not None:
            sim = sim + mask
        A = softmax(sim)
        return A @ v

    def forward(self, x, mask=None):
        for h in range(self.n_heads):
            outs = [self._head(x, h, mask)] * self.n_heads
        return np.hstack(outs) @ self.W_O
