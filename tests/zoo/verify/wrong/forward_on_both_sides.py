# expect: verify-can-fail: both sides come from forward
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention

a = MultiHeadAttention(4, 1, 42)
b = MultiHeadAttention(4, 1, 42)
X = np.random.default_rng(0).normal(size=(5, 4))
want = a.forward(X)
got = b.forward(X)
assert np.allclose(want, got)
print("ok")
