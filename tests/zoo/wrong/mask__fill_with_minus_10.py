# expect: mask mask/fill-with-minus-10
"""Multi-head attention (lab 01)."""

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def split_heads(x, n_heads):
    T, d = x.shape
    return x.reshape(T, n_heads, d // n_heads).transpose(1, 0, 2)


def merge_heads(x):
    n_heads, T, d_head = x.shape
    return x.transpose(1, 0, 2).reshape(T, n_heads * d_head)


def scaled_dot_product(q, k, v, mask=None):
    d_k = q.shape[-1]
    puntos = q @ k.swapaxes(-2, -1) / np.sqrt(d_k)
    if mask is not None:
        puntos = np.where(mask < 0, -10.0, puntos)
    pesos = softmax(puntos)
    return pesos @ v


class MultiHeadAttention:
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

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        q = split_heads(x @ self.W_Q, self.n_heads)
        k = split_heads(x @ self.W_K, self.n_heads)
        v = split_heads(x @ self.W_V, self.n_heads)
        cabezas = scaled_dot_product(q, k, v, mask)
        return merge_heads(cabezas) @ self.W_O
