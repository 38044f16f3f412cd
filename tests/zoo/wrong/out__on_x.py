# expect: output-projection out/on-x
"""Mini-GPT, fase 15.

Todo son matrices (T, d_model); no hay eje de batch.
"""

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


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0, "d_model must be divisible by n_heads"
        self.d_model, self.n_heads = d_model, n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)

        def init():
            return rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

        self.W_Q, self.W_K, self.W_V, self.W_O = init(), init(), init(), init()

    def _separar(self, a):
        """(T, d_model) -> (H, T, d_head)"""
        T = a.shape[0]
        return a.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

    def _unir(self, a):
        """(H, T, d_head) -> (T, d_model)"""
        T = a.shape[1]
        return a.transpose(1, 0, 2).reshape(T, self.d_model)

    def forward(self, x, mask=None):
        q = self._separar(x @ self.W_Q)
        k = self._separar(x @ self.W_K)
        v = self._separar(x @ self.W_V)
        scores = np.matmul(q, np.swapaxes(k, -1, -2)) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        attn = softmax(scores)
        salida = self._unir(np.matmul(attn, v))
        return np.matmul(x, self.W_O)
