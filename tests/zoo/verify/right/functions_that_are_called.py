import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention, single_head_attention


def test_values():
    m = MultiHeadAttention(4, 1, seed=42)
    X = np.random.default_rng(1).normal(size=(6, 4))
    want = single_head_attention(X @ m.W_Q, X @ m.W_K, X @ m.W_V) @ m.W_O
    assert np.abs(m.forward(X) - want).max() < 1e-5


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        print(name, "ok")
