"""Heads as a strided view of Q, K and V: no reshape, no copy."""
import numpy as np
from numpy.lib.stride_tricks import as_strided


def as_heads(a, n_heads):
    a = np.ascontiguousarray(a)
    T, d = a.shape
    row, item = a.strides
    return as_strided(a, (n_heads, T, d // n_heads), (d // n_heads * item, row, item), writeable=False)


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        std = 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)) * std
        self.W_K = rng.standard_normal((d_model, d_model)) * std
        self.W_V = rng.standard_normal((d_model, d_model)) * std
        self.W_O = rng.standard_normal((d_model, d_model)) * std

    def forward(self, x, mask=None):
        q, k, v = (as_heads(x @ W, self.n_heads) for W in (self.W_Q, self.W_K, self.W_V))
        s = np.matmul(q, k.transpose(0, 2, 1)) / np.sqrt(self.d_head)
        if mask is not None:
            s += mask
        s -= s.max(axis=-1, keepdims=True)
        np.exp(s, out=s)
        s /= s.sum(axis=-1, keepdims=True)
        out = np.empty((len(x), self.d_model))
        np.matmul(s, v, out=out.reshape(len(x), self.n_heads, self.d_head).transpose(1, 0, 2))
        return out @ self.W_O
