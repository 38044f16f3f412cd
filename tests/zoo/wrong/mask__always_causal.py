# expect: mask mask/always-causal
"""Atención con varias cabezas, según theory/03-multi-head.md."""
from typing import Optional

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    d_k = Q.shape[-1]
    raw = Q @ K.T / np.sqrt(d_k)
    return softmax(raw) @ V


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
        T = x.shape[0]
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V

        # (T, d_model) -> (T, n_heads, d_head) -> (n_heads, T, d_head)
        Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        K = K.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        raw = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        raw = raw + np.triu(np.full((T, T), -1e9), k=1)
        if mask is not None:
            raw = raw + mask
        w = softmax(raw, axis=-1)
        mixed = w @ V

        # (n_heads, T, d_head) -> (T, d_model)
        mixed = mixed.transpose(1, 0, 2).reshape(T, self.d_model)
        return mixed @ self.W_O
