"""Un forward largo, paso a paso y sin ayudas."""
import numpy as np


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)) * scale
        self.W_K = rng.standard_normal((d_model, d_model)) * scale
        self.W_V = rng.standard_normal((d_model, d_model)) * scale
        self.W_O = rng.standard_normal((d_model, d_model)) * scale

    def forward(self, x, mask=None):
        # tamaños
        T = x.shape[0]
        d_model = x.shape[1]
        H = self.n_heads
        d_head = self.d_head
        assert d_model == self.d_model

        # proyecciones
        Q = np.matmul(x, self.W_Q)
        K = np.matmul(x, self.W_K)
        V = np.matmul(x, self.W_V)
        assert Q.shape == (T, d_model)
        assert K.shape == (T, d_model)
        assert V.shape == (T, d_model)

        # separar cabezas
        Q = Q.reshape(T, H, d_head)
        K = K.reshape(T, H, d_head)
        V = V.reshape(T, H, d_head)
        Q = Q.transpose(1, 0, 2)
        K = K.transpose(1, 0, 2)
        V = V.transpose(1, 0, 2)
        assert Q.shape == (H, T, d_head)
        assert K.shape == (H, T, d_head)
        assert V.shape == (H, T, d_head)

        # puntuaciones
        K_t = K.transpose(0, 2, 1)
        scores = np.matmul(Q, K_t)
        raiz = np.sqrt(d_head)
        scores = scores / raiz
        assert scores.shape == (H, T, T)

        # máscara
        if mask is not None:
            assert mask.shape == (T, T)
            scores = scores + mask

        # softmax
        maximos = scores.max(axis=2)
        maximos = maximos.reshape(H, T, 1)
        scores = scores - maximos
        exps = np.exp(scores)
        sumas = exps.sum(axis=2)
        sumas = sumas.reshape(H, T, 1)
        attn = exps / sumas
        assert attn.shape == (H, T, T)

        # media ponderada
        out = np.matmul(attn, V)
        assert out.shape == (H, T, d_head)

        # unir cabezas
        out = out.transpose(1, 0, 2)
        out = out.reshape(T, d_model)

        # proyección de salida
        y = np.matmul(out, self.W_O)
        assert y.shape == (T, d_model)
        return y
