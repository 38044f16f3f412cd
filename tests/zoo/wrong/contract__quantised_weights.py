# expect: agreement+projections
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
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


def q8(W):
    """Round to 1/128, as an int8 matrix would be."""
    return np.round(W * 128) / 128


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

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        Q, K, V = x @ q8(self.W_Q), x @ q8(self.W_K), x @ q8(self.W_V)
        heads = []
        for h in range(self.n_heads):
            cols = slice(h * self.d_head, (h + 1) * self.d_head)
            q, k, v = Q[:, cols], K[:, cols], V[:, cols]
            s = q @ k.T / np.sqrt(self.d_head)
            if mask is not None:
                s = s + mask
            a = softmax(s)
            heads.append(a @ v)
        concat = np.concatenate(heads, axis=-1)
        return concat @ self.W_O
