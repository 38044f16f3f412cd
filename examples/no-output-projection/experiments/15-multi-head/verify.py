import sys
from pathlib import Path

import numpy as np

AQUI = Path(__file__).resolve().parent
sys.path.insert(0, str(AQUI.parent.parent / "src"))

from minimodel.attention.attention import MultiHeadAttention, single_head_attention

np.set_printoptions(precision=4, suppress=True)

mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(42).normal(size=(3, 4))

una = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V)
varias = mha.forward(X)

print("single-head:")
print(una)
print("multi-head con H = 1:")
print(varias)
dif = np.abs(una - varias).max()
print("diferencia maxima:", dif)
assert una.shape == varias.shape and dif < 1e-5
print("Coinciden")
