"""Mistakes in the softmax: the maximum and the sum run over different axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.softmax_sum import HINT_KEPT_AXIS, WHY_SILENT
from grader.labs.multi_head.misconceptions.sources import THEORY_SOFTMAX
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array


@misconception(
    "softmax/no-keepdims-at-all",
    says=Text(
        en="Both the maximum and the sum over the last axis lost that axis, so the numbers of row "
        "j "
        "are applied to column j.",
        es="Tanto el máximo como la suma sobre el último eje perdieron ese eje, así que los "
        "números "
        "de la fila j se aplican a la columna j.",
    ),
    why=WHY_SILENT,
    hint=HINT_KEPT_AXIS,
    source=THEORY_SOFTMAX,
)
class _NoKeepdimsAtAll(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        e = np.exp(scores - scores.max(axis=-1)[..., None, :])
        out: Array = e / e.sum(axis=-1)[..., None, :]
        return out


@misconception(
    "softmax/max-over-queries",
    says=Text(
        en="The maximum is taken over the queries and the sum over the keys, so that each column "
        "is "
        "shifted by another number.",
        es="Tomas el máximo sobre las queries y la suma sobre las claves, así que cada columna se "
        "desplaza un número distinto.",
    ),
    why=Text(
        en="Only what is subtracted from a whole row cancels in the softmax.",
        es="Solo lo que se resta a una fila entera se cancela en el softmax.",
    ),
    hint=HINT_KEPT_AXIS,
    source=THEORY_SOFTMAX,
)
class _MaxOverQueries(MultiHeadAttention):
    def softmax(self, scores: Array) -> Array:
        e = np.exp(scores - scores.max(axis=-2, keepdims=True))
        out: Array = e / e.sum(axis=-1, keepdims=True)
        return out
