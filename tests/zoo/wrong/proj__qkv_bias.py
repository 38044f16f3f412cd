# expect: no-bias proj/qkv-bias
import numpy as np


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


class MultiHeadAttention:
    """Self-attention with n_heads heads of d_model // n_heads features each."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        # sesgos distintos de cero para ver que se suman
        self.b_Q = np.linspace(0.1, 1.0, d_model)
        self.b_K = np.linspace(0.1, 1.0, d_model)
        self.b_V = np.linspace(0.1, 1.0, d_model)

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = x @ self.W_Q + self.b_Q
        K = x @ self.W_K + self.b_K
        V = x @ self.W_V + self.b_V

        # (T, d_model) -> (T, n_heads, d_head) -> (n_heads, T, d_head)
        Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        K = K.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        raw = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            raw = raw + mask
        w = softmax(raw, axis=-1)
        mixed = w @ V

        # (n_heads, T, d_head) -> (T, d_model)
        mixed = mixed.transpose(1, 0, 2).reshape(T, self.d_model)
        return mixed @ self.W_O
