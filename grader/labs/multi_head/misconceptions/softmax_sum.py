"""Mistakes in the maximum and the sum of the softmax: lost axes, lost stability.

``e / e.sum(-1)`` on one head's (T, T) array divides column j by the sum of row j; written for
all heads at once that is ``e / e.sum(-1)[:, None, :]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_SOFTMAX
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

HINT_KEPT_AXIS = Text(
    en="Print the shape of the sum and of the maximum. Does the axis that was summed remain, so "
    "that each row meets its own number?",
    es="Imprime la forma de la suma y del máximo. ¿Se conserva el eje reducido, de modo que cada "
    "fila se encuentre con su propio número?",
)
WHY_SILENT = Text(
    en="NumPy lines up shapes from the right, so a vector of T row results is laid along the "
    "columns, without an error because the matrix is square.",
    es="NumPy alinea las formas por la derecha, así que un vector con T resultados de filas se "
    "reparte por columnas, sin error alguno porque la matriz es cuadrada.",
)
WHY_OVERFLOW = Text(
    en="Large scores are ordinary once weights are trained. One NaN spreads to every token "
    "through the layers above.",
    es="Los scores grandes son normales en cuanto se entrenan los pesos. Un solo NaN se extiende "
    "a todos los tokens por las capas siguientes.",
)


@misconception(
    "softmax/sum-no-keepdims-loop",
    says=Text(
        en="Column j is divided by the sum of row j, because the sum over the last axis lost that "
        "axis.",
        es="Divides la columna j por la suma de la fila j, porque la suma sobre el último eje "
        "perdió ese eje.",
    ),
    why=WHY_SILENT,
    hint=HINT_KEPT_AXIS,
    source=THEORY_SOFTMAX,
)
class _SumNoKeepdimsLoop(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        e = _exp(scores)
        out: Array = e / e.sum(axis=-1)[..., None, :]
        return out


@misconception(
    "softmax/max-no-keepdims-loop",
    says=Text(
        en="The maximum of row j is subtracted from column j, because the maximum over the last "
        "axis lost that axis.",
        es="Restas el máximo de la fila j a la columna j, porque el máximo sobre el último eje "
        "perdió ese eje.",
    ),
    why=WHY_SILENT
    + Text(
        en=" A different number per column does not cancel in the softmax.",
        es=" Un número distinto por columna no se cancela en el softmax.",
    ),
    hint=HINT_KEPT_AXIS,
    source=THEORY_SOFTMAX,
)
class _MaxNoKeepdimsLoop(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        exps = np.exp(scores - scores.max(axis=-1)[..., None, :])
        weights: Array = exps / exps.sum(axis=-1, keepdims=True)
        return weights


@misconception(
    "softmax/sum-no-keepdims-batched",
    says=Text(
        en="The sum over the last axis lost that axis: dividing (n_heads, T, T) by (n_heads, T) "
        "raises, except where the sizes happen to fit.",
        es="La suma sobre el último eje perdió ese eje: dividir (n_heads, T, T) por (n_heads, T) "
        "da error, salvo donde los tamaños encajan por casualidad.",
    ),
    why=Text(
        en="NumPy lines up shapes from the right. Where T equals n_heads, or with one head, it "
        "even runs, and divides by the wrong sums.",
        es="NumPy alinea las formas por la derecha. Si T es igual a n_heads, o con una sola "
        "cabeza, incluso funciona, pero divide por sumas equivocadas.",
    ),
    hint=HINT_KEPT_AXIS,
    source=THEORY_SOFTMAX,
)
class _SumNoKeepdimsBatched(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        e = _exp(scores)
        out: Array = e / e.sum(axis=-1)
        return out


@misconception(
    "softmax/global-max-sum-axis0",
    says=Text(
        en="The sum of the softmax runs over axis 0 of each head's matrix, the queries, so each "
        "column sums to 1 instead of each row.",
        es="La suma del softmax va sobre el eje 0 de la matriz de cada cabeza, las queries, así "
        "que suma 1 cada columna en lugar de cada fila.",
    ),
    why=Text(
        en="Each query must share out its own attention over the keys; here the keys share "
        "themselves out over the queries.",
        es="Cada query debe repartir su propia atención entre las claves; aquí son las claves las "
        "que se reparten entre las queries.",
    ),
    hint=Text(
        en="A softmax for a single vector does not carry over to a matrix as it stands: for each "
        "reduction, ask which axis counts the keys.",
        es="Un softmax para un solo vector no sirve tal cual para una matriz: en cada reducción, "
        "pregúntate qué eje cuenta las claves.",
    ),
    source=THEORY_SOFTMAX,
)
class _GlobalMaxSumAxis0(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        e = np.exp(scores - scores.max(axis=(-1, -2), keepdims=True))
        out: Array = e / e.sum(axis=-2, keepdims=True)
        return out


@misconception(
    "softmax/unstable",
    says=Text(
        en="exp is taken of the scores as they are, so large scores overflow and give NaN (above "
        "709 in float64, 88 in float32).",
        es="Calculas exp de los scores tal cual, así que los scores grandes desbordan y dan NaN "
        "(por encima de 709 en float64, 88 en float32).",
    ),
    why=WHY_OVERFLOW,
    hint=Text(
        en="Adding one constant to a whole row does not change a softmax. Which constant would "
        "keep exp from overflowing?",
        es="Sumar una constante a toda una fila no cambia el softmax. ¿Qué constante evitaría "
        "que exp se desbordara?",
    ),
    source=THEORY_SOFTMAX,
)
class _Unstable(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        e = np.exp(scores)
        out: Array = e / e.sum(axis=-1, keepdims=True)
        return out


@misconception(
    "softmax/global-max",
    says=Text(
        en="One maximum is subtracted from the whole array, so a row that lies far below it "
        "becomes 0 / 0, NaN.",
        es="Restas un único máximo a todo el array, así que una fila muy por debajo de él queda "
        "en 0 / 0, NaN.",
    ),
    why=WHY_OVERFLOW,
    hint=Text(
        en="The softmax treats each row by itself. Over how much of the array is your maximum "
        "taken?",
        es="El softmax trata cada fila por separado. ¿Sobre qué parte del array tomas el máximo?",
    ),
    source=THEORY_SOFTMAX,
)
class _GlobalMax(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        e = np.exp(scores - scores.max())
        out: Array = e / e.sum(axis=-1, keepdims=True)
        return out


def _exp(scores: Array) -> Array:
    out: Array = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return out
