# expect: mask mask/after-softmax-zeroed
import numpy as np

# T = tokens, H = cabezas, dh = d_head


def softmax(a, axis=-1):
    """Numerically stable softmax along `axis`."""
    shifted = a - np.max(a, axis=axis, keepdims=True)
    num = np.exp(shifted)
    den = np.sum(num, axis=axis, keepdims=True)
    return num / den


def single_head_attention(Q, K, V):
    d_k = Q.shape[-1]
    logits = Q @ K.T / np.sqrt(d_k)
    return softmax(logits) @ V


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

    def _separar(self, a):
        """(T, d_model) -> (H, T, d_head)"""
        T = a.shape[0]
        return a.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

    def _unir(self, a):
        """(H, T, d_head) -> (T, d_model)"""
        T = a.shape[1]
        return a.transpose(1, 0, 2).reshape(T, self.d_model)

    def forward(self, x, mask=None):
        q = self._separar(x @ self.W_Q)
        k = self._separar(x @ self.W_K)
        v = self._separar(x @ self.W_V)
        scores = np.matmul(q, np.swapaxes(k, -1, -2)) / np.sqrt(self.d_head)
        attn = softmax(scores)
        if mask is not None:
            attn = np.where(mask < 0, 0.0, attn)  # los tokens tapados no cuentan
        salida = self._unir(np.matmul(attn, v))
        return np.matmul(salida, self.W_O)
