# expect: softmax softmax/axis-heads-0
#!/usr/bin/env python3
"""Implementación de la clase MultiHeadAttention (BLUEPRINT.md)."""

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


class MultiHeadAttention:
    """Varias cabezas en paralelo, concatenadas y proyectadas con W_O."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale

    def _separar(self, a):
        """(T, d_model) -> (H, T, d_head)"""
        T = a.shape[0]
        return a.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

    def _unir(self, a):
        """(H, T, d_head) -> (T, d_model)"""
        T = a.shape[1]
        return a.transpose(1, 0, 2).reshape(T, self.d_model)

    def forward(self, x, mask=None):
        q = self._separar(x @ self.W_Q)
        k = self._separar(x @ self.W_K)
        v = self._separar(x @ self.W_V)
        puntuaciones = np.matmul(q, np.swapaxes(k, -1, -2)) / np.sqrt(self.d_head)
        if mask is not None:
            puntuaciones = puntuaciones + mask
        alpha = softmax(puntuaciones, axis=0)
        res = self._unir(np.matmul(alpha, v))
        return np.matmul(res, self.W_O)
