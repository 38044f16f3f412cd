"""La primera cabeza y, por recursión, las demás."""
import numpy as np


def atencion(q, k, v, mask):
    s = q @ k.T / np.sqrt(q.shape[1])
    if mask is not None:
        s = s + mask
    s = np.exp(s - s.max(axis=1, keepdims=True))
    return (s / s.sum(axis=1, keepdims=True)) @ v


def cabezas(q, k, v, ancho, mask):
    if q.shape[1] == 0:
        return q
    primera = atencion(q[:, :ancho], k[:, :ancho], v[:, :ancho], mask)
    resto = cabezas(q[:, ancho:], k[:, ancho:], v[:, ancho:], ancho, mask)
    return np.hstack([primera, resto])


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q = rng.normal(0, 1, (d_model, d_model)) / np.sqrt(d_model)
        self.W_K = rng.normal(0, 1, (d_model, d_model)) / np.sqrt(d_model)
        self.W_V = rng.normal(0, 1, (d_model, d_model)) / np.sqrt(d_model)
        self.W_O = rng.normal(0, 1, (d_model, d_model)) / np.sqrt(d_model)

    def forward(self, x, mask=None):
        return cabezas(x @ self.W_Q, x @ self.W_K, x @ self.W_V, self.d_head, mask) @ self.W_O
