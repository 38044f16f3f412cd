"""Sin matmul: bucles sobre cabezas, queries y keys, para entender cada paso."""
import math

import numpy as np


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q = rng.standard_normal((d_model, d_model)) / math.sqrt(d_model)
        self.W_K = rng.standard_normal((d_model, d_model)) / math.sqrt(d_model)
        self.W_V = rng.standard_normal((d_model, d_model)) / math.sqrt(d_model)
        self.W_O = rng.standard_normal((d_model, d_model)) / math.sqrt(d_model)

    def forward(self, x, mask=None):
        T = x.shape[0]
        concat = np.zeros((T, self.d_model))
        for h in range(self.n_heads):
            a, b = h * self.d_head, (h + 1) * self.d_head
            q = [x[t] @ self.W_Q[:, a:b] for t in range(T)]
            k = [x[t] @ self.W_K[:, a:b] for t in range(T)]
            v = [x[t] @ self.W_V[:, a:b] for t in range(T)]
            for i in range(T):
                fila = []
                for j in range(T):
                    s = float(q[i] @ k[j]) / math.sqrt(self.d_head)
                    if mask is not None:
                        s += mask[i, j]
                    fila.append(s)
                mayor = max(fila)
                pesos = [math.exp(s - mayor) for s in fila]
                total = sum(pesos)
                for j in range(T):
                    concat[i, a:b] += pesos[j] / total * v[j]
        return np.array([fila @ self.W_O for fila in concat])
