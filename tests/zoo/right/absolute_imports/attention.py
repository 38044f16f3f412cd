"""Everything that later phases import from here."""
import numpy as np

import minimodel.attention.functional as F
from minimodel.attention.single_head import single_head_attention

__all__ = ["MultiHeadAttention", "single_head_attention"]


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q, self.W_K, self.W_V, self.W_O = (
            rng.standard_normal((d_model, d_model)) / np.sqrt(d_model) for _ in range(4)
        )

    def forward(self, x, mask=None):
        q = F.split_heads(x @ self.W_Q, self.n_heads)
        k = F.split_heads(x @ self.W_K, self.n_heads)
        v = F.split_heads(x @ self.W_V, self.n_heads)
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        return F.merge_heads(F.softmax(scores) @ v) @ self.W_O
