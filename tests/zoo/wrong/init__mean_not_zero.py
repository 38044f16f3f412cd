# expect: init
import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q = rng.normal(1.0, 1 / np.sqrt(d_model), (d_model, d_model))
        self.W_K = rng.normal(1.0, 1 / np.sqrt(d_model), (d_model, d_model))
        self.W_V = rng.normal(1.0, 1 / np.sqrt(d_model), (d_model, d_model))
        self.W_O = rng.normal(1.0, 1 / np.sqrt(d_model), (d_model, d_model))

    def forward(self, x, mask=None):
        qs, ks, vs = (np.split(x @ W, self.n_heads, axis=1) for W in (self.W_Q, self.W_K, self.W_V))
        extra = 0.0 if mask is None else mask
        scale = np.sqrt(self.d_head)
        cabezas = [softmax(q @ k.T / scale + extra) @ v for q, k, v in zip(qs, ks, vs)]
        return np.concatenate(cabezas, axis=1) @ self.W_O
