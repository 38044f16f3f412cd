"""La clase la crea una función; forward cierra sobre el softmax elegido."""
import numpy as np


def softmax_estable(x):
    x = x - x.max(axis=-1, keepdims=True)
    return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)


def crear_clase(activacion, dtype):
    class _MHA:
        def __init__(self, d_model, n_heads, seed=0):
            assert d_model % n_heads == 0
            self.d_model = d_model
            self.n_heads = n_heads
            self.d_head = d_model // n_heads
            rng = np.random.default_rng(seed)
            escala = 1.0 / np.sqrt(d_model)
            self.W_Q = (rng.standard_normal((d_model, d_model)) * escala).astype(dtype)
            self.W_K = (rng.standard_normal((d_model, d_model)) * escala).astype(dtype)
            self.W_V = (rng.standard_normal((d_model, d_model)) * escala).astype(dtype)
            self.W_O = (rng.standard_normal((d_model, d_model)) * escala).astype(dtype)

        def forward(self, x, mask=None):
            trozo = lambda A, h: A[:, h * self.d_head : (h + 1) * self.d_head]
            Q, K, V = x @ self.W_Q, x @ self.W_K, x @ self.W_V
            cabezas = []
            for h in range(self.n_heads):
                s = trozo(Q, h) @ trozo(K, h).T / np.sqrt(self.d_head)
                cabezas.append(activacion(s if mask is None else s + mask) @ trozo(V, h))
            return np.hstack(cabezas) @ self.W_O

    _MHA.__name__ = _MHA.__qualname__ = "MultiHeadAttention"
    return _MHA


MultiHeadAttention = crear_clase(softmax_estable, np.float64)
