import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention import attention

m = attention.MultiHeadAttention(4, 1, 42)
X = np.random.default_rng(7).normal(size=(3, 4))
want = attention.single_head_attention(X @ m.W_Q, X @ m.W_K, X @ m.W_V) @ m.W_O
assert np.abs(m.forward(x=X) - want).max() < 1e-5
print("paquete: ok")
