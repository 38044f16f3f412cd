from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def single_head_attention(Q: NDArray, K: NDArray, V: NDArray, mask: NDArray | None = None) -> NDArray:
    return attention_weights(Q, K, mask) @ V


def attention_weights(Q: NDArray, K: NDArray, mask: NDArray | None = None) -> NDArray:
    """softmax(Q K^T / sqrt(d_k) + mask); works for (T, d) and for (H, T, d)."""
    S = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    if mask is not None:
        S = S + mask
    S = np.exp(S - S.max(-1, keepdims=True))
    return S / S.sum(-1, keepdims=True)


class MultiHeadAttention:
    """Multi-head self-attention over (T, d_model). No biases."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            W = rng.standard_normal((d_model, d_model)).astype(np.float32)
            setattr(self, name, W / np.float32(np.sqrt(d_model)))

    def heads(self, x: NDArray, mask: NDArray | None = None) -> tuple[NDArray, NDArray]:
        """Outputs (H, T, d_head) and attention (H, T, T) of every head."""
        Q, K, V = [
            (x @ W).reshape(-1, self.n_heads, self.d_head).swapaxes(0, 1)
            for W in (self.W_Q, self.W_K, self.W_V)
        ]
        A = attention_weights(Q, K, mask)
        return A @ V, A

    def forward(self, x: NDArray, mask: NDArray | None = None) -> NDArray:
        out, _ = self.heads(x, mask)
        return out.swapaxes(0, 1).reshape(x.shape) @ self.W_O

    __call__ = forward
