# expect: pure
import numpy as np

# T = tokens, H = cabezas, dh = d_head


def softmax(m, axis=-1):
    maximo = np.max(m, axis=axis, keepdims=True)
    exponenciales = np.exp(m - maximo)
    return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask=None) -> np.ndarray:
    """Scaled dot-product attention from lab 00. Q, K: (T, d_k), V: (T, d_v)."""
    logits = Q @ K.T * Q.shape[-1] ** -0.5
    if mask is not None:
        logits = logits + mask
    return softmax(logits, axis=-1) @ V


class MultiHeadAttention:
    """Multi-head attention, sin bias."""

    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0, "d_model tiene que ser múltiplo de n_heads"
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.rng = np.random.default_rng(seed)
        # init de la Fase 10
        self.W_Q = self._init_pesos()
        self.W_K = self._init_pesos()
        self.W_V = self._init_pesos()
        self.W_O = self._init_pesos()

    def _init_pesos(self):
        forma = (self.d_model, self.d_model)
        return self.rng.standard_normal(forma).astype("float32") * self.d_model ** -0.5

    def forward(self, x, mask=None):
        T, d = x.shape
        H, dh = self.n_heads, self.d_head
        k = (x @ self.W_K).reshape(T, H, dh).transpose(1, 0, 2)
        v = (x @ self.W_V).reshape(T, H, dh).transpose(1, 0, 2)

        self.W_Q *= 1.0 / np.sqrt(dh)
        q = (x @ self.W_Q).reshape(T, H, dh).transpose(1, 0, 2)
        S = np.einsum('hid,hjd->hij', q, k)
        if mask is not None:
            S = S + mask

        # softmax por filas
        S = S - S.max(axis=-1, keepdims=True)
        P = np.exp(S)
        P = P / P.sum(axis=-1, keepdims=True)

        O = np.einsum('hij,hjd->hid', P, v)
        Y = O.transpose(1, 0, 2).reshape(T, d)
        return Y @ self.W_O
