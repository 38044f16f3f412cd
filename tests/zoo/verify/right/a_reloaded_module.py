import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
import importlib

import minimodel.attention.attention as attention

attention = importlib.reload(attention)
mha = attention.MultiHeadAttention(4, 1, 42)
X = np.random.default_rng(0).standard_normal((8, 4))
want = attention.single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
assert np.abs(mha.forward(X) - want).max() < 1e-5
print("ok")
