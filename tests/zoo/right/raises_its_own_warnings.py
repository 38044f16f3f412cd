import warnings

import numpy as np

warnings.simplefilter("always")


def softmax(x):
    warnings.warn("softmax(x) se llamará softmax_estable(x)", DeprecationWarning, stacklevel=2)
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_K = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_V = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_O = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

    def forward(self, x, mask=None):
        if x.shape[0] == 1:
            warnings.warn("con un solo token la atención es 1", UserWarning)
        T, d = x.shape
        q, k, v = (np.reshape(x @ W, (T, self.n_heads, self.d_head)) for W in (self.W_Q, self.W_K, self.W_V))
        s = np.einsum("ahd,bhd->hab", q, k) / np.sqrt(self.d_head)
        if mask is not None:
            s = s + mask
        return np.einsum("hab,bhd->ahd", softmax(s), v).reshape(T, d) @ self.W_O
