# expect: verify-can-fail: nothing calls `test_equal`
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention, single_head_attention


def test_equal():
    mha = MultiHeadAttention(4, 1, 42)
    X = np.random.default_rng(0).normal(size=(5, 4))
    want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
    assert np.allclose(mha.forward(X), want)


print("ok")
