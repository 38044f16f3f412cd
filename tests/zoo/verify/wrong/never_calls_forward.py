# expect: verify-can-fail: it never called `forward`
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention, single_head_attention

mha = MultiHeadAttention(4, 1, 42)
X = np.random.default_rng(0).normal(size=(5, 4))
a = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V)
b = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V)
assert np.allclose(a @ mha.W_O, b @ mha.W_O)
print("ok")
