# expect: verify-can-fail: nothing calls `TestEqual`
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
import unittest

from minimodel.attention.attention import MultiHeadAttention, single_head_attention


class TestEqual(unittest.TestCase):
    def test_equal(self):
        mha = MultiHeadAttention(4, 1, 42)
        X = np.random.default_rng(0).normal(size=(5, 4))
        want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
        self.assertTrue(np.allclose(mha.forward(X), want))


print("OK")
