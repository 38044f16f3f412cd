"""Four attention patterns, random weights. Writes heatmap.png next to this file."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "src"))

import numpy as np
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt

from minimodel.attention import MultiHeadAttention

WORDS = "<bos> I work , you work , he".split()
LABELS = [f"{i}:{w}" for i, w in enumerate(WORDS)]


def features(words, d_model=64):
    ids = np.unique(words, return_inverse=True)[1]
    return np.random.default_rng(5).normal(size=(ids.max() + 1, d_model))[ids]


def plot(attn, path):
    fig, axs = plt.subplots(2, 2, figsize=(7.5, 7.5), sharex=True, sharey=True)
    for i, (ax, a) in enumerate(zip(axs.flat, attn)):
        ax.imshow(a, cmap="viridis", vmin=0, vmax=attn.max())
        ax.set(title=f"head {i}", xticks=range(len(LABELS)), yticks=range(len(LABELS)))
        ax.set_xticklabels(LABELS, rotation=90)
        ax.set_yticklabels(LABELS)
    fig.supxlabel("attended token")
    fig.supylabel("attending token")
    fig.tight_layout()
    fig.savefig(path, dpi=110)


def main():
    mha = MultiHeadAttention(d_model=64, n_heads=4, seed=0)
    _, attn = mha.heads(features(WORDS))
    assert attn.shape == (4, 8, 8)
    assert np.allclose(attn.sum(-1), 1)
    plot(attn, HERE / "heatmap.png")


if __name__ == "__main__":
    main()
