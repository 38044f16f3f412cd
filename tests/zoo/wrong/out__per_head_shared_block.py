# expect: output-projection out/per-head-shared-block
# Lab 01: multi-head attention
# solo NumPy, sin PyTorch

import math

import numpy as np


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    """Lab 00: atención de una sola cabeza, Q, K y V ya proyectadas."""
    S = np.dot(Q, K.T)
    S = S / np.sqrt(Q.shape[1])
    A = softmax(S)
    return np.dot(A, V)


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

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

    def _head(self, x, h, mask):
        cols = slice(h * self.d_head, (h + 1) * self.d_head)
        query = x @ self.W_Q[:, cols]
        key = x @ self.W_K[:, cols]
        value = x @ self.W_V[:, cols]
        logits = (query @ key.T) / math.sqrt(self.d_head)
        if mask is not None:
            logits = logits + mask
        w = softmax(logits)
        return w @ value @ self.W_O[:self.d_head, :self.d_head]

    def forward(self, x, mask=None):
        parts = [self._head(x, h, mask) for h in range(self.n_heads)]
        return np.hstack(parts)
