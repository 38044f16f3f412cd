from numpy import *
from numpy.random import default_rng


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = default_rng(seed)
        self.W_Q = rng.standard_normal((d_model, d_model)) / sqrt(d_model)
        self.W_K = rng.standard_normal((d_model, d_model)) / sqrt(d_model)
        self.W_V = rng.standard_normal((d_model, d_model)) / sqrt(d_model)
        self.W_O = rng.standard_normal((d_model, d_model)) / sqrt(d_model)

    def forward(self, x, mask=None):
        Q, K, V = dot(x, self.W_Q), dot(x, self.W_K), dot(x, self.W_V)
        y = zeros((len(x), self.d_model))
        for h in range(self.n_heads):
            c = arange(h * self.d_head, (h + 1) * self.d_head)
            s = dot(Q[:, c], K[:, c].T) / sqrt(self.d_head)
            if mask is not None:
                s = s + mask
            e = exp(s - s.max(axis=1).reshape(-1, 1))
            y[:, c] = dot(e / e.sum(axis=1).reshape(-1, 1), V[:, c])
        return dot(y, self.W_O)
