import numpy as np

from mha import MultiHeadAttention
from minimodel.attention.attention import single_head_attention

mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
got = mha.forward(X)
assert np.abs(got - want).max() < 1e-5
print("mha.py: ok")
