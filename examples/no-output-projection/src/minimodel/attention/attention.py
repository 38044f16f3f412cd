"""Lab 00 y lab 01: atención de una y de varias cabezas."""

import numpy as np


def softmax(s):
    e = np.exp(s - np.max(s, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def single_head_attention(q, k, v, mask=None):
    scores = q @ k.T / np.sqrt(k.shape[1])
    if mask is not None:
        scores = scores + mask
    return softmax(scores) @ v


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        if d_model % n_heads:
            raise ValueError("d_model tiene que ser múltiplo de n_heads")
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        s = 1 / np.sqrt(d_model)
        self.W_Q = rng.normal(0, s, (d_model, d_model))
        self.W_K = rng.normal(0, s, (d_model, d_model))
        self.W_V = rng.normal(0, s, (d_model, d_model))
        self.W_O = rng.normal(0, s, (d_model, d_model))

    def forward(self, x, mask=None):
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V
        self.attn = []
        salidas = []
        for h in range(self.n_heads):
            # columnas que le tocan a la cabeza h
            c = slice(h * self.d_head, (h + 1) * self.d_head)
            scores = Q[:, c] @ K[:, c].T / np.sqrt(self.d_head)
            if mask is not None:
                scores = scores + mask
            attn_h = softmax(scores)
            self.attn.append(attn_h)
            salidas.append(attn_h @ V[:, c])
        # concatenar las cabezas
        return np.concatenate(salidas, axis=1)
