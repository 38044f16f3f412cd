"""Mistakes in the softmax: over the wrong axis, left out, or done twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_SOFTMAX
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_EACH_QUERY = Text(
    en="Each query shares out its own attention: every row of every head sums to 1, whatever the "
    "other queries and heads do.",
    es="Cada query reparte su propia atención: cada fila de cada cabeza suma 1, hagan lo que "
    "hagan las demás queries y cabezas.",
)
HINT_AXIS = Text(
    en="Sum your attention over the keys of one query. Then check which axis the maximum and the "
    "sum in your softmax run along, for the number of axes that the array really has.",
    es="Suma tu atención sobre las claves de una query. Luego comprueba sobre qué eje van el "
    "máximo y la suma de tu softmax, según los ejes que de verdad tiene el array.",
)


@misconception(
    "softmax/axis-queries-2",
    says=Text(
        en="The softmax runs over the queries (axis -2), so each column sums to 1 instead of each "
        "row.",
        es="El softmax va sobre las queries (eje -2), así que suma 1 cada columna en lugar de "
        "cada fila.",
    ),
    why=WHY_EACH_QUERY,
    hint=HINT_AXIS,
    source=THEORY_SOFTMAX,
)
class _AxisQueries(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        return super().softmax(scores.swapaxes(-1, -2)).swapaxes(-1, -2)


@misconception(
    "softmax/axis-heads-0",
    says=Text(
        en="The softmax runs over the heads (axis 0 of (n_heads, T, T)), so heads compete with "
        "one another.",
        es="El softmax va sobre las cabezas (eje 0 de (n_heads, T, T)), así que las cabezas "
        "compiten entre sí.",
    ),
    why=WHY_EACH_QUERY,
    hint=HINT_AXIS,
    source=THEORY_SOFTMAX,
)
class _AxisHeads(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        heads_last = np.moveaxis(scores, 0, -1)
        return np.moveaxis(super().softmax(heads_last), -1, 0)


@misconception(
    "softmax/flat-per-head",
    says=Text(
        en="One softmax is taken over the whole T × T matrix of a head, so all its entries "
        "together sum to 1.",
        es="Aplicas un único softmax a toda la matriz T × T de una cabeza, así que suman 1 todas "
        "sus entradas juntas.",
    ),
    why=WHY_EACH_QUERY,
    hint=HINT_AXIS,
    source=THEORY_SOFTMAX,
)
class _FlatPerHead(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        flat = scores.reshape(len(scores), 1, -1)
        return super().softmax(flat).reshape(scores.shape)


@misconception(
    "softmax/flat-all",
    says=Text(
        en="One softmax is taken over all heads and positions together, so the whole array sums "
        "to 1.",
        es="Aplicas un único softmax a todas las cabezas y posiciones, así que suma 1 el array "
        "entero.",
    ),
    why=WHY_EACH_QUERY,
    hint=HINT_AXIS,
    source=THEORY_SOFTMAX,
)
class _FlatAll(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        flat = scores.reshape(1, 1, -1)
        return super().softmax(flat).reshape(scores.shape)


@misconception(
    "softmax/absent",
    says=Text(
        en="There is no softmax: the raw scores are used as weights.",
        es="No hay softmax: los scores se usan directamente como pesos.",
    ),
    why=Text(
        en="Raw scores can be negative and sum to anything, so the result is no average of "
        "values; without the softmax attention is also just a chain of matrix products.",
        es="Los scores pueden ser negativos y sumar cualquier cosa, así que el resultado no es "
        "una media de valores; además, sin softmax la atención es solo una cadena de productos.",
    ),
    hint=Text(
        en="Which step of block A stands between the mask and the product with the values?",
        es="¿Qué paso del bloque A va entre la máscara y el producto con los valores?",
    ),
    source=THEORY_SOFTMAX,
)
class _Absent(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        return scores


@misconception(
    "softmax/exp-unnormalised",
    says=Text(
        en="Only exp(scores) is taken; the division by the sum of the row is missing.",
        es="Solo calculas exp(scores); falta dividir por la suma de la fila.",
    ),
    why=WHY_EACH_QUERY,
    hint=Text(
        en="Print the row sums of your attention. Which half of the softmax would make them 1?",
        es="Imprime la suma de cada fila de tu atención. ¿Qué mitad del softmax las haría valer 1?",
    ),
    source=THEORY_SOFTMAX,
)
class _ExpUnnormalised(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        out: Array = np.exp(scores)
        return out


@misconception(
    "softmax/twice",
    says=Text(
        en="The softmax is applied twice, to its own result.",
        es="Aplicas el softmax dos veces, la segunda a su propio resultado.",
    ),
    why=Text(
        en="The second softmax sees numbers between 0 and 1 and makes them nearly equal: rows "
        "still sum to 1, but the pattern is almost gone.",
        es="El segundo softmax recibe números entre 0 y 1 y los deja casi iguales: las filas "
        "siguen sumando 1, pero el patrón casi desaparece.",
    ),
    hint=Text(
        en="Follow the attention from the scores to the values and count the softmaxes, those "
        "inside helper functions included.",
        es="Sigue la atención desde los scores hasta los valores y cuenta los softmax, también "
        "los que están dentro de funciones auxiliares.",
    ),
    source=THEORY_SOFTMAX,
)
class _Twice(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        return super().softmax(super().softmax(scores))
