# expect: init
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
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q = rng.normal(0.0, 0.02, (d_model, d_model))  # GPT-2
        self.W_K = rng.normal(0.0, 0.02, (d_model, d_model))  # GPT-2
        self.W_V = rng.normal(0.0, 0.02, (d_model, d_model))  # GPT-2
        self.W_O = rng.normal(0.0, 0.02, (d_model, d_model))  # GPT-2

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = np.dot(x, self.W_Q)
        K = np.dot(x, self.W_K)
        V = np.dot(x, self.W_V)
        res = np.zeros((T, self.d_model))

        # una cabeza cada vez: más lento, pero se entiende
        for h in range(self.n_heads):
            ini = h * self.d_head
            fin = ini + self.d_head
            Q_h = Q[:, ini:fin]
            K_h = K[:, ini:fin]
            V_h = V[:, ini:fin]
            similitud = np.dot(Q_h, K_h.T) / np.sqrt(self.d_head)
            if mask is not None:
                similitud += mask
            probs = softmax(similitud)
            res[:, ini:fin] = np.dot(probs, V_h)

        return np.dot(res, self.W_O)
