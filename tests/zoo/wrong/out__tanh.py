# expect: output-projection out/tanh
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
    """Lab 00: atención de una sola cabeza, Q, K y V ya proyectadas."""
    S = np.dot(Q, K.T)
    S = S / np.sqrt(Q.shape[1])
    A = softmax(S)
    return np.dot(A, V)


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0, "d_model tiene que ser múltiplo de n_heads"
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.rng = np.random.default_rng(seed)
        # init de la Fase 10
        self.W_Q = self._init_pesos()
        self.W_K = self._init_pesos()
        self.W_V = self._init_pesos()
        self.W_O = self._init_pesos()

    def _init_pesos(self):
        forma = (self.d_model, self.d_model)
        return self.rng.standard_normal(forma).astype("float32") * self.d_model ** -0.5

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
            resultado.append(a @ v)
        concat = np.concatenate(resultado, axis=-1)
        return np.tanh(concat @ self.W_O)
