import numpy as np


def single_head_attention(Q, K, V):
    s = Q @ K.T / np.sqrt(Q.shape[-1])
    s = np.exp(s - s.max(axis=-1, keepdims=True))
    return s / s.sum(axis=-1, keepdims=True) @ V


def _masked_head(Q, K, V, mask):
    s = Q @ K.T / np.sqrt(Q.shape[-1]) + mask
    s = np.exp(s - s.max(axis=-1, keepdims=True))
    return s / s.sum(axis=-1, keepdims=True) @ V


_all_heads = np.vectorize(_masked_head, signature="(t,d),(t,d),(t,d),(t,t)->(t,d)")


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q, self.W_K, self.W_V, self.W_O = rng.standard_normal((4, d_model, d_model)) * d_model**-0.5

    def forward(self, x, mask=None):
        T = len(x)
        mask = np.zeros((T, T)) if mask is None else mask
        q, k, v = np.stack([x @ self.W_Q, x @ self.W_K, x @ self.W_V]).reshape(
            3, T, self.n_heads, self.d_head
        ).transpose(0, 2, 1, 3)
        return np.concatenate(list(_all_heads(q, k, v, mask)), axis=-1) @ self.W_O
