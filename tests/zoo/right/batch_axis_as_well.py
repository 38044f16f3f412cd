"""Works for (T, d_model) and for (B, T, d_model)."""
import numpy as np


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


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
        batched = x.ndim == 3
        if not batched:
            x = x[None]
        B, T, d = x.shape
        shape = (B, T, self.n_heads, self.d_head)
        q = (x @ self.W_Q).reshape(shape).transpose(0, 2, 1, 3)
        k = (x @ self.W_K).reshape(shape).transpose(0, 2, 3, 1)
        v = (x @ self.W_V).reshape(shape).transpose(0, 2, 1, 3)
        scores = q @ k / np.sqrt(self.d_head)  # (B, H, T, T)
        if mask is not None:
            scores = scores + mask
        y = (softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(B, T, d) @ self.W_O
        return y if batched else y[0]
