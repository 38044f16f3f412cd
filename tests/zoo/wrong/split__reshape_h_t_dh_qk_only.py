# expect: reshape-order split/reshape-h-t-dh-qk-only
"""minimodel.attention: scaled dot-product and multi-head attention."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    # softmax(Q K^T / sqrt(d_k)) V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1]), axis=-1) @ V


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
        Q = Q.reshape(self.n_heads, T, self.d_head)
        K = K.reshape(self.n_heads, T, self.d_head)
        V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        raw = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            raw = raw + mask
        w = softmax(raw, axis=-1)
        mixed = w @ V

        # (n_heads, T, d_head) -> (T, d_model)
        mixed = mixed.transpose(1, 0, 2).reshape(T, self.d_model)
        return mixed @ self.W_O
