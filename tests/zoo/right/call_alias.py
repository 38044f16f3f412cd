import numpy as np


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        if d_model % n_heads != 0:
            raise AssertionError("d_model % n_heads")
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        r = np.random.default_rng(seed)
        self.W_Q, self.W_K, self.W_V, self.W_O = (
            r.standard_normal((d_model, d_model)) / d_model**0.5 for _ in range(4)
        )

    def __call__(self, x, mask=None):
        T = x.shape[0]
        split = lambda W: np.moveaxis((x @ W).reshape(T, self.n_heads, self.d_head), 1, 0)
        q, k, v = split(self.W_Q), split(self.W_K), split(self.W_V)
        s = q @ np.moveaxis(k, -1, -2) / self.d_head**0.5
        s = s if mask is None else s + mask
        a = np.exp(s - s.max(-1, keepdims=True))
        a /= a.sum(-1, keepdims=True)
        return np.moveaxis(a @ v, 0, 1).reshape(T, -1) @ self.W_O

    forward = __call__
