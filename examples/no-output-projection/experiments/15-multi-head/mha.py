import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

AQUI = Path(__file__).resolve().parent
sys.path.insert(0, str(AQUI.parent.parent / "src"))

from minimodel.attention.attention import MultiHeadAttention

frase = "<bos> I work , you work , he"
tokens = frase.split()
T = len(tokens)


def embedding(tokens, d):
    rng = np.random.default_rng(2026)
    vectores = {}
    for t in tokens:
        if t not in vectores:
            vectores[t] = rng.standard_normal(d)
    return np.array([vectores[t] for t in tokens])


if __name__ == "__main__":
    mha = MultiHeadAttention(64, 4, seed=0)
    y = mha.forward(embedding(tokens, 64))
    print("salida:", y.shape)

    fig, ejes = plt.subplots(2, 2, figsize=(9, 8))
    for h, ax in enumerate(ejes.ravel()):
        im = ax.imshow(mha.attn[h], cmap="viridis", vmin=0)
        ax.set_xticks(range(T), labels=tokens, rotation=90)
        ax.set_yticks(range(T), labels=tokens)
        ax.set_title(f"cabeza {h + 1}")
        fig.colorbar(im, ax=ax, fraction=0.046, pad=0.04)
    fig.tight_layout()
    fig.savefig(AQUI / "heatmap.png", dpi=90)
