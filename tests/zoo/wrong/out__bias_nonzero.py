# expect: no-bias out/bias-nonzero
# Lab 01: multi-head attention
# solo NumPy, sin PyTorch

import numpy as np


def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


class MultiHeadAttention:
    """Varias cabezas en paralelo, concatenadas y proyectadas con W_O."""

    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        escala = 1 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)) * escala
        self.W_K = rng.standard_normal((d_model, d_model)) * escala
        self.W_V = rng.standard_normal((d_model, d_model)) * escala
        self.W_O = rng.standard_normal((d_model, d_model)) * escala
        self.b_O = np.linspace(0.1, 1.0, d_model)

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
        scores = np.matmul(q, np.swapaxes(k, -1, -2)) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        attn = softmax(scores)
        salida = self._unir(np.matmul(attn, v))
        return np.matmul(salida, self.W_O) + self.b_O
