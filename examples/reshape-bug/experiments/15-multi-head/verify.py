"""H = 1 must be the same as single head + W_O."""
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))
from minimodel.attention import MultiHeadAttention, single_head_attention

X = np.random.default_rng(1).standard_normal((5, 4))
mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)

single = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
multi = mha.forward(X)

print("shapes:", single.shape, multi.shape)
assert single.shape == multi.shape
max_diff = np.max(np.abs(single - multi))
print("max diff:", max_diff)
assert max_diff < 1e-5
print("all good")
