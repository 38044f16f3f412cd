# expect: weights
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

    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        shape = (n_heads, d_model, self.d_head)
        self.W_Q = rng.normal(0, d_model ** -0.5, shape)
        self.W_K = rng.normal(0, d_model ** -0.5, shape)
        self.W_V = rng.normal(0, d_model ** -0.5, shape)
        self.W_O = rng.normal(0, d_model ** -0.5, (d_model, d_model))

    def forward(self, x, mask=None):
        q = np.einsum("td,hdk->htk", x, self.W_Q)
        k = np.einsum("td,hdk->htk", x, self.W_K)
        v = np.einsum("td,hdk->htk", x, self.W_V)
        scores = np.einsum("hik,hjk->hij", q, k) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        out = np.einsum("hij,hjk->ihk", softmax(scores), v)
        return out.reshape(len(x), self.d_model) @ self.W_O
