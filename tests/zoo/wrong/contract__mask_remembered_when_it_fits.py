# expect: pure
"""Mini-GPT, fase 15.

Todo son matrices (T, d_model); no hay eje de batch.
"""

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    # softmax(Q K^T / sqrt(d_k)) V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1]), axis=-1) @ V


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
        self.mask = None

    def _separar(self, a):
        """(T, d_model) -> (H, T, d_head)"""
        T = a.shape[0]
        return a.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

    def _unir(self, a):
        """(H, T, d_head) -> (T, d_model)"""
        T = a.shape[1]
        return a.transpose(1, 0, 2).reshape(T, self.d_model)

    def forward(self, x, mask=None):
        q = self._separar(x @ self.W_Q)
        k = self._separar(x @ self.W_K)
        v = self._separar(x @ self.W_V)
        puntuaciones = np.matmul(q, np.swapaxes(k, -1, -2)) / np.sqrt(self.d_head)
        if mask is not None:
            self.mask = mask
        elif self.mask is not None and len(self.mask) == len(x):
            mask = self.mask  # la última que nos dieron
        if mask is not None:
            puntuaciones = puntuaciones + mask
        pesos = softmax(puntuaciones)
        salida = self._unir(np.matmul(pesos, v))
        return np.matmul(salida, self.W_O)
