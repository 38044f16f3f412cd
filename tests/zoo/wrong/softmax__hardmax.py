# expect: softmax softmax/hardmax
"""Multi-head attention (lab 01)."""

import numpy as np


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    # softmax(Q K^T / sqrt(d_k)) V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1]), axis=-1) @ V


class MultiHeadAttention:
    """Varias cabezas en paralelo, concatenadas y proyectadas con W_O."""

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

    def forward(self, x, mask=None):
        """(T, d_model) -> (T, d_model); the mask is added to the scores."""
        T, d_model = x.shape
        shape = (T, self.n_heads, self.d_head)
        query = (x @ self.W_Q).reshape(shape)
        key = (x @ self.W_K).reshape(shape)
        value = (x @ self.W_V).reshape(shape)
        raw = np.einsum("ihd,jhd->hij", query, key) / np.sqrt(self.d_head)
        if mask is not None:
            raw = raw + mask[None, :, :]
        weights = np.zeros_like(raw)
        best = raw.argmax(axis=-1)
        np.put_along_axis(weights, best[..., None], 1.0, axis=-1)
        mixed = np.einsum("hij,jhd->ihd", weights, value)
        return mixed.reshape(T, d_model) @ self.W_O
