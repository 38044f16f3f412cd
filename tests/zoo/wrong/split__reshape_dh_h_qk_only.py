# expect: reshape-order split/reshape-dh-h-qk-only
#!/usr/bin/env python3
"""Implementación de la clase MultiHeadAttention (BLUEPRINT.md)."""

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
    """Self-attention with n_heads heads of d_model // n_heads features each."""

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
        T, d = x.shape
        H, dh = self.n_heads, self.d_head
        q = (x @ self.W_Q).reshape(T, dh, H).transpose(2, 0, 1)
        k = (x @ self.W_K).reshape(T, dh, H).transpose(2, 0, 1)
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
        Y = O.transpose(1, 0, 2).reshape(T, d)
        return Y @ self.W_O
