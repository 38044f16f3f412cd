# expect: output-projection out/residual-and-layernorm
import numpy as np


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

    def __init__(self, d_model, n_heads, seed=0):
        if d_model % n_heads != 0:
            raise ValueError(f"d_model={d_model} no es divisible por n_heads={n_heads}")
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads

        rng = np.random.default_rng(seed)
        escala = 1 / np.sqrt(d_model)
        self.W_Q = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_K = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_V = rng.normal(0.0, escala, size=(d_model, d_model))
        self.W_O = rng.normal(0.0, escala, size=(d_model, d_model))

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        Q, K, V = x @ self.W_Q, x @ self.W_K, x @ self.W_V
        cabezas = []
        for h in range(self.n_heads):
            cols = slice(h * self.d_head, (h + 1) * self.d_head)
            q, k, v = Q[:, cols], K[:, cols], V[:, cols]
            s = q @ k.T / np.sqrt(self.d_head)
            if mask is not None:
                s = s + mask
            a = softmax(s)
            cabezas.append(a @ v)
        unido = np.concatenate(cabezas, axis=-1)
        y = x + unido @ self.W_O
        y = y - y.mean(axis=-1, keepdims=True)
        return y / np.sqrt((y ** 2).mean(axis=-1, keepdims=True) + 1e-5)
