"""Bloque B: con una cabeza, la clase coincide con single-head attention seguida de W_O.

    python experiments/15-multi-head/verify.py > experiments/15-multi-head/verify_output.txt
"""

import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from minimodel.attention.attention import MultiHeadAttention, single_head_attention

TOLERANCE = 1e-5


def by_hand(mha: MultiHeadAttention, x: np.ndarray) -> np.ndarray:
    """Lo mismo sin usar forward: (T, d_model)."""
    return single_head_attention(x @ mha.W_Q, x @ mha.W_K, x @ mha.W_V) @ mha.W_O


def main() -> None:
    mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
    x = np.random.default_rng(0).standard_normal((8, 4))

    expected = by_hand(mha, x)
    got = mha.forward(x)

    # Sin esta línea, el broadcasting podría comparar formas distintas sin avisar.
    assert got.shape == expected.shape == x.shape, (got.shape, expected.shape)
    max_diff = np.abs(got - expected).max()
    print(f"forma: {got.shape}")
    print(f"max_diff = {max_diff:.3e} (tolerancia {TOLERANCE:.0e})")
    assert max_diff < TOLERANCE, "H = 1 no coincide con single-head"
    print("OK: H = 1 coincide con single-head seguida de W_O")


if __name__ == "__main__":
    main()
