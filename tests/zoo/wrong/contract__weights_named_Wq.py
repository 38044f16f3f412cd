# expect: weights
"""Fase 15 - multi-head attention en NumPy."""
import numpy as np


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


class MultiHeadAttention:
    """Self-attention with n_heads heads of d_model // n_heads features each."""

    def __init__(self, d_model, n_heads, seed=0):
        if d_model % n_heads != 0:
            raise ValueError(f"d_model={d_model} no es divisible por n_heads={n_heads}")
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads

        rng = np.random.default_rng(seed)
        escala = 1 / np.sqrt(d_model)
        self.Wq = rng.normal(0.0, escala, size=(d_model, d_model))
        self.Wk = rng.normal(0.0, escala, size=(d_model, d_model))
        self.Wv = rng.normal(0.0, escala, size=(d_model, d_model))
        self.Wo = rng.normal(0.0, escala, size=(d_model, d_model))

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = np.dot(x, self.Wq)
        K = np.dot(x, self.Wk)
        V = np.dot(x, self.Wv)
        salida = np.zeros((T, self.d_model))

        # una cabeza cada vez: más lento, pero se entiende
        for h in range(self.n_heads):
            ini = h * self.d_head
            fin = ini + self.d_head
            Q_h = Q[:, ini:fin]
            K_h = K[:, ini:fin]
            V_h = V[:, ini:fin]
            scores = np.dot(Q_h, K_h.T) / np.sqrt(self.d_head)
            if mask is not None:
                scores += mask
            attn = softmax(scores)
            salida[:, ini:fin] = np.dot(attn, V_h)

        return np.dot(salida, self.Wo)
