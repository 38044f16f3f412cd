# expect: mask mask/first-head-only
"""My solution for phase 15, lab 01. Shapes are written next to every step."""
import numpy as np


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


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

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V

        # (T, d_model) -> (T, n_heads, d_head) -> (n_heads, T, d_head)
        Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        K = K.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        raw = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            raw[0] = raw[0] + mask
        w = softmax(raw, axis=-1)
        mixed = w @ V

        # (n_heads, T, d_head) -> (T, d_model)
        mixed = mixed.transpose(1, 0, 2).reshape(T, self.d_model)
        return mixed @ self.W_O
