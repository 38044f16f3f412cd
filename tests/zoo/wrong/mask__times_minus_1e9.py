# expect: mask mask/times-minus-1e9
"""minimodel.attention: scaled dot-product and multi-head attention."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


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
        T, d = x.shape
        H, dh = self.n_heads, self.d_head
        q = (x @ self.W_Q).reshape(T, H, dh).transpose(1, 0, 2)
        k = (x @ self.W_K).reshape(T, H, dh).transpose(1, 0, 2)
        v = (x @ self.W_V).reshape(T, H, dh).transpose(1, 0, 2)

        escala = 1.0 / np.sqrt(dh)
        S = np.einsum('hid,hjd->hij', q, k) * escala
        if mask is not None:
            S = S + mask * -1e9

        # softmax por filas
        S = S - S.max(axis=-1, keepdims=True)
        P = np.exp(S)
        P = P / P.sum(axis=-1, keepdims=True)

        O = np.einsum('hij,hjd->hid', P, v)
        Y = O.transpose(1, 0, 2).reshape(T, d)
        return Y @ self.W_O
