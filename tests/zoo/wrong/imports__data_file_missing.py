# expect: imports
import math

import numpy as np

PESOS = np.load("datos/pesos_iniciales.npy")


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale

    def _head(self, x, h, mask):
        cols = slice(h * self.d_head, (h + 1) * self.d_head)
        q = x @ self.W_Q[:, cols]
        k = x @ self.W_K[:, cols]
        v = x @ self.W_V[:, cols]
        logits = (q @ k.T) / math.sqrt(self.d_head)
        if mask is not None:
            logits = logits + mask
        pesos = softmax(logits)
        return pesos @ v

    def forward(self, x, mask=None):
        cabezas = [self._head(x, h, mask) for h in range(self.n_heads)]
        return np.hstack(cabezas) @ self.W_O
