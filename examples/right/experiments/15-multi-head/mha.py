"""Bloque C: a qué atiende cada una de las cuatro cabezas -> heatmap.png

    python experiments/15-multi-head/mha.py
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from minimodel.attention.attention import MultiHeadAttention

TOKENS = "<bos> I work , you work , he".split()
D_MODEL = 64
N_HEADS = 4
PICTURE = Path(__file__).resolve().parent / "heatmap.png"


def embed(tokens: list[str]) -> np.ndarray:
    """Un vector aleatorio fijo por cada token distinto: (T, D_MODEL)."""
    # No es la semilla de la clase, que sacaría los mismos números que W_Q.
    rng = np.random.default_rng(14)
    table = {token: rng.standard_normal(D_MODEL) for token in dict.fromkeys(tokens)}
    return np.stack([table[token] for token in tokens])


def attention_of_heads(mha: MultiHeadAttention, x: np.ndarray) -> np.ndarray:
    """Ejecuta el forward y devuelve la atención de cada cabeza: (N_HEADS, T, T)."""
    mha.forward(x)
    return mha.attention


def draw_head(axes: plt.Axes, attention: np.ndarray, title: str, top: float):
    """Un heatmap (T, T): queries en vertical, claves en horizontal."""
    image = axes.imshow(attention, cmap="viridis", vmin=0, vmax=top)
    axes.set_xticks(range(len(TOKENS)), TOKENS, rotation=90)
    axes.set_yticks(range(len(TOKENS)), TOKENS)
    axes.set_xlabel("key")
    axes.set_ylabel("query")
    axes.set_title(title)
    return image


def main() -> None:
    mha = MultiHeadAttention(d_model=D_MODEL, n_heads=N_HEADS, seed=0)
    attention = attention_of_heads(mha, embed(TOKENS))

    figure, grid = plt.subplots(2, 2, figsize=(9, 8), layout="constrained")
    for h, axes in enumerate(grid.flat):
        # La misma escala en los cuatro paneles, para poder compararlos.
        image = draw_head(axes, attention[h], f"cabeza {h}", top=attention.max())
    figure.colorbar(image, ax=grid, label="probabilidad de atención", shrink=0.7)
    figure.suptitle("Atención con pesos aleatorios (d_model = 64, n_heads = 4, seed = 0)")
    figure.savefig(PICTURE, dpi=100)

    # Cuánto se parecen las dos cabezas más parecidas.
    pairs = [(a, b) for a in range(N_HEADS) for b in range(a)]
    nearest = min(np.abs(attention[a] - attention[b]).max() for a, b in pairs)
    print(f"{PICTURE.name}: entre dos cabezas cualesquiera, alguna probabilidad difiere en {nearest:.2f} o más")


if __name__ == "__main__":
    main()
