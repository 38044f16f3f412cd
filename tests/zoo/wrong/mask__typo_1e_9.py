# expect: mask mask/typo-1e-9
"""Fase 15 - multi-head attention en NumPy."""
import math

import numpy as np


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


class MultiHeadAttention:
    """Self-attention with n_heads heads of d_model // n_heads features each."""

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
            logits = np.where(mask < 0, 1e-9, logits)
        attn = softmax(logits)
        return attn @ v

    def forward(self, x, mask=None):
        heads = [self._head(x, h, mask) for h in range(self.n_heads)]
        return np.hstack(heads) @ self.W_O
