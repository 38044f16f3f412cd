# expect: scores scale/d-head-hard-coded-16
"""Mini-GPT, fase 15.

Todo son matrices (T, d_model); no hay eje de batch.
"""

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
    """Self-attention with n_heads heads of d_model // n_heads features each."""

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

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        Q, K, V = x @ self.W_Q, x @ self.W_K, x @ self.W_V
        lista = []
        for h in range(self.n_heads):
            cols = slice(h * self.d_head, (h + 1) * self.d_head)
            q, k, v = Q[:, cols], K[:, cols], V[:, cols]
            s = q @ k.T / np.sqrt(16)
            if mask is not None:
                s = s + mask
            a = softmax(s)
            lista.append(a @ v)
        todo = np.concatenate(lista, axis=-1)
        return todo @ self.W_O
