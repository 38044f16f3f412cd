# expect: reshape-order merge/last-head-only
"""minimodel.attention: scaled dot-product and multi-head attention."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

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

    def _head(self, x, h, mask):
        cols = slice(h * self.d_head, (h + 1) * self.d_head)
        q = x @ self.W_Q[:, cols]
        k = x @ self.W_K[:, cols]
        v = x @ self.W_V[:, cols]
        logits = (q @ k.T) / math.sqrt(self.d_head)
        if mask is not None:
            logits = logits + mask
        atencion = softmax(logits)
        return atencion @ v

    def forward(self, x, mask=None):
        for h in range(self.n_heads):
            lista = [self._head(x, h, mask)] * self.n_heads
        return np.hstack(lista) @ self.W_O
