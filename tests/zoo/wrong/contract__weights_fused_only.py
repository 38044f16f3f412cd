# expect: weights
# Lab 01: multi-head attention
# solo NumPy, sin PyTorch

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
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_QKV = rng.standard_normal((d_model, 3 * d_model)) / np.sqrt(d_model)
        self.W_O = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

    def forward(self, x, mask=None):
        Q, K, V = np.split(x @ self.W_QKV, 3, axis=-1)
        T = len(x)
        dividir = lambda a: a.reshape(T, self.n_heads, self.d_head).swapaxes(0, 1)
        Q, K, V = dividir(Q), dividir(K), dividir(V)
        scores = Q @ K.swapaxes(1, 2) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        out = softmax(scores) @ V
        return out.swapaxes(0, 1).reshape(T, self.d_model) @ self.W_O
