# expect: output-projection out/uses-wq
"""minimodel.attention: scaled dot-product and multi-head attention."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


class MultiHeadAttention:
    """Varias cabezas en paralelo, concatenadas y proyectadas con W_O."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        if d_model % n_heads:
            raise ValueError("d_model % n_heads != 0")
        self.d_model = int(d_model)
        self.n_heads = int(n_heads)
        self.d_head = self.d_model // self.n_heads
        rng = np.random.default_rng(seed)
        std = d_model ** -0.5
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, std * rng.standard_normal((d_model, d_model)))

    def forward(self, x, mask=None):
        """(T, d_model) -> (T, d_model); the mask is added to the scores."""
        T, d_model = x.shape
        shape = (T, self.n_heads, self.d_head)
        q = (x @ self.W_Q).reshape(shape)
        k = (x @ self.W_K).reshape(shape)
        v = (x @ self.W_V).reshape(shape)
        similitud = np.einsum("ihd,jhd->hij", q, k) / np.sqrt(self.d_head)
        if mask is not None:
            similitud = similitud + mask[None, :, :]
        weights = softmax(similitud)
        ctx = np.einsum("hij,jhd->ihd", weights, v)
        return ctx.reshape(T, d_model) @ self.W_Q
