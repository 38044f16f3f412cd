"""Mistakes in the output projection: W_O is cut up and meets the heads one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.out import WHY_HEADS_MIX
from grader.labs.multi_head.misconceptions.pieces import blocks, repeated_block
from grader.labs.multi_head.misconceptions.sources import (
    THEORY_OUTPUT,
)
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

HINT_JOIN_THEN_MIX = Text(
    en="Join the heads first. The whole (T, d_model) array then meets the whole matrix once.",
    es="Une primero las cabezas. Después, el array completo (T, d_model) se encuentra una sola "
    "vez con la matriz completa.",
)


@misconception(
    "out/per-head-block",
    says=Text(
        en="Each head is multiplied by its own diagonal block of W_O, and the results are "
        "concatenated.",
        es="Multiplicas cada cabeza por su propio bloque diagonal de W_O y concatenas los "
        "resultados.",
    ),
    why=WHY_HEADS_MIX
    + Text(
        en=" With diagonal blocks alone they stay apart.",
        es=" Solo con bloques diagonales siguen aisladas.",
    ),
    hint=HINT_JOIN_THEN_MIX,
    source=THEORY_OUTPUT,
)
class _PerHeadBlock(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = joined @ blocks(self.W_O, self.n_heads)
        return out


@misconception(
    "out/per-head-shared-block",
    says=Text(
        en="Every head is multiplied by the same d_head × d_head corner of W_O.",
        es="Multiplicas todas las cabezas por la misma esquina d_head × d_head de W_O.",
    ),
    why=WHY_HEADS_MIX
    + Text(en=" Most of W_O is never used here.", es=" Aquí casi toda W_O queda sin usar."),
    hint=HINT_JOIN_THEN_MIX,
    source=THEORY_OUTPUT,
)
class _PerHeadSharedBlock(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        corner = self.W_O[: self.d_head, : self.d_head]
        out: Array = joined @ repeated_block(corner, self.n_heads)
        return out


@misconception(
    "out/per-head-summed-first-rows",
    says=Text(
        en="Every head is multiplied by the first d_head rows of W_O, and the results are summed.",
        es="Multiplicas todas las cabezas por las primeras d_head filas de W_O y sumas los "
        "resultados.",
    ),
    why=Text(
        en="Summing per head is fine when each head has its own rows of W_O. With the same rows "
        "for all, the heads cannot be told apart.",
        es="Sumar por cabezas es válido si cada una usa sus propias filas de W_O. Con las mismas "
        "filas para todas, no se distinguen unas de otras.",
    ),
    hint=Text(
        en="Which rows of W_O meet head 1? Check that the head's number takes part in the choice.",
        es="¿Qué filas de W_O le tocan a la cabeza 1? Comprueba que el número de cabeza "
        "interviene en la elección.",
    ),
    source=THEORY_OUTPUT,
)
class _PerHeadSummedFirstRows(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = joined @ np.tile(self.W_O[: self.d_head], (self.n_heads, 1))
        return out
