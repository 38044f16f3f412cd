"""Mistakes in joining the heads: every head is there, in the wrong order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import (
    LAB_BLOCK_A,
    LAB_RESHAPE,
    THEORY_CONCAT,
)
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_TOKENS_MIXED = Text(
    en="The shape is right and the contents are not: a row of the result holds pieces of several "
    "tokens. Block B cannot see it, because it has one head.",
    es="La forma es la correcta, pero el contenido no: cada fila del resultado lleva trozos de "
    "varios tokens. El bloque B no lo ve, porque usa una única cabeza.",
)
WHY_ROWS_OF_WO = Text(
    en="W_O expects head 0 in its first d_head rows, head 1 in the next d_head, and so on. Block "
    "B cannot see it, because it has one head.",
    es="W_O espera la cabeza 0 en sus primeras d_head filas, la 1 en las d_head siguientes, etc. "
    "El bloque B no lo ve, porque usa una única cabeza.",
)
HINT_UNDO = Text(
    en="Joining undoes splitting, step by step and in reverse. Split and join an array whose "
    "entries you have numbered: you should get it back.",
    es="Unir deshace la separación, paso a paso y al revés. Separa y une un array con las "
    "entradas numeradas: deberías recuperarlo.",
)


@misconception(
    "merge/no-transpose",
    says=Text(
        en="The heads, (n_heads, T, d_head), are reshaped to (T, d_model) without bringing T to "
        "the front first.",
        es="Haces reshape de las cabezas, (n_heads, T, d_head), a (T, d_model) sin poner antes T "
        "delante.",
    ),
    why=WHY_TOKENS_MIXED,
    hint=HINT_UNDO,
    source=THEORY_CONCAT,
)
class _NoTranspose(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return heads.reshape(-1, self.d_model)


@misconception(
    "merge/interleaved",
    says=Text(
        en="The heads are joined as (T, d_head, n_heads), so their columns alternate instead of "
        "standing in blocks.",
        es="Unes las cabezas como (T, d_head, n_heads), así que sus columnas se alternan en lugar "
        "de ir en bloques.",
    ),
    why=WHY_ROWS_OF_WO,
    hint=HINT_UNDO,
    source=LAB_RESHAPE,
)
class _Interleaved(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return heads.transpose(1, 2, 0).reshape(-1, self.d_model)


@misconception(
    "merge/axes-021",
    says=Text(
        en="The last two axes are swapped, (n_heads, d_head, T), before the reshape to "
        "(T, d_model).",
        es="Intercambias los dos últimos ejes, (n_heads, d_head, T), antes del reshape a "
        "(T, d_model).",
    ),
    why=Text(
        en="The shape is right and the contents are not: a row of the result holds one feature of "
        "many tokens instead of all features of one.",
        es="La forma es la correcta, pero el contenido no: cada fila del resultado lleva una "
        "feature de muchos tokens en lugar de todas las de uno.",
    ),
    hint=HINT_UNDO,
    source=THEORY_CONCAT,
)
class _Axes021(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return heads.transpose(0, 2, 1).reshape(-1, self.d_model)


@misconception(
    "merge/heads-reversed",
    says=Text(
        en="The heads are concatenated in reverse order, the last one first.",
        es="Concatenas las cabezas en orden inverso, la última primero.",
    ),
    why=WHY_ROWS_OF_WO,
    hint=Text(
        en="Follow head 0 from the split to the concatenation: does it keep its place?",
        es="Sigue a la cabeza 0 desde la separación hasta la concatenación: ¿conserva su sitio?",
    ),
    source=LAB_BLOCK_A,
)
class _HeadsReversed(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return super().merge(heads[::-1])


@misconception(
    "merge/concat-axis-0",
    says=Text(
        en="The heads are concatenated below one another, (n_heads · T, d_head), so the product "
        "with W_O raises.",
        es="Concatenas las cabezas una debajo de otra, (n_heads · T, d_head), así que el producto "
        "con W_O da error.",
    ),
    why=Text(
        en="Each token keeps one row; its heads stand side by side in that row.",
        es="Cada token conserva una fila; sus cabezas van una al lado de otra en esa fila.",
    ),
    hint=Text(
        en="Which axis of a head's (T, d_head) result should grow when heads are joined?",
        es="¿Qué eje del resultado (T, d_head) de una cabeza debe crecer al unir las cabezas?",
    ),
    source=THEORY_CONCAT,
)
class _ConcatAxis0(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return np.concatenate(list(heads), axis=0)


@misconception(
    "merge/vstack-reshape",
    says=Text(
        en="The heads are stacked below one another and then reshaped to (T, d_model).",
        es="Apilas las cabezas una debajo de otra y luego haces reshape a (T, d_model).",
    ),
    why=WHY_TOKENS_MIXED,
    hint=HINT_UNDO,
    source=THEORY_CONCAT,
)
class _VstackReshape(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return np.concatenate(list(heads), axis=0).reshape(-1, self.d_model)
