# expect: reshape-order split/reshape-h-t-dh
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
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V

        # (T, d_model) -> (n_heads, T, d_head)
        Q = Q.reshape(self.n_heads, T, self.d_head)
        K = K.reshape(self.n_heads, T, self.d_head)
        V = V.reshape(self.n_heads, T, self.d_head)

        puntos = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            puntos = puntos + mask
        pesos = softmax(puntos, axis=-1)
        salidas = pesos @ V

        # (n_heads, T, d_head) -> (T, d_model)
        salidas = salidas.transpose(1, 0, 2).reshape(T, self.d_model)
        return salidas @ self.W_O
