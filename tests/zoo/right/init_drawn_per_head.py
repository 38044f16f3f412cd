"""My solution for phase 15, lab 01. Shapes are written next to every step."""
import numpy as np


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


def single_head_attention(Q, K, V):
    d_k = Q.shape[-1]
    logits = Q @ K.T / np.sqrt(d_k)
    return softmax(logits) @ V


class MultiHeadAttention:
    """Self-attention with n_heads heads of d_model // n_heads features each."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        std = 1 / np.sqrt(d_model)

        def por_cabezas():
            trozos = rng.normal(0, std, (n_heads, d_model, self.d_head))
            return np.concatenate(list(trozos), axis=1)

        self.W_Q = por_cabezas()
        self.W_K = por_cabezas()
        self.W_V = por_cabezas()
        self.W_O = rng.normal(0, std, (d_model, d_model))

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V

        # (T, d_model) -> (T, n_heads, d_head) -> (n_heads, T, d_head)
        Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        K = K.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        logits = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            logits = logits + mask
        atencion = softmax(logits, axis=-1)
        out = atencion @ V

        # (n_heads, T, d_head) -> (T, d_model)
        out = out.transpose(1, 0, 2).reshape(T, self.d_model)
        return out @ self.W_O
