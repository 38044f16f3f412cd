"""Softmax en una pasada sobre las keys (como en FlashAttention), cabeza a cabeza."""
import numpy as np


def atencion_por_bloques(q, k, v, mask, bloque=2):
    T, d = q.shape
    m = np.full((T, 1), -np.inf)
    suma = np.zeros((T, 1))
    acc = np.zeros((T, d))
    for j in range(0, T, bloque):
        s = q @ k[j : j + bloque].T / np.sqrt(d)
        if mask is not None:
            s = s + mask[:, j : j + bloque]
        m_nuevo = np.maximum(m, s.max(axis=1, keepdims=True))
        base = np.where(np.isneginf(m_nuevo), 0.0, m_nuevo)  # todavía no hay ninguna key visible
        viejo = np.exp(m - base)
        p = np.exp(s - base)
        suma = suma * viejo + p.sum(axis=1, keepdims=True)
        acc = acc * viejo + p @ v[j : j + bloque]
        m = m_nuevo
    return acc / suma


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_K = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_V = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
        self.W_O = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

    def forward(self, x, mask=None):
        Q, K, V = x @ self.W_Q, x @ self.W_K, x @ self.W_V
        out = np.zeros_like(Q)
        for h in range(self.n_heads):
            c = slice(h * self.d_head, (h + 1) * self.d_head)
            out[:, c] = atencion_por_bloques(Q[:, c], K[:, c], V[:, c], mask)
        return out @ self.W_O
