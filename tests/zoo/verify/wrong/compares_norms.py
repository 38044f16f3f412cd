# expect: verify-can-fail: compares sums, norms or some of the elements
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention, single_head_attention

mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
expected = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
got = mha.forward(X)
diff = abs(np.linalg.norm(got) - np.linalg.norm(expected))
print(f"diff = {diff:.2e}")
assert diff < 1e-5
