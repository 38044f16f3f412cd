# expect: projections|agreement proj/v-from-wk|av/a-times-k
import numpy as np


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


class MultiHeadAttention:
    """Self-attention with n_heads heads of d_model // n_heads features each."""

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

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = np.dot(x, self.W_Q)
        K = np.dot(x, self.W_K)
        V = np.dot(x, self.W_V)
        salida = np.zeros((T, self.d_model))

        # una cabeza cada vez: más lento, pero se entiende
        for h in range(self.n_heads):
            ini = h * self.d_head
            fin = ini + self.d_head
            Q_h = Q[:, ini:fin]
            K_h = K[:, ini:fin]
            V_h = V[:, ini:fin]
            logits = np.dot(Q_h, K_h.T) / np.sqrt(self.d_head)
            if mask is not None:
                logits += mask
            atencion = softmax(logits)
            salida[:, ini:fin] = np.dot(atencion, K_h)

        return np.dot(salida, self.W_O)
