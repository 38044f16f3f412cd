import numpy as np


def softmax(z, axis=-1):
    z = z - z.max(axis=axis, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    d_k = Q.shape[1]
    A = softmax(Q @ K.T / np.sqrt(d_k))
    return A @ V


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0, "n_heads must divide d_model"
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q, self.W_K, self.W_V, self.W_O = (
            rng.standard_normal((d_model, d_model)) / np.sqrt(d_model) for _ in range(4)
        )

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        return self._forward(x, mask)[0]

    def attention_weights(self, x, mask=None):
        """(n_heads, T, T), for the heatmaps."""
        return self._forward(x, mask)[1]

    def _forward(self, x, mask):
        T, H, d_head = x.shape[0], self.n_heads, self.d_head
        # (T, d_model) -> (n_heads, T, d_head)
        Q, K, V = (
            (x @ W).reshape(T, d_head, H).transpose(2, 0, 1)
            for W in (self.W_Q, self.W_K, self.W_V)
        )
        scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head)
        if mask is not None:
            scores = scores + mask
        attn = softmax(scores)
        out = np.einsum("hqk,hkd->hqd", attn, V)
        out = out.transpose(1, 0, 2).reshape(T, self.d_model)
        return out @ self.W_O, attn
