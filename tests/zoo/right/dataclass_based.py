from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass
class MultiHeadAttention:
    d_model: int
    n_heads: int
    seed: int = 0
    d_head: int = field(init=False)
    W_Q: np.ndarray = field(init=False, repr=False)
    W_K: np.ndarray = field(init=False, repr=False)
    W_V: np.ndarray = field(init=False, repr=False)
    W_O: np.ndarray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.d_head, resto = divmod(self.d_model, self.n_heads)
        if resto:
            raise ValueError("d_model % n_heads != 0")
        rng = np.random.default_rng(self.seed)
        shape = (self.d_model, self.d_model)
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, rng.standard_normal(shape) * self.d_model**-0.5)

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        Q, K, V = (
            (x @ W).reshape(len(x), self.n_heads, self.d_head).swapaxes(0, 1)
            for W in (self.W_Q, self.W_K, self.W_V)
        )
        scores = Q @ K.swapaxes(-1, -2) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        attn = scores / scores.sum(-1, keepdims=True)
        return (attn @ V).swapaxes(0, 1).reshape(len(x), self.d_model) @ self.W_O
