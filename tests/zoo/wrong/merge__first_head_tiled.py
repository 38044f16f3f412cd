# expect: projections|reshape-order proj/first-slice-for-all-heads|merge/first-head-tiled
import numpy as np


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


def split_heads(x, n_heads):
    T, d = x.shape
    return x.reshape(T, n_heads, d // n_heads).transpose(1, 0, 2)


def merge_heads(x):
    return np.concatenate([x[0] for _ in x], axis=-1)


def scaled_dot_product(q, k, v, mask=None):
    d_k = q.shape[-1]
    similitud = q @ k.swapaxes(-2, -1) / np.sqrt(d_k)
    if mask is not None:
        similitud = similitud + mask
    probs = softmax(similitud)
    return probs @ v


class MultiHeadAttention:
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
        q = split_heads(x @ self.W_Q, self.n_heads)
        k = split_heads(x @ self.W_K, self.n_heads)
        v = split_heads(x @ self.W_V, self.n_heads)
        resultado = scaled_dot_product(q, k, v, mask)
        return merge_heads(resultado) @ self.W_O
