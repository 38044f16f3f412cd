# expect: projections proj/one-small-matrix-shared
# Lab 01: multi-head attention
# solo NumPy, sin PyTorch

import numpy as np


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    sim = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        sim = sim + mask
    return softmax(sim, axis=-1) @ V


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        if d_model % n_heads:
            raise ValueError("d_model % n_heads != 0")
        self.d_model = int(d_model)
        self.n_heads = int(n_heads)
        self.d_head = self.d_model // self.n_heads
        rng = np.random.default_rng(seed)
        std = d_model ** -0.5
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, std * rng.standard_normal((d_model, d_model)))

    def forward(self, x, mask=None):
        T = x.shape[0]
        dh = self.d_head
        salida = np.zeros((T, self.d_model))

        # una cabeza cada vez: más lento, pero se entiende
        for h in range(self.n_heads):
            ini = h * self.d_head
            fin = ini + self.d_head
            x_h = x[:, ini:fin]
            Q_h = np.dot(x_h, self.W_Q[:dh, :dh])
            K_h = np.dot(x_h, self.W_K[:dh, :dh])
            V_h = np.dot(x_h, self.W_V[:dh, :dh])
            S = np.dot(Q_h, K_h.T) / np.sqrt(self.d_head)
            if mask is not None:
                S += mask
            A = softmax(S)
            salida[:, ini:fin] = np.dot(A, V_h)

        return np.dot(salida, self.W_O)
