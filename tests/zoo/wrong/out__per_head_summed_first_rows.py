# expect: output-projection out/per-head-summed-first-rows
import math

import numpy as np

# T = tokens, H = cabezas, dh = d_head


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


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

    def _head(self, x, h, mask):
        cols = slice(h * self.d_head, (h + 1) * self.d_head)
        q = x @ self.W_Q[:, cols]
        k = x @ self.W_K[:, cols]
        v = x @ self.W_V[:, cols]
        logits = (q @ k.T) / math.sqrt(self.d_head)
        if mask is not None:
            logits = logits + mask
        attn = softmax(logits)
        return attn @ v @ self.W_O[:self.d_head]

    def forward(self, x, mask=None):
        heads = [self._head(x, h, mask) for h in range(self.n_heads)]
        return np.sum(heads, axis=0)
