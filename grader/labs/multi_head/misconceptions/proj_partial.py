"""Mistakes in the projections: a projection is skipped, or made from another's result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import (
    LAB_BLOCK_A,
)
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array, Triple

HINT_CHAINED = Text(
    en="Look at what stands to the left of each matrix product, and at whether a name was given "
    "a new value in between. All three projections start from the same input.",
    es="Fíjate en qué hay a la izquierda de cada producto y en si algún nombre cambió de valor "
    "por el camino. Las tres proyecciones parten de la misma entrada.",
)


@misconception(
    "proj/v-unprojected",
    says=Text(en="V is x itself; W_V is never used.", es="V es el propio x; W_V no se usa nunca."),
    why=Text(
        en="What a head hands over should be a learned view of the token. Here each head can only "
        "copy its slice of the raw features.",
        es="Lo que una cabeza entrega debe ser una vista aprendida del token. Así, cada cabeza "
        "solo puede copiar su trozo de las features en bruto.",
    ),
    hint=Text(
        en="Count the projections in your forward before the heads are split: there should be "
        "three.",
        es="Cuenta las proyecciones de tu forward antes de separar las cabezas: deberían ser tres.",
    ),
    source=LAB_BLOCK_A,
)
class _VUnprojected(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, _ = super().project(x)
        return q, k, x


@misconception(
    "proj/no-projections",
    says=Text(
        en="Q, K and V are all x itself; W_Q, W_K and W_V are never used.",
        es="Q, K y V son el propio x; W_Q, W_K y W_V no se usan nunca.",
    ),
    why=Text(
        en="Without projections there is nothing to learn in the heads: every token attends most "
        "to what already looks like itself.",
        es="Sin proyecciones no hay nada que aprender en las cabezas: cada token atiende sobre "
        "todo a lo que ya se le parece.",
    ),
    hint=Text(
        en="Look for the places where forward reads the three input weights. What happens to "
        "the input before it is split into heads?",
        es="Busca dónde lee forward los tres pesos de entrada. ¿Qué le pasa a la entrada antes de "
        "separarla en cabezas?",
    ),
    source=LAB_BLOCK_A,
)
class _NoProjections(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        return x, x, x


@misconception(
    "proj/v-chained-on-k",
    says=Text(
        en="V is computed from K, as K @ W_V, instead of from x.",
        es="V se calcula a partir de K, como K @ W_V, en lugar de a partir de x.",
    ),
    why=Text(
        en="The values then pass through two matrices and can only carry what the keys kept.",
        es="Los valores pasan entonces por dos matrices y solo pueden llevar lo que conservaron "
        "las claves.",
    ),
    hint=HINT_CHAINED,
    source=LAB_BLOCK_A,
)
class _VChainedOnK(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, _ = super().project(x)
        return q, k, k @ self.W_V


@misconception(
    "proj/qkv-chained",
    says=Text(
        en="The projections are chained: K is made from Q and V from K, instead of each from x.",
        es="Las proyecciones van encadenadas: K sale de Q y V de K, en lugar de salir las tres "
        "de x.",
    ),
    why=Text(
        en="Q, K and V are three views of the same token. Chained, the third has passed through "
        "all three matrices.",
        es="Q, K y V son tres vistas del mismo token. Encadenadas, la tercera ha pasado por las "
        "tres matrices.",
    ),
    hint=HINT_CHAINED,
    source=LAB_BLOCK_A,
)
class _QKVChained(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q = x @ self.W_Q
        k = q @ self.W_K
        return q, k, k @ self.W_V
