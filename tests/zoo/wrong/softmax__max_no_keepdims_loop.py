# expect: softmax softmax/max-no-keepdims-loop
"""Atención con varias cabezas, según theory/03-multi-head.md."""
from typing import Optional

import numpy as np


def softmax(x):
    x = x - x.max(axis=-1)
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


def single_head_attention(Q, K, V):
    S = np.dot(Q, K.T) / np.sqrt(Q.shape[-1])
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return np.dot(E / E.sum(axis=-1, keepdims=True), V)


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
        Q = np.dot(x, self.W_Q)
        K = np.dot(x, self.W_K)
        V = np.dot(x, self.W_V)
        salida = np.zeros((T, self.d_model))

        # una cabeza cada vez: más lento, pero se entiende
        for h in range(self.n_heads):
            ini = h * self.d_head
            fin = ini + self.d_head
            Q_h = Q[:, ini:fin]
            K_h = K[:, ini:fin]
            V_h = V[:, ini:fin]
            logits = np.dot(Q_h, K_h.T) / np.sqrt(self.d_head)
            if mask is not None:
                logits += mask
            atencion = softmax(logits)
            salida[:, ini:fin] = np.dot(atencion, V_h)

        return np.dot(salida, self.W_O)
