"""Block B: with one head, the class agrees with single-head attention followed by W_O.

Bloque B: con una cabeza, la clase coincide con single-head attention seguida de W_O.

    python experiments/15-multi-head/verify.py > experiments/15-multi-head/verify_output.txt
"""

import sys
from pathlib import Path

import numpy as np

# So that `minimodel` is found from any folder · Para encontrar `minimodel` desde cualquier carpeta
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from minimodel.attention.attention import MultiHeadAttention, single_head_attention

TOLERANCE = 1e-5


def by_hand(mha: MultiHeadAttention, x: np.ndarray) -> np.ndarray:
    """The same (T, d_model) without forward · Lo mismo, (T, d_model), sin usar forward."""
    # TODO: single_head_attention with the weights of mha, then what block B asks for
    #       single_head_attention con los pesos de mha y, después, lo que pide el bloque B
    raise NotImplementedError("by_hand")


def main() -> None:
    mha = MultiHeadAttention(d_model=4, n_heads=1, seed=42)
    x = np.random.default_rng(0).standard_normal((8, 4))

    expected = by_hand(mha, x)
    got = mha.forward(x)

    # TODO: compare the two shapes, then print the largest absolute difference and use assert
    #       compara las dos formas; después imprime la mayor diferencia absoluta y usa assert
    # TODO: make sure it can fail: break forward on purpose, run this, and put it back
    #       asegúrate de que puede fallar: rompe forward a propósito, ejecuta esto y deshazlo
    raise NotImplementedError("main")


if __name__ == "__main__":
    main()
