"""Mistakes in the softmax: another function in its place."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_SOFTMAX
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_SUM_ONE = Text(
    en="The weights of a query must be positive and sum to 1, so that the output is an average "
    "of values and keeps their size.",
    es="Los pesos de una query deben ser positivos y sumar 1, para que la salida sea una media de "
    "los valores y conserve su tamaño.",
)
HINT_BY_HAND = Text(
    en="Work out the softmax of the row 0, 0 by hand, then of 0, 1, and compare with your "
    "function.",
    es="Calcula a mano el softmax de la fila 0, 0 y luego el de 0, 1, y compáralos con tu función.",
)


@misconception(
    "softmax/hardmax",
    says=Text(
        en="Each query gives all its attention to the key with the largest score, as argmax does.",
        es="Cada query da toda su atención a la clave con el mayor score, como hace argmax.",
    ),
    why=Text(
        en="Softmax is the version that can be differentiated: small changes in the scores must "
        "make small changes in the output.",
        es="El softmax es la versión derivable: cambios pequeños en los scores deben producir "
        "cambios pequeños en la salida.",
    ),
    hint=HINT_BY_HAND,
    source=THEORY_SOFTMAX,
)
class _Hardmax(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        one_hot = np.eye(scores.shape[-1], dtype=scores.dtype)
        out: Array = one_hot[scores.argmax(axis=-1)]
        return out


@misconception(
    "softmax/l1-normalised",
    says=Text(
        en="The scores are divided by the sum of their absolute values; there is no exp.",
        es="Divides los scores por la suma de sus valores absolutos; no hay exp.",
    ),
    why=WHY_SUM_ONE + Text(en=" Here they can be negative.", es=" Así pueden ser negativos."),
    hint=HINT_BY_HAND,
    source=THEORY_SOFTMAX,
)
class _L1Normalised(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        out: Array = scores / np.abs(scores).sum(axis=-1, keepdims=True)
        return out


@misconception(
    "softmax/sigmoid",
    says=Text(
        en="A sigmoid is applied to each score instead of a softmax to each row.",
        es="Aplicas una sigmoide a cada score en lugar de un softmax a cada fila.",
    ),
    why=WHY_SUM_ONE
    + Text(
        en=" A sigmoid judges each key alone.", es=" Una sigmoide juzga cada clave por separado."
    ),
    hint=HINT_BY_HAND,
    source=THEORY_SOFTMAX,
)
class _Sigmoid(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        out: Array = 1 / (1 + np.exp(-scores))
        return out


@misconception(
    "softmax/base-2",
    says=Text(
        en="The softmax uses powers of 2 instead of e: 2 ** scores.",
        es="El softmax usa potencias de 2 en lugar de e: 2 ** scores.",
    ),
    why=Text(
        en="That is the same as multiplying every score by ln 2 ≈ 0.69: the attention comes out "
        "flatter than the lab's formula.",
        es="Equivale a multiplicar todos los scores por ln 2 ≈ 0.69: la atención sale más plana "
        "que con la fórmula del lab.",
    ),
    hint=HINT_BY_HAND,
    source=THEORY_SOFTMAX,
)
class _Base2(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        return super().softmax(scores * math.log(2))
