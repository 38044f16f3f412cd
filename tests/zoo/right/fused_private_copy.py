"""Multi-head attention with one fused projection, built once in the constructor."""
import numpy as np


def softmax(x):
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        if d_model % n_heads:
            raise ValueError("n_heads must divide d_model")
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        W = [rng.normal(0, d_model**-0.5, (d_model, d_model)) for _ in range(4)]
        self.W_Q, self.W_K, self.W_V, self.W_O = W
        # one product is faster than three
        self._W = np.concatenate(W[:3], axis=1)
        self._out = W[3].copy()

    def forward(self, x, mask=None):
        q, k, v = np.split(x @ self._W, 3, axis=1)
        heads = []
        for qh, kh, vh in zip(*(np.split(a, self.n_heads, axis=1) for a in (q, k, v))):
            scores = qh @ kh.T * self.d_head**-0.5
            heads.append(softmax(scores if mask is None else scores + mask) @ vh)
        return np.hstack(heads) @ self._out
