"""W_Q, W_K, W_V y W_O son las matrices de cuatro capas Linear propias (sin bias)."""
import numpy as np


class Linear:
    def __init__(self, n_in, n_out, rng):
        self.weight = rng.standard_normal((n_in, n_out)) / np.sqrt(n_in)
        self.bias = None

    def forward(self, x):
        return x @ self.weight


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        self.q_proj = Linear(d_model, d_model, rng)
        self.k_proj = Linear(d_model, d_model, rng)
        self.v_proj = Linear(d_model, d_model, rng)
        self.o_proj = Linear(d_model, d_model, rng)
        self.W_Q = self.q_proj.weight
        self.W_K = self.k_proj.weight
        self.W_V = self.v_proj.weight
        self.W_O = self.o_proj.weight

    def forward(self, x, mask=None):
        T = x.shape[0]
        forma = (T, self.n_heads, self.d_head)
        q = self.q_proj.forward(x).reshape(forma).transpose(1, 0, 2)
        k = self.k_proj.forward(x).reshape(forma).transpose(1, 0, 2)
        v = self.v_proj.forward(x).reshape(forma).transpose(1, 0, 2)
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        scores = scores - scores.max(axis=-1, keepdims=True)
        attn = np.exp(scores)
        attn = attn / attn.sum(axis=-1, keepdims=True)
        return self.o_proj.forward((attn @ v).transpose(1, 0, 2).reshape(T, self.d_model))
