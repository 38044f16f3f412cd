# expect: output-projection out/left
"""My solution for phase 15, lab 01. Shapes are written next to every step."""
import numpy as np


def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    d_k = Q.shape[-1]
    scores = Q @ K.T / np.sqrt(d_k)
    return softmax(scores) @ V


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

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
        T = x.shape[0]
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V

        # (T, d_model) -> (T, n_heads, d_head) -> (n_heads, T, d_head)
        Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        K = K.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        scores = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        attn = softmax(scores, axis=-1)
        out = attn @ V

        # (n_heads, T, d_head) -> (T, d_model)
        out = out.transpose(1, 0, 2).reshape(T, self.d_model)
        return self.W_O @ out
