from functools import partial, partialmethod

import numpy as np


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        new = partial(np.random.default_rng(seed).normal, 0.0, d_model**-0.5, (d_model, d_model))
        self.W_Q, self.W_K, self.W_V, self.W_O = new(), new(), new(), new()

    def _run(self, x, mask=None, *, want):
        T = x.shape[0]
        q, k, v = ((x @ W).reshape(T, self.n_heads, self.d_head) for W in (self.W_Q, self.W_K, self.W_V))
        s = np.einsum("qhd,khd->hqk", q, k, optimize=True) / np.sqrt(self.d_head)
        if mask is not None:
            s = s + mask
        s = np.exp(s - s.max(axis=-1, keepdims=True))
        a = s / s.sum(axis=-1, keepdims=True)
        if want == "attention":
            return a
        return np.einsum("hqk,khd->qhd", a, v, optimize=True).reshape(T, self.d_model) @ self.W_O

    forward = partialmethod(_run, want="output")
    attention_maps = partialmethod(_run, want="attention")
