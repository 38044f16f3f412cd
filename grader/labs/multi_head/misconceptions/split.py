"""Mistakes in splitting Q, K and V into heads, all three alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.pieces import heads_first, strided, tokens_last
from grader.labs.multi_head.misconceptions.sources import (
    LAB_RESHAPE,
    LAB_TRANSPOSE,
)
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array, Triple

WHY_AXES = Text(
    en="Attention compares tokens with tokens. The heads must come first, then the tokens, then "
    "the features of one head; any other order compares something else, often without an error.",
    es="La atención compara tokens con tokens. Primero van las cabezas, luego los tokens y luego "
    "las features de una cabeza; con otro orden se compara otra cosa, a menudo sin error alguno.",
)
HINT_PRINT = Text(
    en="Number the entries of a small array, two tokens by four features, split it for two heads, "
    "and see which numbers land in head 0.",
    es="Numera las entradas de un array pequeño, dos tokens por cuatro features, sepáralo para "
    "dos cabezas y mira qué números caen en la cabeza 0.",
)
HINT_AXES = Text(
    en="Write down what each axis means after the reshape, then again after the transpose: heads, "
    "tokens, features of a head.",
    es="Apunta qué significa cada eje después del reshape, y otra vez después del transpose: "
    "cabezas, tokens, features de una cabeza.",
)


@misconception(
    "split/reshape-h-t-dh",
    says=Text(
        en="You reshape straight to (n_heads, T, d_head), so the features of a token end up in "
        "several heads' rows and tokens are mixed.",
        es="Haces reshape directamente a (n_heads, T, d_head), así que las features de un token "
        "acaban repartidas entre varias filas y los tokens se mezclan.",
    ),
    why=Text(
        en="The shape is right and the contents are not: reshape only re-reads memory in order, "
        "and memory runs token by token. Block B cannot see it, because it has one head.",
        es="La forma es la correcta, pero el contenido no: reshape solo relee la memoria en "
        "orden, y la memoria va token a token. El bloque B no lo ve, porque usa una única cabeza.",
    ),
    hint=HINT_PRINT,
    source=LAB_TRANSPOSE,
)
class _ReshapeHTDh(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        H = self.n_heads
        return heads_first(q, H), heads_first(k, H), heads_first(v, H)


@misconception(
    "split/reshape-dh-h",
    says=Text(
        en="You reshape to (T, d_head, n_heads), so head h gets every n_heads-th column instead "
        "of a block of d_head adjacent ones.",
        es="Haces reshape a (T, d_head, n_heads), así que la cabeza h recibe una columna de cada "
        "n_heads en lugar de un bloque de d_head columnas contiguas.",
    ),
    why=Text(
        en="The heads no longer match the columns of W_Q, W_K and W_V that belong to them, nor "
        "the rows of W_O. Block B cannot see it, because it has one head.",
        es="Las cabezas ya no coinciden con las columnas de W_Q, W_K y W_V que les corresponden, "
        "ni con las filas de W_O. El bloque B no lo ve, porque usa una única cabeza.",
    ),
    hint=HINT_PRINT,
    source=LAB_RESHAPE,
)
class _ReshapeDhH(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        H = self.n_heads
        return strided(q, H), strided(k, H), strided(v, H)


@misconception(
    "split/heads-dh-swapped",
    says=Text(
        en="n_heads and d_head change places in the split: you compute d_head heads of n_heads "
        "features each.",
        es="n_heads y d_head se intercambian en la separación: calculas d_head cabezas de n_heads "
        "features cada una.",
    ),
    why=Text(
        en="There are too many or too few heads, and the scale no longer fits their width. Where "
        "both numbers are equal nothing shows.",
        es="Salen cabezas de más o de menos, y la escala ya no corresponde a su anchura. Cuando "
        "ambos números son iguales no se nota nada.",
    ),
    hint=HINT_AXES,
    source=LAB_RESHAPE,
)
class _HeadsDhSwapped(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        return self._swapped(q), self._swapped(k), self._swapped(v)

    def _swapped(self, a: Array) -> Array:
        return a.reshape(len(a), self.d_head, self.n_heads).transpose(1, 0, 2)


@misconception(
    "split/axes-reversed",
    says=Text(
        en="The transpose after the reshape brings d_head to the front, (d_head, T, n_heads), so "
        "each feature is treated as a head.",
        es="El transpose tras el reshape pone d_head delante, (d_head, T, n_heads), así que cada "
        "feature se trata como si fuera una cabeza.",
    ),
    why=WHY_AXES,
    hint=HINT_AXES,
    source=LAB_TRANSPOSE,
)
class _AxesReversed(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        return self._reversed(q), self._reversed(k), self._reversed(v)

    def _reversed(self, a: Array) -> Array:
        return a.reshape(len(a), self.n_heads, self.d_head).transpose(2, 0, 1)


@misconception(
    "split/no-transpose",
    says=Text(
        en="The array stays (T, n_heads, d_head), so each token's heads attend to one another "
        "and the scores are (T, n_heads, n_heads).",
        es="El array se queda en (T, n_heads, d_head), así que las cabezas de cada token se "
        "atienden entre sí y los scores son (T, n_heads, n_heads).",
    ),
    why=Text(
        en="No token ever sees another token, which is all that attention is for; and a (T, T) "
        "mask no longer fits.",
        es="Ningún token ve nunca a otro, que es justo para lo que sirve la atención; y una "
        "máscara (T, T) ya no encaja.",
    ),
    hint=Text(
        en="Print the shape of your scores. Both of the last two axes should count tokens.",
        es="Imprime la forma de tus scores. Los dos últimos ejes deberían contar tokens.",
    ),
    source=LAB_TRANSPOSE,
)
class _NoTranspose(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        return self._kept(q), self._kept(k), self._kept(v)

    def _kept(self, a: Array) -> Array:
        return a.reshape(len(a), self.n_heads, self.d_head)


@misconception(
    "split/axes-fully-reversed",
    says=Text(
        en="All three axes are reversed, (d_head, n_heads, T), as .T does, so the product sums "
        "over tokens.",
        es="Inviertes los tres ejes, (d_head, n_heads, T), como hace .T, así que el producto suma "
        "sobre los tokens.",
    ),
    why=WHY_AXES,
    hint=HINT_AXES,
    source=LAB_TRANSPOSE,
)
class _AxesFullyReversed(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        return self._turned(q), self._turned(k), self._turned(v)

    def _turned(self, a: Array) -> Array:
        return a.reshape(len(a), self.n_heads, self.d_head).transpose(2, 1, 0)


@misconception(
    "split/reshape-t-last",
    says=Text(
        en="You reshape to (n_heads, d_head, T) and then move T to the middle, which mixes tokens "
        "and features.",
        es="Haces reshape a (n_heads, d_head, T) y luego llevas T al centro, lo que mezcla tokens "
        "y features.",
    ),
    why=Text(
        en="A reshape cannot move the token axis: memory still runs token by token, so one row "
        "now holds pieces of several tokens.",
        es="Un reshape no puede mover el eje de los tokens: la memoria sigue yendo token a token, "
        "así que cada fila contiene trozos de varios tokens.",
    ),
    hint=HINT_PRINT,
    source=LAB_RESHAPE,
)
class _ReshapeTLast(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        H = self.n_heads
        return tokens_last(q, H), tokens_last(k, H), tokens_last(v, H)
