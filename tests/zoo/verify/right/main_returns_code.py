import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention, single_head_attention


def main():
    mha = MultiHeadAttention(4, 1, 42)
    rng = np.random.default_rng(3)
    for T in (1, 2, 5):
        X = rng.normal(size=(T, 4))
        want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
        diff = np.abs(mha.forward(X) - want).max()
        print(f"T={T} diff={diff:.3e}")
        if not diff < 1e-5:
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
