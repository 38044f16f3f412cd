# expect: mask mask/causal-when-none
import numpy as np


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
            scores = np.dot(Q_h, K_h.T) / np.sqrt(self.d_head)
            if mask is None:
                mask = np.triu(np.ones((T, T)), k=1) * -1e9
            scores += mask
            attn = softmax(scores)
            salida[:, ini:fin] = np.dot(attn, V_h)

        return np.dot(salida, self.W_O)
