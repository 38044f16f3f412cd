"""Multi-head attention with a logger instead of print."""
import logging

import numpy as np

log = logging.getLogger(__name__)
logging.basicConfig(level=logging.DEBUG, format="%(name)s %(message)s")


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        if d_model % n_heads:
            log.error("d_model=%d, n_heads=%d", d_model, n_heads)
            raise ValueError("n_heads does not divide d_model")
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        std = d_model**-0.5
        self.W_Q = std * rng.standard_normal((d_model, d_model))
        self.W_K = std * rng.standard_normal((d_model, d_model))
        self.W_V = std * rng.standard_normal((d_model, d_model))
        self.W_O = std * rng.standard_normal((d_model, d_model))
        log.info("created %s", self)

    def forward(self, x, mask=None):
        log.debug("forward: x %s, mask %s", x.shape, None if mask is None else mask.shape)
        T = len(x)
        heads = np.zeros((T, self.n_heads, self.d_head))
        for h, (W_Q, W_K, W_V) in enumerate(
            zip(
                np.hsplit(self.W_Q, self.n_heads),
                np.hsplit(self.W_K, self.n_heads),
                np.hsplit(self.W_V, self.n_heads),
            )
        ):
            s = (x @ W_Q) @ (x @ W_K).T / np.sqrt(self.d_head)
            if mask is not None:
                s = s + mask
            s = np.exp(s - s.max(axis=1, keepdims=True))
            heads[:, h] = (s / s.sum(axis=1, keepdims=True)) @ (x @ W_V)
            log.debug("head %d done", h)
        return heads.reshape(T, self.d_model) @ self.W_O
