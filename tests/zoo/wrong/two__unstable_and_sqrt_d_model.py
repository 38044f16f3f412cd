# expect: softmax+scores scale/sqrt-d-model says: exp does when it is given the scores as they are: it overflows
import numpy as np


def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def single_head_attention(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(Q.shape[-1])) @ V


class Base:
    def scale(self, d_model):
        return 1 / np.sqrt(d_model)

    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        s = self.scale(d_model)
        self.W_Q, self.W_K, self.W_V, self.W_O = (
            rng.standard_normal((d_model, d_model)) * s for _ in range(4)
        )

    def split(self, a):
        return a.reshape(len(a), self.n_heads, self.d_head).transpose(1, 0, 2)

    def softmax(self, s):
        return softmax(s)

    def scores(self, Q, K, mask):
        s = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        return s if mask is None else s + mask

    def forward(self, x, mask=None):
        Q, K, V = self.split(x @ self.W_Q), self.split(x @ self.W_K), self.split(x @ self.W_V)
        out = self.softmax(self.scores(Q, K, mask)) @ V
        return out.transpose(1, 0, 2).reshape(len(x), -1) @ self.W_O


class MultiHeadAttention(Base):
    def softmax(self, s):
        e = np.exp(s)
        return e / e.sum(axis=-1, keepdims=True)

    def scores(self, Q, K, mask):
        s = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_model)
        return s if mask is None else s + mask
