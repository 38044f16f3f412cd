# expect: verify-can-fail: ended as if all were well
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention, single_head_attention

mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
got = mha.forward(X)
assert got.shape == want.shape
print("misma forma")
