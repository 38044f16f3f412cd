# expect: output-projection out/per-head-block
"""
attention.py

Lab 00: single_head_attention
Lab 01: MultiHeadAttention
"""
from __future__ import annotations

import numpy as np


def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


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
            salida[:, ini:fin] = np.dot(np.dot(atencion, V_h), self.W_O[ini:fin, ini:fin])

        return salida
