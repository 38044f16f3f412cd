# expect: softmax softmax/sigmoid
# Lab 01: multi-head attention
# solo NumPy, sin PyTorch

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    d_k = Q.shape[-1]
    puntos = Q @ K.T / np.sqrt(d_k)
    return softmax(puntos) @ V


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        if d_model % n_heads != 0:
            raise ValueError(f"d_model={d_model} no es divisible por n_heads={n_heads}")
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads

        rng = np.random.default_rng(seed)
        escala = 1 / np.sqrt(d_model)
        self.W_Q = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_K = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_V = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_O = rng.normal(0.0, escala, size=(d_model, d_model))

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
            puntuaciones = puntuaciones + mask
        pesos = 1.0 / (1.0 + np.exp(-puntuaciones))
        salida = self._unir(np.matmul(pesos, v))
        return np.matmul(salida, self.W_O)
