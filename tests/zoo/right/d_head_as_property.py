import numpy as np
from functools import cached_property


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self._dims = (d_model, n_heads)
        self._rng = np.random.default_rng(seed)
        self.W_Q = self._draw()
        self.W_K = self._draw()
        self.W_V = self._draw()
        self.W_O = self._draw()

    @property
    def d_model(self):
        return self._dims[0]

    @property
    def n_heads(self):
        return self._dims[1]

    @property
    def d_head(self):
        return self.d_model // self.n_heads

    @cached_property
    def _scale(self):
        return 1 / np.sqrt(self.d_head)

    def _draw(self):
        return self._rng.standard_normal((self.d_model, self.d_model)) / np.sqrt(self.d_model)

    def forward(self, x, mask=None):
        Q, K, V = [np.stack(np.hsplit(x @ W, self.n_heads)) for W in (self.W_Q, self.W_K, self.W_V)]
        S = (Q @ K.transpose(0, 2, 1)) * self._scale
        if mask is not None:
            S = S + mask
        S = S - S.max(axis=2, keepdims=True)
        A = np.exp(S) / np.exp(S).sum(axis=2, keepdims=True)
        return np.hstack(list(A @ V)) @ self.W_O
