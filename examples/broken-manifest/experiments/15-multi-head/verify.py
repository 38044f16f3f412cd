import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

import numpy as np

from minimodel.attention import MultiHeadAttention, single_head_attention


def max_difference(T, seed):
    m = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
    X = np.random.default_rng(seed).normal(size=(T, 4))
    Q, K, V = X @ m.W_Q, X @ m.W_K, X @ m.W_V
    want = single_head_attention(Q, K, V) @ m.W_O
    got = m.forward(X)
    assert got.shape == want.shape, f"{got.shape} is not {want.shape}"
    return float(np.abs(got - want).max())


if __name__ == "__main__":
    worst = 0.0
    for T in (1, 2, 8):
        diff = max_difference(T, seed=T)
        print(f"T={T}: max diff {diff:.2e}")
        worst = max(worst, diff)
    assert worst < 1e-5, worst
    print(f"H=1 matches single-head attention, max diff {worst:.2e}")
