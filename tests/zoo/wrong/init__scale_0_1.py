# expect: init
#!/usr/bin/env python3
"""Implementación de la clase MultiHeadAttention (BLUEPRINT.md)."""

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    # softmax(Q K^T / sqrt(d_k)) V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1]), axis=-1) @ V


def split_heads(x, n_heads):
    T, d = x.shape
    return x.reshape(T, n_heads, d // n_heads).transpose(1, 0, 2)


def merge_heads(x):
    n_heads, T, d_head = x.shape
    return x.transpose(1, 0, 2).reshape(T, n_heads * d_head)


def scaled_dot_product(query, key, value, mask=None):
    d_k = query.shape[-1]
    raw = query @ key.swapaxes(-2, -1) / np.sqrt(d_k)
    if mask is not None:
        raw = raw + mask
    w = softmax(raw)
    return w @ value


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q = rng.standard_normal((d_model, d_model)) * 0.1
        self.W_K = rng.standard_normal((d_model, d_model)) * 0.1
        self.W_V = rng.standard_normal((d_model, d_model)) * 0.1
        self.W_O = rng.standard_normal((d_model, d_model)) * 0.1

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        query = split_heads(x @ self.W_Q, self.n_heads)
        key = split_heads(x @ self.W_K, self.n_heads)
        value = split_heads(x @ self.W_V, self.n_heads)
        parts = scaled_dot_product(query, key, value, mask)
        return merge_heads(parts) @ self.W_O
