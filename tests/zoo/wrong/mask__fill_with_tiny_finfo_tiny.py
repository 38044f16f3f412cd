# expect: mask mask/fill-with-tiny-finfo-tiny
"""
attention.py

Lab 00: single_head_attention
Lab 01: MultiHeadAttention
"""
from __future__ import annotations

import numpy as np


def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    # softmax(Q K^T / sqrt(d_k)) V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1]), axis=-1) @ V


class MultiHeadAttention:
    """Varias cabezas en paralelo, concatenadas y proyectadas con W_O."""

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

        S = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            S = np.where(mask < 0, np.finfo(S.dtype).tiny, S)
        A = softmax(S, axis=-1)
        out = A @ V

        # (n_heads, T, d_head) -> (T, d_model)
        out = out.transpose(1, 0, 2).reshape(T, self.d_model)
        return out @ self.W_O
