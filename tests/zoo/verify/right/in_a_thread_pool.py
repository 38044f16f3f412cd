import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from concurrent.futures import ThreadPoolExecutor

from minimodel.attention.attention import MultiHeadAttention, single_head_attention


def diff(seed):
    mha = MultiHeadAttention(4, 1, seed)
    X = np.random.default_rng(seed).normal(size=(4, 4))
    want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
    return np.abs(mha.forward(X) - want).max()


with ThreadPoolExecutor(2) as pool:
    worst = max(pool.map(diff, range(6)))
assert worst < 1e-5, worst
print("peor:", worst)
