# expect: softmax softmax/flat-all
"""Fase 15 - multi-head attention en NumPy."""
import numpy as np


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

    def forward(self, x, mask=None):
        T, d = x.shape
        H, dh = self.n_heads, self.d_head
        query = (x @ self.W_Q).reshape(T, H, dh).transpose(1, 0, 2)
        key = (x @ self.W_K).reshape(T, H, dh).transpose(1, 0, 2)
        value = (x @ self.W_V).reshape(T, H, dh).transpose(1, 0, 2)

        escala = 1.0 / np.sqrt(dh)
        S = np.einsum('hid,hjd->hij', query, key) * escala
        if mask is not None:
            S = S + mask

        # softmax
        S = S - S.max()
        P = np.exp(S)
        P = P / P.sum()

        O = np.einsum('hij,hjd->hid', P, value)
        Y = O.transpose(1, 0, 2).reshape(T, d)
        return Y @ self.W_O
