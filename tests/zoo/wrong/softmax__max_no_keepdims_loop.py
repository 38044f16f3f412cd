# expect: softmax softmax/max-no-keepdims-loop
import numpy as np

# T = tokens, H = cabezas, dh = d_head


def softmax(x):
    x = x - x.max(axis=-1)
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


def single_head_attention(Q, K, V):
    S = np.dot(Q, K.T) / np.sqrt(Q.shape[-1])
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return np.dot(E / E.sum(axis=-1, keepdims=True), V)


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
        Q = np.dot(x, self.W_Q)
        K = np.dot(x, self.W_K)
        V = np.dot(x, self.W_V)
        res = np.zeros((T, self.d_model))

        # una cabeza cada vez: más lento, pero se entiende
        for h in range(self.n_heads):
            ini = h * self.d_head
            fin = ini + self.d_head
            Q_h = Q[:, ini:fin]
            K_h = K[:, ini:fin]
            V_h = V[:, ini:fin]
            similitud = np.dot(Q_h, K_h.T) / np.sqrt(self.d_head)
            if mask is not None:
                similitud += mask
            probs = softmax(similitud)
            res[:, ini:fin] = np.dot(probs, V_h)

        return np.dot(res, self.W_O)
