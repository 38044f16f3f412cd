"""Mistakes in splitting into heads that were made in some of Q, K and V and not in the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.pieces import heads_first, strided, tokens_last
from grader.labs.multi_head.misconceptions.sources import LAB_RESHAPE, LAB_TRANSPOSE
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array, Triple

WHY_V = Text(
    en="The attention is right and is applied to the wrong numbers: a head's weights meet values "
    "that belong elsewhere.",
    es="La atención es correcta, pero se aplica a números equivocados: los pesos de una cabeza se "
    "encuentran con valores que son de otro sitio.",
)
WHY_QK = Text(
    en="The values are right and are mixed by the wrong weights: the scores compare pieces that "
    "do not belong to one token and one head.",
    es="Los valores son correctos, pero se mezclan con pesos equivocados: los scores comparan "
    "trozos que no pertenecen a un mismo token y una misma cabeza.",
)
HINT_ALIKE = Text(
    en="Put the lines that split Q, K and V under one another. They should differ in one letter "
    "only.",
    es="Pon una debajo de otra las líneas que separan Q, K y V. Solo deberían diferenciarse en "
    "una letra.",
)


@misconception(
    "split/reshape-h-t-dh-v-only",
    says=Text(
        en="Q and K are split well, but V is reshaped straight to (n_heads, T, d_head), which "
        "mixes tokens.",
        es="Q y K se separan bien, pero V pasa por un reshape directo a (n_heads, T, d_head), que "
        "mezcla tokens.",
    ),
    why=WHY_V,
    hint=HINT_ALIKE,
    source=LAB_TRANSPOSE,
)
class _ReshapeHTDhVOnly(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        q_heads, k_heads, _ = super().split(q, k, v)
        return q_heads, k_heads, heads_first(v, self.n_heads)


@misconception(
    "split/reshape-h-t-dh-qk-only",
    says=Text(
        en="V is split well, but Q and K are reshaped straight to (n_heads, T, d_head), which "
        "mixes tokens.",
        es="V se separa bien, pero Q y K pasan por un reshape directo a (n_heads, T, d_head), que "
        "mezcla tokens.",
    ),
    why=WHY_QK,
    hint=HINT_ALIKE,
    source=LAB_TRANSPOSE,
)
class _ReshapeHTDhQKOnly(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        _, _, v_heads = super().split(q, k, v)
        return heads_first(q, self.n_heads), heads_first(k, self.n_heads), v_heads


@misconception(
    "split/reshape-dh-h-v-only",
    says=Text(
        en="Q and K are split well, but V is reshaped to (T, d_head, n_heads), so its heads take "
        "every n_heads-th column.",
        es="Q y K se separan bien, pero V pasa por un reshape a (T, d_head, n_heads), así que sus "
        "cabezas toman una columna de cada n_heads.",
    ),
    why=WHY_V,
    hint=HINT_ALIKE,
    source=LAB_RESHAPE,
)
class _ReshapeDhHVOnly(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        q_heads, k_heads, _ = super().split(q, k, v)
        return q_heads, k_heads, strided(v, self.n_heads)


@misconception(
    "split/reshape-dh-h-qk-only",
    says=Text(
        en="V is split well, but Q and K are reshaped to (T, d_head, n_heads), so their heads "
        "take every n_heads-th column.",
        es="V se separa bien, pero Q y K pasan por un reshape a (T, d_head, n_heads), así que sus "
        "cabezas toman una columna de cada n_heads.",
    ),
    why=WHY_QK,
    hint=HINT_ALIKE,
    source=LAB_RESHAPE,
)
class _ReshapeDhHQKOnly(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        _, _, v_heads = super().split(q, k, v)
        return strided(q, self.n_heads), strided(k, self.n_heads), v_heads


@misconception(
    "split/reshape-t-last-v-only",
    says=Text(
        en="Q and K are split well, but V is reshaped to (n_heads, d_head, T), which mixes tokens "
        "and features.",
        es="Q y K se separan bien, pero V pasa por un reshape a (n_heads, d_head, T), que mezcla "
        "tokens y features.",
    ),
    why=WHY_V,
    hint=HINT_ALIKE,
    source=LAB_RESHAPE,
)
class _ReshapeTLastVOnly(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        q_heads, k_heads, _ = super().split(q, k, v)
        return q_heads, k_heads, tokens_last(v, self.n_heads)


@misconception(
    "split/reshape-t-last-qk-only",
    says=Text(
        en="V is split well, but Q and K are reshaped to (n_heads, d_head, T), which mixes tokens "
        "and features.",
        es="V se separa bien, pero Q y K pasan por un reshape a (n_heads, d_head, T), que mezcla "
        "tokens y features.",
    ),
    why=WHY_QK,
    hint=HINT_ALIKE,
    source=LAB_RESHAPE,
)
class _ReshapeTLastQKOnly(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        _, _, v_heads = super().split(q, k, v)
        return tokens_last(q, self.n_heads), tokens_last(k, self.n_heads), v_heads


@misconception(
    "split/reshape-h-t-dh-k-only",
    says=Text(
        en="Q and V are split well, but K is reshaped straight to (n_heads, T, d_head), which "
        "mixes tokens.",
        es="Q y V se separan bien, pero K pasa por un reshape directo a (n_heads, T, d_head), que "
        "mezcla tokens.",
    ),
    why=WHY_QK,
    hint=HINT_ALIKE,
    source=LAB_TRANSPOSE,
)
class _ReshapeHTDhKOnly(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        q_heads, _, v_heads = super().split(q, k, v)
        return q_heads, heads_first(k, self.n_heads), v_heads
