"""Atención en NumPy: una cabeza (lab 00) y varias cabezas (lab 01)."""

import numpy as np


def softmax(scores: np.ndarray) -> np.ndarray:
    """Softmax sobre el último eje: cada fila suma 1."""
    # Restar el máximo no cambia el resultado y evita que exp se desborde.
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Atención escalada del lab 00. Q, K: (T, d_k), V: (T, d_v) -> (T, d_v)."""
    return softmax(Q @ K.T / np.sqrt(Q.shape[-1])) @ V


class MultiHeadAttention:
    """Self-attention con H cabezas en subespacios de dimensión d_model / H, sin sesgo."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        if d_model % n_heads != 0:
            raise ValueError(f"d_model = {d_model} no es divisible por n_heads = {n_heads}")
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads

        rng = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        shape = (d_model, d_model)
        self.W_Q = rng.standard_normal(shape).astype(np.float32) * scale
        self.W_K = rng.standard_normal(shape).astype(np.float32) * scale
        self.W_V = rng.standard_normal(shape).astype(np.float32) * scale
        self.W_O = rng.standard_normal(shape).astype(np.float32) * scale

        # Atención del último forward, (n_heads, T, T); solo para dibujarla.
        self.attention: np.ndarray | None = None

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        """x: (T, d_model), mask: (T, T) aditiva o None -> (T, d_model)."""
        Q = self._split(x @ self.W_Q)  # (n_heads, T, d_head)
        K = self._split(x @ self.W_K)
        V = self._split(x @ self.W_V)

        scores = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)  # (n_heads, T, T)
        if mask is not None:
            scores = scores + mask
        self.attention = softmax(scores)
        heads = self.attention @ V  # (n_heads, T, d_head)

        joined = heads.transpose(1, 0, 2).reshape(len(x), self.d_model)
        return joined @ self.W_O

    def _split(self, a: np.ndarray) -> np.ndarray:
        """(T, d_model) -> (n_heads, T, d_head)."""
        return a.reshape(len(a), self.n_heads, self.d_head).transpose(1, 0, 2)
