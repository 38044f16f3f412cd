import importlib.util
from pathlib import Path

import numpy as np

file = Path(__file__).resolve().parents[2] / "src/minimodel/attention/attention.py"
spec = importlib.util.spec_from_file_location("my_attention", file)
attention = importlib.util.module_from_spec(spec)
spec.loader.exec_module(attention)
single_head_attention = attention.single_head_attention

mha = attention.MultiHeadAttention(d_model=4, n_heads=1, seed=42)
X = np.random.default_rng(0).standard_normal((8, 4))
want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
assert np.abs(mha.forward(X) - want).max() < 1e-5
print("ok")
