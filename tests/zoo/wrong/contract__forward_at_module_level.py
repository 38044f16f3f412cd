# expect: api
"""
attention.py

Lab 00: single_head_attention
Lab 01: MultiHeadAttention
"""
from __future__ import annotations

import numpy as np


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


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

def forward(mha, x, mask=None):
    T = x.shape[0]
    forma = (T, mha.n_heads, mha.d_head)
    q, k, v = ((x @ W).reshape(forma).transpose(1, 0, 2) for W in (mha.W_Q, mha.W_K, mha.W_V))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(mha.d_head)
    if mask is not None:
        scores = scores + mask
    return (softmax(scores) @ v).transpose(1, 0, 2).reshape(T, mha.d_model) @ mha.W_O
