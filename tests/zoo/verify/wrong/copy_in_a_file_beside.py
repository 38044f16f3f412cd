# expect: verify-can-fail: copia.py holds a class MultiHeadAttention of its own
import numpy as np

from copia import MultiHeadAttention, single_head_attention

mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
got = mha.forward(X)
assert np.allclose(got, want)
print("ok")
