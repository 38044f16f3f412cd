# expect: reshape-order merge/heads-mean
import numpy as np

# T = tokens, H = cabezas, dh = d_head


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
    """Varias cabezas en paralelo, concatenadas y proyectadas con W_O."""

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
        """(T, d_model) -> (T, d_model); the mask is added to the scores."""
        T, d_model = x.shape
        shape = (T, self.n_heads, self.d_head)
        q = (x @ self.W_Q).reshape(shape)
        k = (x @ self.W_K).reshape(shape)
        v = (x @ self.W_V).reshape(shape)
        puntos = np.einsum("ihd,jhd->hij", q, k) / np.sqrt(self.d_head)
        if mask is not None:
            puntos = puntos + mask[None, :, :]
        weights = softmax(puntos)
        salidas = np.einsum("hij,jhd->ihd", weights, v)
        return salidas.mean(axis=1) @ self.W_O
