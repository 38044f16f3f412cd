import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
import unittest

from minimodel.attention.attention import MultiHeadAttention, single_head_attention


class Igual(unittest.TestCase):
    def test_igual(self):
        m = MultiHeadAttention(4, 1, seed=42)
        X = np.random.default_rng(1).normal(size=(6, 4))
        want = single_head_attention(X @ m.W_Q, X @ m.W_K, X @ m.W_V) @ m.W_O
        np.testing.assert_allclose(m.forward(X), want, atol=1e-5)


suite = unittest.defaultTestLoader.loadTestsFromTestCase(Igual)
result = unittest.TextTestRunner(stream=sys.stdout).run(suite)
sys.exit(not result.wasSuccessful())
