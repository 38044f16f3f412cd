import numpy as np


def single_head_attention(Q, K, V, mask=None):
    S = Q @ K.T / np.sqrt(Q.shape[1]) + (mask if mask is not None else 0)
    E = np.exp(S - S.max(1, keepdims=True))
    return E @ V / E.sum(1, keepdims=True)  # dividir al final es lo mismo


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q, self.W_K, self.W_V, self.W_O = (
            rng.standard_normal((d_model, d_model)).astype(np.float32) / np.sqrt(d_model)
            for _ in range(4)
        )

    def _heads(self, x):
        for h in range(self.n_heads):
            c = slice(h * self.d_head, (h + 1) * self.d_head)
            yield x @ self.W_Q[:, c], x @ self.W_K[:, c], x @ self.W_V[:, c]

    def forward(self, x, mask=None):
        outs = (single_head_attention(q, k, v, mask) for q, k, v in self._heads(x))
        return np.concatenate(tuple(outs), axis=1) @ self.W_O
