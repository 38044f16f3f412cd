# expect: softmax softmax/base-2
import numpy as np

# T = tokens, H = cabezas, dh = d_head


def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    """Lab 00: atención de una sola cabeza, Q, K y V ya proyectadas."""
    S = np.dot(Q, K.T)
    S = S / np.sqrt(Q.shape[1])
    A = softmax(S)
    return np.dot(A, V)


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

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
        T, d = x.shape
        H, dh = self.n_heads, self.d_head
        q = (x @ self.W_Q).reshape(T, H, dh).transpose(1, 0, 2)
        k = (x @ self.W_K).reshape(T, H, dh).transpose(1, 0, 2)
        v = (x @ self.W_V).reshape(T, H, dh).transpose(1, 0, 2)

        escala = 1.0 / np.sqrt(dh)
        S = np.einsum('hid,hjd->hij', q, k) * escala
        if mask is not None:
            S = S + mask

        # softmax por filas
        S = S - S.max(axis=-1, keepdims=True)
        P = 2.0 ** S
        P = P / P.sum(axis=-1, keepdims=True)

        O = np.einsum('hij,hjd->hid', P, v)
        Y = O.transpose(1, 0, 2).reshape(T, d)
        return Y @ self.W_O
