# expect: output-projection out/elementwise
"""Fase 15 - multi-head attention en NumPy."""
import numpy as np


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax estable: se resta el máximo antes de exponenciar."""
    z = z - np.max(z, axis=axis, keepdims=True)
    exp_z = np.exp(z)
    return exp_z / np.sum(exp_z, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
    d_k = Q.shape[-1]
    puntos = Q @ K.T / np.sqrt(d_k)
    return softmax(puntos) @ V


class MultiHeadAttention:
    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        assert d_model % n_heads == 0, "d_model must be divisible by n_heads"
        self.d_model, self.n_heads = d_model, n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)

        def init():
            return rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)

        self.W_Q, self.W_K, self.W_V, self.W_O = init(), init(), init(), init()

    def forward(self, x, mask=None):
        T = x.shape[0]
        Q = np.dot(x, self.W_Q)
        K = np.dot(x, self.W_K)
        V = np.dot(x, self.W_V)
        salida = np.zeros((T, self.d_model))

        # una cabeza cada vez: más lento, pero se entiende
        for h in range(self.n_heads):
            ini = h * self.d_head
            fin = ini + self.d_head
            Q_h = Q[:, ini:fin]
            K_h = K[:, ini:fin]
            V_h = V[:, ini:fin]
            puntos = np.dot(Q_h, K_h.T) / np.sqrt(self.d_head)
            if mask is not None:
                puntos += mask
            pesos = softmax(puntos)
            salida[:, ini:fin] = np.dot(pesos, V_h)

        return salida * self.W_O
