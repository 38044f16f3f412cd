# expect: scores scale/int-truncated-root
"""minimodel.attention: scaled dot-product and multi-head attention."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    d_k = Q.shape[-1]
    similitud = Q @ K.T / np.sqrt(d_k)
    return softmax(similitud) @ V


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

    def _head(self, x, h, mask):
        cols = slice(h * self.d_head, (h + 1) * self.d_head)
        q = x @ self.W_Q[:, cols]
        k = x @ self.W_K[:, cols]
        v = x @ self.W_V[:, cols]
        logits = (q @ k.T) / int(math.sqrt(self.d_head))
        if mask is not None:
            logits = logits + mask
        probs = softmax(logits)
        return probs @ v

    def forward(self, x, mask=None):
        resultado = [self._head(x, h, mask) for h in range(self.n_heads)]
        return np.hstack(resultado) @ self.W_O
