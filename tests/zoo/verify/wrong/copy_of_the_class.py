# expect: verify-can-fail: a class MultiHeadAttention of its own
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import single_head_attention


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        r, s = np.random.default_rng(seed), d_model**-0.5
        self.W_Q, self.W_K, self.W_V, self.W_O = (r.normal(size=(d_model, d_model)) * s for _ in range(4))

    def forward(self, x):
        return single_head_attention(x @ self.W_Q, x @ self.W_K, x @ self.W_V) @ self.W_O


mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
got = mha.forward(X)
assert np.allclose(got, want)
print("ok")
