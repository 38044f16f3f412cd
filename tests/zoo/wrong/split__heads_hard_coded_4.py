# expect: reshape-order split/heads-hard-coded-4
"""My solution for phase 15, lab 01. Shapes are written next to every step."""
import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    """Lab 00: atención de una sola cabeza, Q, K y V ya proyectadas."""
    S = np.dot(Q, K.T)
    S = S / np.sqrt(Q.shape[1])
    A = softmax(S)
    return np.dot(A, V)


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0, "d_model must be divisible by n_heads"
        self.d_model, self.n_heads = d_model, n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)

        def init():
            return rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

        self.W_Q, self.W_K, self.W_V, self.W_O = init(), init(), init(), init()

    def forward(self, x, mask=None):
        T = x.shape[0]
        num_heads = 4
        d_k = self.d_model // num_heads
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V

        # (T, d_model) -> (T, 4, d_k) -> (4, T, d_k)
        Q = Q.reshape(T, num_heads, d_k).transpose(1, 0, 2)
        K = K.reshape(T, num_heads, d_k).transpose(1, 0, 2)
        V = V.reshape(T, num_heads, d_k).transpose(1, 0, 2)

        puntos = Q @ K.transpose(0, 2, 1) / np.sqrt(d_k)
        if mask is not None:
            puntos = puntos + mask
        pesos = softmax(puntos, axis=-1)
        salidas = pesos @ V

        # (n_heads, T, d_head) -> (T, d_model)
        salidas = salidas.transpose(1, 0, 2).reshape(T, self.d_model)
        return salidas @ self.W_O
