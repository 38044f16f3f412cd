import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
os.chdir(ROOT)
sys.path.insert(0, "src")
import numpy as np

from minimodel.attention.attention import MultiHeadAttention, single_head_attention

mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
got = mha.forward(X)
assert "numpy" in (ROOT / "requirements.txt").read_text()
assert np.allclose(got, want)
print("numpy ok")
