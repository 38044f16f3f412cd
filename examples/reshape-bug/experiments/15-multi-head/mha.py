"""Draws heatmap.png, one panel per head."""
import sys
from pathlib import Path

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))
from minimodel.attention import MultiHeadAttention

tokens = ["<bos>", "I", "work", ",", "you", "work", ",", "he"]

# one row of E per word of the vocabulary
vocab = sorted(set(tokens))
E = np.random.default_rng(123).standard_normal((len(vocab), 64))
X = E[[vocab.index(t) for t in tokens]]

mha = MultiHeadAttention(d_model=64, n_heads=4, seed=0)
A = mha.attention_weights(X)

fig, axs = plt.subplots(2, 2, figsize=(8, 8))
for h in range(4):
    ax = axs[h // 2, h % 2]
    ax.imshow(A[h], cmap="viridis")
    ax.set_xticks(np.arange(8))
    ax.set_xticklabels(tokens, rotation=90)
    ax.set_yticks(np.arange(8))
    ax.set_yticklabels(tokens)
    ax.set_title(f"Head {h + 1}")
fig.tight_layout()
fig.savefig(Path(__file__).resolve().parent / "heatmap.png", dpi=100)
