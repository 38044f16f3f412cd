# expect: reshape-order merge/vstack-reshape
"""Mini-GPT, fase 15.

Todo son matrices (T, d_model); no hay eje de batch.
"""

import math

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


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
        query = x @ self.W_Q[:, cols]
        key = x @ self.W_K[:, cols]
        value = x @ self.W_V[:, cols]
        logits = (query @ key.T) / math.sqrt(self.d_head)
        if mask is not None:
            logits = logits + mask
        w = softmax(logits)
        return w @ value

    def forward(self, x, mask=None):
        parts = [self._head(x, h, mask) for h in range(self.n_heads)]
        return np.vstack(parts).reshape(x.shape) @ self.W_O
