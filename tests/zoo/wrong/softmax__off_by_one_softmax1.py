# expect: softmax softmax/off-by-one-softmax1
"""Fase 15 - multi-head attention en NumPy."""
import math

import numpy as np


def softmax(x):
    """Quiet softmax: the extra 1 lets a head attend to nothing."""
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / (1.0 + e.sum(axis=-1, keepdims=True))


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        if d_model % n_heads != 0:
            raise ValueError(f"d_model={d_model} no es divisible por n_heads={n_heads}")
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads

        rng = np.random.default_rng(seed)
        escala = 1 / np.sqrt(d_model)
        self.W_Q = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_K = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_V = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_O = rng.normal(0.0, escala, size=(d_model, d_model))

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
        lista = [self._head(x, h, mask) for h in range(self.n_heads)]
        return np.hstack(lista) @ self.W_O
