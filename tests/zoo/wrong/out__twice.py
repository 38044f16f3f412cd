# expect: output-projection out/twice
"""Atención con varias cabezas, según theory/03-multi-head.md."""
from typing import Optional

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


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
        puntos = puntos + mask
    pesos = softmax(puntos)
    return pesos @ v


class MultiHeadAttention:
    """Self-attention with n_heads heads of d_model // n_heads features each."""

    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0, "d_model tiene que ser múltiplo de n_heads"
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.rng = np.random.default_rng(seed)
        # init de la Fase 10
        self.W_Q = self._init_pesos()
        self.W_K = self._init_pesos()
        self.W_V = self._init_pesos()
        self.W_O = self._init_pesos()

    def _init_pesos(self):
        forma = (self.d_model, self.d_model)
        return self.rng.standard_normal(forma).astype("float32") * self.d_model ** -0.5

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        q = split_heads(x @ self.W_Q, self.n_heads)
        k = split_heads(x @ self.W_K, self.n_heads)
        v = split_heads(x @ self.W_V, self.n_heads)
        cabezas = merge_heads(scaled_dot_product(q, k, v, mask))
        cabezas = cabezas @ self.W_O
        return np.dot(cabezas, self.W_O)
