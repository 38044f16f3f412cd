# expect: agreement av/a-transposed
"""Atención con varias cabezas, según theory/03-multi-head.md."""
from typing import Optional

import numpy as np


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    """Lab 00: atención de una sola cabeza, Q, K y V ya proyectadas."""
    S = np.dot(Q, K.T)
    S = S / np.sqrt(Q.shape[1])
    A = softmax(S)
    return np.dot(A, V)


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0, "d_model must be divisible by n_heads"
        self.d_model, self.n_heads = d_model, n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)

        def init():
            return rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

        self.W_Q, self.W_K, self.W_V, self.W_O = init(), init(), init(), init()

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        Q, K, V = x @ self.W_Q, x @ self.W_K, x @ self.W_V
        resultado = []
        for h in range(self.n_heads):
            cols = slice(h * self.d_head, (h + 1) * self.d_head)
            q, k, v = Q[:, cols], K[:, cols], V[:, cols]
            s = q @ k.T / np.sqrt(self.d_head)
            if mask is not None:
                s = s + mask
            a = softmax(s)
            resultado.append(a.T @ v)
        concat = np.concatenate(resultado, axis=-1)
        return concat @ self.W_O
