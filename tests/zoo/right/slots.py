import numpy as np


class MultiHeadAttention:
    """No instance dictionary: only what is listed here."""

    __slots__ = ("W_K", "W_O", "W_Q", "W_V", "d_head", "d_model", "n_heads")

    def __init__(self, d_model, n_heads, seed=0):
        assert not d_model % n_heads
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        draw = lambda: rng.standard_normal((d_model, d_model)).astype("f4") * float(d_model) ** -0.5
        self.W_Q = draw()
        self.W_K = draw()
        self.W_V = draw()
        self.W_O = draw()

    def forward(self, x, mask=None):
        out = np.empty((len(x), self.d_model))
        for i in range(0, self.d_model, self.d_head):
            j = i + self.d_head
            a = (x @ self.W_Q[:, i:j]) @ (x @ self.W_K[:, i:j]).T / self.d_head**0.5
            if mask is not None:
                a = a + mask
            a = np.exp(a - a.max(axis=1)[:, None])
            a = a / a.sum(axis=1)[:, None]
            out[:, i:j] = a @ (x @ self.W_V[:, i:j])
        return out @ self.W_O
