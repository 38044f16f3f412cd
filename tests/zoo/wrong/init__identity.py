# expect: init
import numpy as np

# T = tokens, H = cabezas, dh = d_head


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


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.W_Q = np.eye(d_model)
        self.W_K = np.eye(d_model)
        self.W_V = np.eye(d_model)
        self.W_O = np.eye(d_model)

    def forward(self, x, mask=None):
        """(T, d_model) -> (T, d_model); the mask is added to the scores."""
        T, d_model = x.shape
        shape = (T, self.n_heads, self.d_head)
        query = (x @ self.W_Q).reshape(shape)
        key = (x @ self.W_K).reshape(shape)
        value = (x @ self.W_V).reshape(shape)
        raw = np.einsum("ihd,jhd->hij", query, key) / np.sqrt(self.d_head)
        if mask is not None:
            raw = raw + mask[None, :, :]
        weights = softmax(raw)
        mixed = np.einsum("hij,jhd->ihd", weights, value)
        return mixed.reshape(T, d_model) @ self.W_O
