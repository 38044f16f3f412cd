"""Wrong turns of the softmax step: the axis is lost twice."""

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
