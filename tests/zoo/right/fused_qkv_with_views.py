"""Una sola matriz (d_model, 3 d_model) para Q, K y V; W_Q, W_K y W_V son vistas de ella."""
import numpy as np


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_QKV = rng.standard_normal((d_model, 3 * d_model)) / np.sqrt(d_model)
        self.W_O = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

    @property
    def W_Q(self):
        return self.W_QKV[:, : self.d_model]

    @property
    def W_K(self):
        return self.W_QKV[:, self.d_model : 2 * self.d_model]

    @property
    def W_V(self):
        return self.W_QKV[:, 2 * self.d_model :]

    def forward(self, x, mask=None):
        T, d = x.shape
        qkv = (x @ self.W_QKV).reshape(T, 3, self.n_heads, self.d_head)
        q, k, v = qkv.transpose(1, 2, 0, 3)  # (3, H, T, d_head)
        s = q @ k.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            s = s + mask
        s = np.exp(s - s.max(axis=-1, keepdims=True))
        a = s / s.sum(axis=-1, keepdims=True)
        return (a @ v).transpose(1, 0, 2).reshape(T, d) @ self.W_O
