# expect: mask mask/multiplied
"""Fase 15 - multi-head attention en NumPy."""
import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        if d_model % n_heads != 0:
            raise ValueError(f"d_model={d_model} no es divisible por n_heads={n_heads}")
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads

        rng = np.random.default_rng(seed)
        escala = 1 / np.sqrt(d_model)
        self.W_Q = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_K = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_V = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_O = rng.normal(0.0, escala, size=(d_model, d_model))

    def forward(self, x, mask=None):
        """(T, d_model) -> (T, d_model); the mask is added to the scores."""
        T, d_model = x.shape
        shape = (T, self.n_heads, self.d_head)
        q = (x @ self.W_Q).reshape(shape)
        k = (x @ self.W_K).reshape(shape)
        v = (x @ self.W_V).reshape(shape)
        puntos = np.einsum("ihd,jhd->hij", q, k) / np.sqrt(self.d_head)
        if mask is not None:
            puntos = puntos * mask[None, :, :]
        weights = softmax(puntos)
        salidas = np.einsum("hij,jhd->ihd", weights, v)
        return salidas.reshape(T, d_model) @ self.W_O
