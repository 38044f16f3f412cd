# expect: shape
"""My solution for phase 15, lab 01. Shapes are written next to every step."""
import numpy as np


def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


class MultiHeadAttention:
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

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        raise NotImplementedError("TODO: bloque A")
