"""Python moderno: match, walrus, NamedTuple."""
from typing import NamedTuple

import numpy as np


class Pesos(NamedTuple):
    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    O: np.ndarray


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        match divmod(d_model, n_heads):
            case (d_head, 0):
                self.d_head = d_head
            case (_, resto):
                raise ValueError(f"sobran {resto} columnas")
        self.d_model, self.n_heads = d_model, n_heads
        rng = np.random.default_rng(seed)
        self.pesos = Pesos(*(rng.standard_normal((d_model, d_model)) / np.sqrt(d_model) for _ in Pesos._fields))

    W_Q = property(lambda self: self.pesos.Q)
    W_K = property(lambda self: self.pesos.K)
    W_V = property(lambda self: self.pesos.V)
    W_O = property(lambda self: self.pesos.O)

    def forward(self, x, mask=None):
        T = len(x)
        q, k, v = ((x @ W).reshape(T, self.n_heads, self.d_head).swapaxes(0, 1) for W in self.pesos[:3])
        s = q @ k.swapaxes(1, 2) / np.sqrt(self.d_head)
        match mask:
            case None:
                pass
            case _:
                s = s + mask
        total = (e := np.exp(s - s.max(-1, keepdims=True))).sum(-1, keepdims=True)
        return ((e / total) @ v).swapaxes(0, 1).reshape(T, self.d_model) @ self.W_O
