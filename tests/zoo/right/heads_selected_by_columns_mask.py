"""Cada cabeza ve la matriz entera con las columnas de las otras a cero."""
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_K = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_V = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_O = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

    def forward(self, x, mask=None):
        propia = np.arange(self.d_model) // self.d_head == np.arange(self.n_heads)[:, None]  # (H, d)
        Q, K, V = x @ self.W_Q, x @ self.W_K, x @ self.W_V
        scores = (Q * propia[:, None, :]) @ K.T / np.sqrt(self.d_head)  # (H, T, T)
        if mask is not None:
            scores = scores + mask
        out = softmax(scores) @ V  # (H, T, d_model)
        return (out * propia[:, None, :]).sum(axis=0) @ self.W_O
