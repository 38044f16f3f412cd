"""Mistakes in the number that blocks: it leaves the blocked keys some attention."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_MASK
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_TOO_WEAK = Text(
    en="Only a number far below every score becomes 0 in the softmax; anything else leaves the "
    "blocked keys some attention, so the future leaks.",
    es="Solo un número muy por debajo de todos los scores acaba en 0 tras el softmax; con otro, "
    "las claves bloqueadas conservan algo de atención y el futuro se filtra.",
)
HINT_FILL = Text(
    en="Look at the number that stands for blocked: its sign, its exponent, and what exp makes "
    "of it. Or let the given mask bring its own numbers.",
    es="Mira el número con el que bloqueas: su signo, su exponente y qué hace exp con él. O deja "
    "que la máscara recibida traiga sus propios números.",
)


@misconception(
    "mask/typo-1e-9",
    says=Text(
        en="Blocked scores are filled with 1e-9, almost 0, instead of a huge negative number.",
        es="Rellenas los scores bloqueados con 1e-9, casi 0, en lugar de un número negativo "
        "enorme.",
    ),
    why=WHY_TOO_WEAK,
    hint=HINT_FILL,
    source=THEORY_MASK,
)
class _Typo1eMinus9(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return scores if mask is None else np.where(mask < 0, 1e-9, scores)


@misconception(
    "mask/fill-with-minus-10",
    says=Text(
        en="Blocked scores are filled with -10, which is too small to block.",
        es="Rellenas los scores bloqueados con -10, que no basta para bloquear.",
    ),
    why=WHY_TOO_WEAK,
    hint=HINT_FILL,
    source=THEORY_MASK,
)
class _FillWithMinus10(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return scores if mask is None else np.where(mask < 0, -10.0, scores)


@misconception(
    "mask/fill-with-tiny-finfo-tiny",
    says=Text(
        en="Blocked scores are filled with np.finfo(...).tiny, the smallest positive number, "
        "instead of the most negative one.",
        es="Rellenas los scores bloqueados con np.finfo(...).tiny, el menor número positivo, en "
        "lugar del más negativo.",
    ),
    why=WHY_TOO_WEAK,
    hint=HINT_FILL,
    source=THEORY_MASK,
)
class _FillWithTiny(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        tiny = np.finfo(scores.dtype).tiny
        return scores if mask is None else np.where(mask < 0, tiny, scores)
