"""Block C: what each of the four heads attends to on a fixed input -> heatmap.png

Bloque C: a qué atiende cada una de las cuatro cabezas con una entrada fija -> heatmap.png

    python experiments/15-multi-head/mha.py
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")  # draws to a file, opens no window · dibuja en un archivo, sin ventana
import matplotlib.pyplot as plt
import numpy as np

# So that `minimodel` is found from any folder · Para encontrar `minimodel` desde cualquier carpeta
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from minimodel.attention.attention import MultiHeadAttention

TOKENS = "<bos> I work , you work , he".split()
D_MODEL = 64
N_HEADS = 4
PICTURE = Path(__file__).resolve().parent / "heatmap.png"


def embed(tokens: list[str]) -> np.ndarray:
    """One fixed random vector for each distinct token: (T, D_MODEL).

    If you have your tokenisation and embedding of phase 14, you may use them here instead.
    Si tienes tu tokenización y tu embedding de la fase 14, puedes usarlos aquí en su lugar.
    """
    # Not the seed of the class, which would draw the same numbers as W_Q.
    # No es la semilla de la clase, que sacaría los mismos números que W_Q.
    rng = np.random.default_rng(14)
    table = {token: rng.standard_normal(D_MODEL) for token in dict.fromkeys(tokens)}
    return np.stack([table[token] for token in tokens])


def attention_of_heads(mha: MultiHeadAttention, x: np.ndarray) -> np.ndarray:
    """Run the forward, give the attention of each head: (N_HEADS, T, T)."""
    # TODO: run the forward on x and return what your class kept of it (see BLUEPRINT.md)
    #       ejecuta el forward sobre x y devuelve lo que tu clase guardó (mira BLUEPRINT.md)
    raise NotImplementedError("attention_of_heads")


def draw_head(axes: plt.Axes, attention: np.ndarray, title: str) -> None:
    """Draw one (T, T) heatmap: queries down, keys across.

    Dibuja un heatmap (T, T): queries en vertical, claves en horizontal.
    """
    # TODO: the probabilities as colours (viridis), the tokens on both axes, the title
    #       las probabilidades como color (viridis), los tokens en los dos ejes, el título
    raise NotImplementedError("draw_head")


def main() -> None:
    mha = MultiHeadAttention(d_model=D_MODEL, n_heads=N_HEADS, seed=0)
    attention = attention_of_heads(mha, embed(TOKENS))

    figure, grid = plt.subplots(2, 2, figsize=(9, 8), layout="constrained")
    for h, axes in enumerate(grid.flat):
        draw_head(axes, attention[h], f"head {h}")
    figure.savefig(PICTURE, dpi=100)
    print(f"{PICTURE.name}: {N_HEADS} heads, {len(TOKENS)} tokens")


if __name__ == "__main__":
    main()
