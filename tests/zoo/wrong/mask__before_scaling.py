# expect: mask mask/before-scaling
# Lab 01: multi-head attention
# solo NumPy, sin PyTorch

import numpy as np


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


def single_head_attention(Q, K, V):
    # softmax(Q K^T / sqrt(d_k)) V
    return softmax(Q @ K.T / np.sqrt(K.shape[-1]), axis=-1) @ V


def split_heads(x, n_heads):
    T, d = x.shape
    return x.reshape(T, n_heads, d // n_heads).transpose(1, 0, 2)


def merge_heads(x):
    n_heads, T, d_head = x.shape
    return x.transpose(1, 0, 2).reshape(T, n_heads * d_head)


def scaled_dot_product(q, k, v, mask=None):
    d_k = q.shape[-1]
    logits = q @ k.swapaxes(-2, -1)
    if mask is not None:
        logits = logits + mask
    logits = logits / np.sqrt(d_k)
    atencion = softmax(logits)
    return atencion @ v


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

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        q = split_heads(x @ self.W_Q, self.n_heads)
        k = split_heads(x @ self.W_K, self.n_heads)
        v = split_heads(x @ self.W_V, self.n_heads)
        lista = scaled_dot_product(q, k, v, mask)
        return merge_heads(lista) @ self.W_O
