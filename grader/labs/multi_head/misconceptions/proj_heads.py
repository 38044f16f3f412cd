"""Mistakes in the projections: a head's share of the weights, a bias, a normalised input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.pieces import (
    biased,
    blocks,
    layer_norm,
    repeated_block,
)
from grader.labs.multi_head.misconceptions.sources import (
    LAB_BIAS,
    LAB_BLOCK_A,
    THEORY_CONSTRUCTION,
    THEORY_TRICK,
    THEORY_WHY_HEADS,
)
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array, Triple

WHY_WHOLE_TOKEN = Text(
    en="Each head must be able to look at the whole token: its matrix has d_model rows and d_head "
    "columns. Cutting x first leaves most weights unused and each head half blind; with one head "
    "nothing shows.",
    es="Cada cabeza debe poder mirar el token entero: su matriz tiene d_model filas y d_head "
    "columnas. Si cortas x antes, casi todos los pesos quedan sin usar y cada cabeza solo ve un "
    "trozo; con una sola cabeza no se nota.",
)
HINT_PROJECT_FIRST = Text(
    en="Check the order of the first two bullets of forward in the lab: which comes first, the "
    "projection or the reshape?",
    es="Comprueba el orden de los dos primeros puntos del forward en el lab: ¿qué va antes, la "
    "proyección o el reshape?",
)


@misconception(
    "proj/embedding-split-first",
    says=Text(
        en="You split x into heads before projecting, so head h multiplies only its own d_head "
        "inputs by the h-th diagonal block of each W.",
        es="Separas x en cabezas antes de proyectar, así que la cabeza h multiplica solo sus "
        "d_head entradas por el h-ésimo bloque diagonal de cada W.",
    ),
    why=WHY_WHOLE_TOKEN,
    hint=HINT_PROJECT_FIRST,
    source=THEORY_CONSTRUCTION,
)
class _EmbeddingSplitFirst(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        H = self.n_heads
        return x @ blocks(self.W_Q, H), x @ blocks(self.W_K, H), x @ blocks(self.W_V, H)


@misconception(
    "proj/one-small-matrix-shared",
    says=Text(
        en="You split x into heads before projecting, and every head uses the same d_head × "
        "d_head corner of each W.",
        es="Separas x en cabezas antes de proyectar, y todas las cabezas usan la misma esquina "
        "d_head × d_head de cada W.",
    ),
    why=WHY_WHOLE_TOKEN,
    hint=HINT_PROJECT_FIRST,
    source=THEORY_CONSTRUCTION,
)
class _OneSmallMatrixShared(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        return self._shared(x, self.W_Q), self._shared(x, self.W_K), self._shared(x, self.W_V)

    def _shared(self, x: Array, W: Array) -> Array:
        out: Array = x @ repeated_block(W[: self.d_head, : self.d_head], self.n_heads)
        return out


@misconception(
    "proj/first-slice-for-all-heads",
    says=Text(
        en="Every head uses the first d_head columns of W_Q, W_K and W_V.",
        es="Todas las cabezas usan las primeras d_head columnas de W_Q, W_K y W_V.",
    ),
    why=Text(
        en="All heads compute the same thing, so there is really one head, repeated. Block B "
        "cannot see it, because it has one head.",
        es="Todas las cabezas calculan lo mismo, así que en realidad hay una sola, repetida. El "
        "bloque B no lo ve, porque usa una única cabeza.",
    ),
    hint=Text(
        en="In your loop over heads, check that the head's number takes part in choosing the "
        "columns.",
        es="En tu bucle sobre las cabezas, comprueba que el número de cabeza interviene al elegir "
        "las columnas.",
    ),
    source=THEORY_TRICK,
)
class _FirstSliceForAllHeads(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, v = (np.tile(a[:, : self.d_head], self.n_heads) for a in super().project(x))
        return q, k, v


@misconception(
    "proj/shared-kv-mqa",
    says=Text(
        en="Each head has its own queries, but all of them use the keys and values of head 0.",
        es="Cada cabeza tiene sus propias queries, pero todas usan las claves y los valores de la "
        "cabeza 0.",
    ),
    why=Text(
        en="That is multi-query attention, a saving that the course treats later. Here every head "
        "has its own scoring function and its own values.",
        es="Eso es multi-query attention, un ahorro que el curso trata más adelante. Aquí cada "
        "cabeza tiene su propia función de puntuación y sus propios valores.",
    ),
    hint=Text(
        en="Compare how the heads get their queries with how they get their keys and values.",
        es="Compara cómo obtienen las cabezas sus queries con cómo obtienen sus claves y valores.",
    ),
    source=THEORY_WHY_HEADS,
)
class _SharedKV(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, v = super().project(x)
        first = slice(self.d_head)
        return q, np.tile(k[:, first], self.n_heads), np.tile(v[:, first], self.n_heads)


@misconception(
    "proj/qkv-bias",
    check="no-bias",
    says=Text(
        en="A bias is added after the projections of Q, K and V: x @ W + b.",
        es="Sumas un sesgo tras las proyecciones de Q, K y V: x @ W + b.",
    ),
    why=Text(
        en="The class of this lab holds four matrices and nothing else, 4 · d_model² parameters, "
        "so that a zero input gives a zero output.",
        es="La clase de este lab tiene cuatro matrices y nada más, 4 · d_model² parámetros, de "
        "modo que una entrada de ceros da una salida de ceros.",
    ),
    hint=Text(
        en="Look for a vector that is created in the constructor and added in forward.",
        es="Busca un vector que se crea en el constructor y se suma en forward.",
    ),
    source=LAB_BIAS,
)
class _QKVBias(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, v = (biased(a) for a in super().project(x))
        return q, k, v


@misconception(
    "proj/x-normalised-first",
    says=Text(
        en="x is normalised (as by a layer norm) before it is projected.",
        es="Normalizas x (como en un layer norm) antes de proyectarlo.",
    ),
    why=Text(
        en="The normalisation belongs to the block around attention. Inside the class it would be "
        "done twice later, and the length of a token would be lost.",
        es="La normalización pertenece al bloque que rodea a la atención. Dentro de la clase se "
        "haría dos veces más adelante, y se perdería la magnitud de cada token.",
    ),
    hint=Text(
        en="See what forward does to its input before the first matrix product.",
        es="Mira qué le hace forward a su entrada antes del primer producto de matrices.",
    ),
    source=LAB_BLOCK_A,
)
class _XNormalisedFirst(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        return super().project(layer_norm(x))
