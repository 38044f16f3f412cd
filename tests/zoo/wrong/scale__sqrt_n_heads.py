# expect: scores scale/sqrt-n-heads
# Lab 01: multi-head attention
# solo NumPy, sin PyTorch

import math

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


class MultiHeadAttention:
    """Varias cabezas en paralelo, concatenadas y proyectadas con W_O."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale

    def _head(self, x, h, mask):
        cols = slice(h * self.d_head, (h + 1) * self.d_head)
        query = x @ self.W_Q[:, cols]
        key = x @ self.W_K[:, cols]
        value = x @ self.W_V[:, cols]
        logits = (query @ key.T) / math.sqrt(self.n_heads)
        if mask is not None:
            logits = logits + mask
        w = softmax(logits)
        return w @ value

    def forward(self, x, mask=None):
        parts = [self._head(x, h, mask) for h in range(self.n_heads)]
        return np.hstack(parts) @ self.W_O
