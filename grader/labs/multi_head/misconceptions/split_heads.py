"""Mistakes in how many heads there are, and in which order."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import (
    LAB_BLOCK_A,
    THEORY_WHY_HEADS,
)
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array, Triple


@misconception(
    "split/heads-ignored",
    says=Text(
        en="There is no split: one single head works on all d_model features, and n_heads does "
        "not change the attention.",
        es="No hay separación: una sola cabeza trabaja con las d_model features, y n_heads no "
        "cambia la atención.",
    ),
    why=Text(
        en="One head has one pattern of attention. Several heads exist so that several relations "
        "can be followed at once. Block B cannot see it, because it has one head.",
        es="Una cabeza tiene un solo patrón de atención. Hay varias para poder seguir varias "
        "relaciones a la vez. El bloque B no lo ve, porque usa una única cabeza.",
    ),
    hint=Text(
        en="Search forward for the number of heads. Is it used before the scores are computed?",
        es="Busca el número de cabezas en forward. ¿Se usa antes de calcular los scores?",
    ),
    source=THEORY_WHY_HEADS,
)
class _HeadsIgnored(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        return q[None], k[None], v[None]


@misconception(
    "split/heads-reversed",
    says=Text(
        en="The heads are taken in reverse order, so the last block of columns comes first in the "
        "joined output.",
        es="Tomas las cabezas en orden inverso, así que el último bloque de columnas queda el "
        "primero en la salida concatenada.",
    ),
    why=Text(
        en="W_O expects head 0 in its first d_head rows; reversed, each head is mixed with "
        "another head's weights.",
        es="W_O espera la cabeza 0 en sus primeras d_head filas; en orden inverso, cada cabeza se "
        "mezcla con los pesos de otra.",
    ),
    hint=Text(
        en="Follow head 0 from the split to the concatenation: does it keep its place?",
        es="Sigue a la cabeza 0 desde la separación hasta la concatenación: ¿conserva su sitio?",
    ),
    source=LAB_BLOCK_A,
)
class _HeadsReversed(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        q_heads, k_heads, v_heads = super().split(q, k, v)
        return q_heads[::-1], k_heads[::-1], v_heads[::-1]


@misconception(
    "split/heads-hard-coded-4",
    says=Text(
        en="There are always 4 heads, whatever n_heads says.",
        es="Siempre hay 4 cabezas, diga lo que diga n_heads.",
    ),
    why=Text(
        en="It works for the heatmap of block C and for nothing else; block B needs one head.",
        es="Funciona para el heatmap del bloque C y para nada más; el bloque B necesita una sola "
        "cabeza.",
    ),
    hint=Text(
        en="Look for a literal 4 where the number of heads that the constructor received belongs.",
        es="Busca un 4 escrito a mano donde debería ir el número de cabezas que recibió el "
        "constructor.",
    ),
    source=LAB_BLOCK_A,
)
class _HeadsHardCoded4(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        return self._four(q), self._four(k), self._four(v)

    def _four(self, a: Array) -> Array:
        return a.reshape(len(a), 4, self.d_model // 4).transpose(1, 0, 2)

    def scale(self, scores: Array) -> Array:
        return scores / math.sqrt(self.d_model // 4)
