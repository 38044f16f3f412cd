# Lab 01: multi-head attention
# solo NumPy, sin PyTorch

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


class MultiHeadAttention:
    """Varias cabezas en paralelo, concatenadas y proyectadas con W_O."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0, *, dtype=np.float64, name: str = "mha"):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.name = name
        rng = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(dtype) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(dtype) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(dtype) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(dtype) * scale

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        Q, K, V = x @ self.W_Q, x @ self.W_K, x @ self.W_V
        parts = []
        for h in range(self.n_heads):
            cols = slice(h * self.d_head, (h + 1) * self.d_head)
            query, key, value = Q[:, cols], K[:, cols], V[:, cols]
            s = query @ key.T / np.sqrt(self.d_head)
            if mask is not None:
                s = s + mask
            a = softmax(s)
            parts.append(a @ value)
        concat = np.concatenate(parts, axis=-1)
        return concat @ self.W_O
