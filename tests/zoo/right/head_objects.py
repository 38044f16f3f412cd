"""Una clase Head por cabeza, como un ModuleList de PyTorch pero en NumPy."""
import numpy as np


def softmax(z):
    z = np.exp(z - z.max(axis=1, keepdims=True))
    return z / z.sum(axis=1, keepdims=True)


def single_head_attention(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(Q.shape[1])
    if mask is not None:
        s = s + mask
    return softmax(s) @ V


class Head:
    """Mira sus columnas de las matrices grandes, sin copiarlas."""

    def __init__(self, padre, h):
        self.padre = padre
        self.cols = slice(h * padre.d_head, (h + 1) * padre.d_head)

    def __call__(self, x, mask):
        p = self.padre
        Q, K, V = x @ p.W_Q[:, self.cols], x @ p.W_K[:, self.cols], x @ p.W_V[:, self.cols]
        return single_head_attention(Q, K, V, mask)


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
        self.heads = [Head(self, h) for h in range(n_heads)]

    def forward(self, x, mask=None):
        return np.concatenate([head(x, mask) for head in self.heads], axis=1) @ self.W_O
