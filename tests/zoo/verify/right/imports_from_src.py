"""PyCharm puts the root of the project on the path."""

import numpy as np

from src.minimodel.attention.attention import MultiHeadAttention, single_head_attention

mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
expected = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
diff = np.abs(mha.forward(X) - expected).max()
print(f"max_diff = {diff:.2e}")
assert diff < 1e-5
