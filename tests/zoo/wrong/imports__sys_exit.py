# expect: imports
import sys

import numpy as np


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    d_k = Q.shape[-1]
    raw = Q @ K.T / np.sqrt(d_k)
    return softmax(raw) @ V


class MultiHeadAttention:
    """Self-attention with n_heads heads of d_model // n_heads features each."""

    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0, "d_model tiene que ser múltiplo de n_heads"
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.rng = np.random.default_rng(seed)
        # init de la Fase 10
        self.W_Q = self._init_pesos()
        self.W_K = self._init_pesos()
        self.W_V = self._init_pesos()
        self.W_O = self._init_pesos()

    def _init_pesos(self):
        forma = (self.d_model, self.d_model)
        return self.rng.standard_normal(forma).astype("float32") * self.d_model ** -0.5

    def forward(self, x, mask=None):
        """(T, d_model) -> (T, d_model); the mask is added to the scores."""
        T, d_model = x.shape
        shape = (T, self.n_heads, self.d_head)
        query = (x @ self.W_Q).reshape(shape)
        key = (x @ self.W_K).reshape(shape)
        value = (x @ self.W_V).reshape(shape)
        raw = np.einsum("ihd,jhd->hij", query, key) / np.sqrt(self.d_head)
        if mask is not None:
            raw = raw + mask[None, :, :]
        weights = softmax(raw)
        mixed = np.einsum("hij,jhd->ihd", weights, value)
        return mixed.reshape(T, d_model) @ self.W_O


def main():
    mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
    print(mha.forward(np.ones((2, 4))))
    return 0


sys.exit(main())
