"""Mistakes in the softmax: a constant is added to the weights or to their sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.softmax_form import HINT_BY_HAND, WHY_SUM_ONE
from grader.labs.multi_head.misconceptions.sources import THEORY_SOFTMAX
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_NO_EPS = Text(
    en="The largest term of a row is exp(0) = 1 once the maximum is subtracted, so the sum is "
    "never 0 and needs no protection; the extra number only shifts the result.",
    es="Tras restar el máximo, el mayor término de cada fila es exp(0) = 1, así que la suma nunca "
    "es 0 y no necesita protección; el número añadido solo desplaza el resultado.",
)
HINT_ADDED = Text(
    en="Look for a small constant inside your softmax and ask what it protects against.",
    es="Busca una constante pequeña dentro de tu softmax y pregúntate de qué protege.",
)


@misconception(
    "softmax/eps-1e-9-in-sum",
    says=Text(
        en="1e-9 is added to the sum in the softmax; the difference lies below the tolerance.",
        es="Sumas 1e-9 a la suma del softmax; la diferencia queda por debajo de la tolerancia.",
    ),
    why=WHY_NO_EPS,
    hint=HINT_ADDED,
    source=THEORY_SOFTMAX,
)
class _Eps1e9InSum(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        return _divided(scores, 1e-9)


@misconception(
    "softmax/eps-1e-6-in-sum",
    says=Text(
        en="1e-6 is added to the sum in the softmax; the difference lies below the tolerance.",
        es="Sumas 1e-6 a la suma del softmax; la diferencia queda por debajo de la tolerancia.",
    ),
    why=WHY_NO_EPS,
    hint=HINT_ADDED,
    source=THEORY_SOFTMAX,
)
class _Eps1e6InSum(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        return _divided(scores, 1e-6)


@misconception(
    "softmax/eps-1e-8-in-weights",
    says=Text(
        en="1e-8 is added to every weight before the division, so even a blocked key gets some.",
        es="Sumas 1e-8 a cada peso antes de dividir, así que hasta una clave bloqueada recibe "
        "algo.",
    ),
    why=Text(
        en="The difference lies below the tolerance, but a key behind -inf should get exactly 0.",
        es="La diferencia queda por debajo de la tolerancia, pero una clave tras -inf debería "
        "recibir exactamente 0.",
    ),
    hint=HINT_ADDED,
    source=THEORY_SOFTMAX,
)
class _Eps1e8InWeights(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        e = _exp(scores) + 1e-8
        out: Array = e / e.sum(axis=-1, keepdims=True)
        return out


@misconception(
    "softmax/off-by-one-softmax1",
    says=Text(
        en="1 is added to the sum in the softmax, after the maximum was subtracted, so rows sum "
        "to less than 1.",
        es="Sumas 1 a la suma del softmax, después de restar el máximo, así que las filas suman "
        "menos de 1.",
    ),
    why=WHY_SUM_ONE,
    hint=HINT_BY_HAND,
    source=THEORY_SOFTMAX,
)
class _OffByOne(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        return _divided(scores, 1.0)


@misconception(
    "softmax/off-by-one-without-max",
    says=Text(
        en="1 is added to the sum of exp(scores), as if there were one more key with score 0, so "
        "rows sum to less than 1.",
        es="Sumas 1 a la suma de exp(scores), como si hubiera una clave más con score 0, así que "
        "las filas suman menos de 1.",
    ),
    why=WHY_SUM_ONE,
    hint=HINT_BY_HAND,
    source=THEORY_SOFTMAX,
)
class _OffByOneWithoutMax(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        e = np.exp(scores)
        out: Array = e / (1 + e.sum(axis=-1, keepdims=True))
        return out


def _exp(scores: Array) -> Array:
    out: Array = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return out


def _divided(scores: Array, extra: float) -> Array:
    """A softmax with ``extra`` added to the sum."""
    e = _exp(scores)
    out: Array = e / (e.sum(axis=-1, keepdims=True) + extra)
    return out
