"""Lab 00 y lab 01; el softmax y las máscaras están en sus propios módulos."""
import numpy as np

from . import masks
from .softmax import softmax


def single_head_attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    return softmax(masks.aplicar(scores, mask)) @ V


class MultiHeadAttention:
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

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q, K, V = (self._split(x @ W) for W in (self.W_Q, self.W_K, self.W_V))
        out = single_head_attention(Q, K, V, mask)  # sirve también con el eje de cabezas delante
        return out.transpose(1, 0, 2).reshape(T, self.d_model) @ self.W_O

    def _split(self, a):
        return a.reshape(-1, self.n_heads, self.d_head).transpose(1, 0, 2)
