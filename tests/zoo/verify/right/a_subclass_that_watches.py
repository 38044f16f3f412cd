import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention, single_head_attention


class Watched(MultiHeadAttention):
    calls = 0

    def forward(self, x, mask=None):
        Watched.calls += 1
        return super().forward(x, mask=mask)


mha = Watched(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
assert np.abs(mha.forward(X) - want).max() < 1e-5 and Watched.calls == 1
print("ok")
