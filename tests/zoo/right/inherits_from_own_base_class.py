"""Module y Linear propios, al estilo de las fases anteriores."""
import numpy as np


class Module:
    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def forward(self, *args, **kwargs):
        raise NotImplementedError

    def parameters(self):
        return [v for v in vars(self).values() if isinstance(v, np.ndarray)]


class BaseAttention(Module):
    def attend(self, q, k, v, mask=None):
        scores = np.matmul(q, k.swapaxes(-1, -2)) / np.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores + mask
        scores = scores - scores.max(axis=-1, keepdims=True)
        w = np.exp(scores)
        return np.matmul(w / w.sum(axis=-1, keepdims=True), v)


class MultiHeadAttention(BaseAttention):
    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        super().__init__()
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

    def forward(self, x, mask=None):
        T = x.shape[0]

        def cabezas(a):
            return a.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

        y = self.attend(cabezas(x @ self.W_Q), cabezas(x @ self.W_K), cabezas(x @ self.W_V), mask)
        return y.transpose(1, 0, 2).reshape(T, self.d_model) @ self.W_O
