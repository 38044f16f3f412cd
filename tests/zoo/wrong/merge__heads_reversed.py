# expect: reshape-order merge/heads-reversed
"""Mini-GPT, fase 15.

Todo son matrices (T, d_model); no hay eje de batch.
"""

import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


class MultiHeadAttention:
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
            raw = np.dot(Q_h, K_h.T) / np.sqrt(self.d_head)
            if mask is not None:
                raw += mask
            w = softmax(raw)
            salida[:, self.d_model - fin:self.d_model - ini] = np.dot(w, V_h)

        return np.dot(salida, self.W_O)
