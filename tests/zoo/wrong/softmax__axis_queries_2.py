# expect: softmax softmax/axis-queries-2
"""Mini-GPT, fase 15.

Todo son matrices (T, d_model); no hay eje de batch.
"""

import numpy as np


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    sim = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        sim = sim + mask
    return softmax(sim, axis=-1) @ V


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
        T = x.shape[0]
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V

        # (T, d_model) -> (T, n_heads, d_head) -> (n_heads, T, d_head)
        Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        K = K.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        S = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            S = S + mask
        A = softmax(S, axis=1)
        out = A @ V

        # (n_heads, T, d_head) -> (T, d_model)
        out = out.transpose(1, 0, 2).reshape(T, self.d_model)
        return out @ self.W_O
