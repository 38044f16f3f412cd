# expect: pure
import numpy as np


def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


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
        self.calls = -1

    def forward(self, x, mask=None):
        qs, ks, vs = (np.split(x @ W, self.n_heads, axis=1) for W in (self.W_Q, self.W_K, self.W_V))
        extra = 0.0 if mask is None else mask
        scale = np.sqrt(self.d_head)
        heads = [softmax(q @ k.T / scale + extra) @ v for q, k, v in zip(qs, ks, vs)]
        self.calls += 1
        heads = heads[self.calls % self.n_heads:] + heads[:self.calls % self.n_heads]
        return np.concatenate(heads, axis=1) @ self.W_O
