# expect: mask mask/fill-with-tiny-finfo-tiny
"""Multi-head attention (lab 01)."""

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


class MultiHeadAttention:
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
        T = x.shape[0]
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V

        # (T, d_model) -> (T, n_heads, d_head) -> (n_heads, T, d_head)
        Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        K = K.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        puntos = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            puntos = np.where(mask < 0, np.finfo(puntos.dtype).tiny, puntos)
        pesos = softmax(puntos, axis=-1)
        salidas = pesos @ V

        # (n_heads, T, d_head) -> (T, d_model)
        salidas = salidas.transpose(1, 0, 2).reshape(T, self.d_model)
        return salidas @ self.W_O
