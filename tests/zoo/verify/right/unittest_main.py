import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
import unittest

from minimodel.attention.attention import MultiHeadAttention, single_head_attention


class TestOneHead(unittest.TestCase):
    def setUp(self):
        self.mha = MultiHeadAttention(4, 1, seed=42)
        self.X = np.random.default_rng(1).normal(size=(6, 4))

    def want(self):
        m, X = self.mha, self.X
        return single_head_attention(X @ m.W_Q, X @ m.W_K, X @ m.W_V) @ m.W_O

    def test_shape(self):
        self.assertEqual(self.mha.forward(self.X).shape, self.X.shape)

    def test_values(self):
        self.assertLess(np.abs(self.mha.forward(self.X) - self.want()).max(), 1e-5)


if __name__ == "__main__":
    unittest.main(verbosity=2)
