# expect: shape
import numpy as np

# T = tokens, H = cabezas, dh = d_head


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    d_k = Q.shape[-1]
    similitud = Q @ K.T / np.sqrt(d_k)
    return softmax(similitud) @ V


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        if d_model % n_heads:
            raise ValueError("d_model % n_heads != 0")
        self.d_model = int(d_model)
        self.n_heads = int(n_heads)
        self.d_head = self.d_model // self.n_heads
        rng = np.random.default_rng(seed)
        std = d_model ** -0.5
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, std * rng.standard_normal((d_model, d_model)))

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = x @ self.W_Q
        K = x @ self.W_K
        V = x @ self.W_V
        Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
        # TODO: K, V, scores, softmax...
        raise NotImplementedError
