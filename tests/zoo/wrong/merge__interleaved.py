# expect: reshape-order merge/interleaved
"""Fase 15 - multi-head attention en NumPy."""
import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    # softmax(Q K^T / sqrt(d_k)) V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1]), axis=-1) @ V


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

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

    def forward(self, x, mask=None):
        T, d = x.shape
        H, dh = self.n_heads, self.d_head
        q = (x @ self.W_Q).reshape(T, H, dh).transpose(1, 0, 2)
        k = (x @ self.W_K).reshape(T, H, dh).transpose(1, 0, 2)
        v = (x @ self.W_V).reshape(T, H, dh).transpose(1, 0, 2)

        escala = 1.0 / np.sqrt(dh)
        S = np.einsum('hid,hjd->hij', q, k) * escala
        if mask is not None:
            S = S + mask

        # softmax por filas
        S = S - S.max(axis=-1, keepdims=True)
        P = np.exp(S)
        P = P / P.sum(axis=-1, keepdims=True)

        O = np.einsum('hij,hjd->hid', P, v)
        Y = O.transpose(1, 2, 0).reshape(T, d)
        return Y @ self.W_O
