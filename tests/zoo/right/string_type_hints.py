import numpy as np


def softmax(x: "np.ndarray") -> "np.ndarray":
    """Fila a fila."""
    e = np.exp(x - np.amax(x, axis=-1, keepdims=True))
    return np.divide(e, np.sum(e, axis=-1, keepdims=True))


class MultiHeadAttention:
    def __init__(self, d_model: "int", n_heads: "int", seed: "int" = 0) -> "None":
        assert d_model % n_heads == 0
        self.d_model: "int" = d_model
        self.n_heads: "int" = n_heads
        self.d_head: "int" = d_model // n_heads
        rng: "np.random.Generator" = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        self.W_Q: "np.ndarray" = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K: "np.ndarray" = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V: "np.ndarray" = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O: "np.ndarray" = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale

    def forward(self, x: "np.ndarray", mask: "NoSuchName | None" = None) -> "MultiHeadAttention.Salida":
        Q = np.array_split(x @ self.W_Q, self.n_heads, axis=1)
        K = np.array_split(x @ self.W_K, self.n_heads, axis=1)
        V = np.array_split(x @ self.W_V, self.n_heads, axis=1)
        bias = np.zeros((x.shape[0], x.shape[0])) if mask is None else mask
        out = [softmax(q.dot(k.T) / np.sqrt(self.d_head) + bias).dot(v) for q, k, v in zip(Q, K, V)]
        return np.column_stack(out).dot(self.W_O)
