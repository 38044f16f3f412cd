# expect: softmax softmax/exp-unnormalised
"""
attention.py

Lab 00: single_head_attention
Lab 01: MultiHeadAttention
"""
from __future__ import annotations

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    # softmax(Q K^T / sqrt(d_k)) V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1]), axis=-1) @ V


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0, "d_model must be divisible by n_heads"
        self.d_model, self.n_heads = d_model, n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)

        def init():
            return rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

        self.W_Q, self.W_K, self.W_V, self.W_O = init(), init(), init(), init()

    def forward(self, x, mask=None):
        """(T, d_model) -> (T, d_model); the mask is added to the scores."""
        T, d_model = x.shape
        shape = (T, self.n_heads, self.d_head)
        q = (x @ self.W_Q).reshape(shape)
        k = (x @ self.W_K).reshape(shape)
        v = (x @ self.W_V).reshape(shape)
        puntos = np.einsum("ihd,jhd->hij", q, k) / np.sqrt(self.d_head)
        if mask is not None:
            puntos = puntos + mask[None, :, :]
        weights = np.exp(puntos)
        salidas = np.einsum("hij,jhd->ihd", weights, v)
        return salidas.reshape(T, d_model) @ self.W_O
