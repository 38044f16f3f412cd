import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention


def una_cabeza(Q, K, V):
    out = np.zeros_like(V)
    for i in range(len(Q)):
        s = np.array([Q[i] @ K[j] / np.sqrt(Q.shape[1]) for j in range(len(K))])
        a = np.exp(s - s.max())
        out[i] = (a / a.sum()) @ V
    return out


mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
esperado = una_cabeza(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
diferencia = np.linalg.norm(esperado - mha.forward(X))
print("diferencia", diferencia)
assert diferencia < 1e-5
