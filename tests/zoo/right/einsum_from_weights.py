"""Todo con einsum: los pesos se ven como (d_model, H, d_head)."""
import numpy as np
from numpy import einsum


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        gen = np.random.default_rng(seed)
        for W in "QKVO":
            setattr(self, f"W_{W}", gen.standard_normal((d_model, d_model)) / np.sqrt(d_model))

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        d, H, e = self.d_model, self.n_heads, self.d_head
        q = einsum("td,dhe->hte", x, self.W_Q.reshape(d, H, e))
        k = einsum("td,dhe->hte", x, self.W_K.reshape(d, H, e))
        v = einsum("td,dhe->hte", x, self.W_V.reshape(d, H, e))
        s = einsum("hqe,hke->hqk", q, k) / np.sqrt(e) + (0 if mask is None else mask)
        p = np.exp(s - s.max(axis=2, keepdims=True))
        p /= einsum("hqk->hq", p)[:, :, None]
        return einsum("hqk,hke,hed->qd", p, v, self.W_O.reshape(H, e, d))
