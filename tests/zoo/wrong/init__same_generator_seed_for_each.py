# expect: init
"""Atención con varias cabezas, según theory/03-multi-head.md."""
from typing import Optional

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
    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        shape = (d_model, d_model)
        scale = 1 / np.sqrt(d_model)
        self.W_Q = np.random.default_rng(seed).standard_normal(shape) * scale
        self.W_K = np.random.default_rng(seed).standard_normal(shape) * scale
        self.W_V = np.random.default_rng(seed).standard_normal(shape) * scale
        self.W_O = np.random.default_rng(seed).standard_normal(shape) * scale

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V

        # (T, d_model) -> (T, n_heads, d_head) -> (n_heads, T, d_head)
        Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        K = K.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        S = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            S = S + mask
        A = softmax(S, axis=-1)
        out = A @ V

        # (n_heads, T, d_head) -> (T, d_model)
        out = out.transpose(1, 0, 2).reshape(T, self.d_model)
        return out @ self.W_O
