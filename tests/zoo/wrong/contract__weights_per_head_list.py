# expect: weights
"""Multi-head attention (lab 01)."""

import math

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        std = 1 / np.sqrt(d_model)
        # una matriz pequeña por cabeza
        self.W_Q = [rng.normal(0, std, (d_model, self.d_head)) for _ in range(n_heads)]
        self.W_K = [rng.normal(0, std, (d_model, self.d_head)) for _ in range(n_heads)]
        self.W_V = [rng.normal(0, std, (d_model, self.d_head)) for _ in range(n_heads)]
        self.W_O = rng.normal(0, std, (d_model, d_model))

    def _head(self, x, h, mask):
        q = x @ self.W_Q[h]
        k = x @ self.W_K[h]
        v = x @ self.W_V[h]
        logits = (q @ k.T) / math.sqrt(self.d_head)
        if mask is not None:
            logits = logits + mask
        pesos = softmax(logits)
        return pesos @ v

    def forward(self, x, mask=None):
        cabezas = [self._head(x, h, mask) for h in range(self.n_heads)]
        return np.hstack(cabezas) @ self.W_O
