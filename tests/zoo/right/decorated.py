"""forward con decoradores propios: comprueba las formas y mide el tiempo."""
import functools
import time

import numpy as np


def comprueba_formas(metodo):
    @functools.wraps(metodo)
    def envuelto(self, x, mask=None):
        assert x.ndim == 2 and x.shape[1] == self.d_model, f"forma inesperada {x.shape}"
        y = metodo(self, x, mask)
        assert y.shape == x.shape
        return y

    return envuelto


def cronometra(metodo):
    def envuelto(self, *args, **kwargs):
        t0 = time.perf_counter()
        y = metodo(self, *args, **kwargs)
        self.segundos = time.perf_counter() - t0
        return y

    return envuelto


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_K = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_V = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_O = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

    @cronometra
    @comprueba_formas
    def forward(self, x, mask=None):
        T, H, dh = len(x), self.n_heads, self.d_head
        q = (x @ self.W_Q).reshape(T, H, dh)
        k = (x @ self.W_K).reshape(T, H, dh)
        v = (x @ self.W_V).reshape(T, H, dh)
        S = np.einsum("ihd,jhd->ijh", q, k) / np.sqrt(dh)  # las cabezas, al final
        if mask is not None:
            S = S + mask[:, :, None]
        E = np.exp(S - S.max(axis=1, keepdims=True))
        A = E / E.sum(axis=1, keepdims=True)
        return np.einsum("ijh,jhd->ihd", A, v).reshape(T, H * dh) @ self.W_O
