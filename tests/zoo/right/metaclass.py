import numpy as np


class Registro(type):
    """Apunta todas las capas y exige que tengan forward."""

    capas = {}

    def __new__(mcs, nombre, bases, espacio, **kw):
        if "forward" not in espacio:
            raise TypeError(f"{nombre} no tiene forward")
        cls = super().__new__(mcs, nombre, bases, espacio, **kw)
        mcs.capas[nombre] = cls
        return cls


class MultiHeadAttention(metaclass=Registro):
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads = d_model, n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q, self.W_K, self.W_V, self.W_O = (
            rng.standard_normal((d_model, d_model)) / np.sqrt(d_model) for _ in "QKVO"
        )

    def forward(self, x, mask=None):
        T = x.shape[0]
        q, k, v = (
            (x @ W).reshape((T, self.n_heads, self.d_head)).transpose((1, 0, 2))
            for W in (self.W_Q, self.W_K, self.W_V)
        )
        s = np.tensordot(q, k, axes=([2], [2]))  # (H, T, H, T): también entre cabezas distintas
        s = s[np.arange(self.n_heads), :, np.arange(self.n_heads), :] / np.sqrt(self.d_head)
        if mask is not None:
            s = s + mask
        a = np.exp(s - s.max(axis=-1, keepdims=True))
        a = a / a.sum(axis=-1, keepdims=True)
        return np.einsum("hij,hjd->ihd", a, v).reshape(T, self.d_model) @ self.W_O
