"""Mistakes in joining the heads: some heads are lost, or all are made one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_CONCAT, THEORY_WHY_HEADS
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_KEPT_APART = Text(
    en="The heads are kept apart so that W_O can learn how to mix them. Made one beforehand, what "
    "tells them apart is gone. Block B cannot see it, because it has one head.",
    es="Las cabezas se mantienen separadas para que W_O aprenda a mezclarlas. Si las fundes "
    "antes, se pierde lo que las distingue. El bloque B no lo ve, porque usa una única cabeza.",
)
WHY_ONE_HEAD = Text(
    en="The other heads are computed and thrown away. Block B cannot see it, because it has one "
    "head.",
    es="Las demás cabezas se calculan y se tiran. El bloque B no lo ve, porque usa una única "
    "cabeza.",
)
HINT_WIDTH = Text(
    en="Count: n_heads results of d_head features make d_model features, with nothing averaged "
    "and nothing repeated.",
    es="Cuenta: n_heads resultados de d_head features dan d_model features, sin promediar ni "
    "repetir nada.",
)
HINT_ALL_HEADS = Text(
    en="Give two heads clearly different values and see where each shows up in the joined array.",
    es="Da valores claramente distintos a dos cabezas y mira dónde aparece cada una en el array "
    "unido.",
)


@misconception(
    "merge/heads-mean-tiled",
    says=Text(
        en="The heads are averaged, and the average is repeated to fill d_model columns.",
        es="Promedias las cabezas y repites la media hasta llenar d_model columnas.",
    ),
    why=WHY_KEPT_APART,
    hint=HINT_WIDTH,
    source=THEORY_CONCAT,
)
class _HeadsMeanTiled(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return super().merge(np.broadcast_to(heads.mean(axis=0), heads.shape))


@misconception(
    "merge/heads-sum-tiled",
    says=Text(
        en="The heads are summed, and the sum is repeated to fill d_model columns.",
        es="Sumas las cabezas y repites la suma hasta llenar d_model columnas.",
    ),
    why=WHY_KEPT_APART,
    hint=HINT_WIDTH,
    source=THEORY_CONCAT,
)
class _HeadsSumTiled(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return super().merge(np.broadcast_to(heads.sum(axis=0), heads.shape))


@misconception(
    "merge/heads-mean",
    says=Text(
        en="The heads are averaged to (T, d_head), so the product with W_O raises.",
        es="Promedias las cabezas a (T, d_head), así que el producto con W_O da error.",
    ),
    why=Text(
        en="W_O takes d_model features, the heads side by side; an average has only d_head.",
        es="W_O recibe d_model features, las cabezas una al lado de otra; una media solo tiene "
        "d_head.",
    ),
    hint=HINT_WIDTH,
    source=THEORY_CONCAT,
)
class _HeadsMean(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        out: Array = heads.mean(axis=0)
        return out


@misconception(
    "merge/heads-max-tiled",
    says=Text(
        en="The largest value over the heads is taken and repeated to fill d_model columns.",
        es="Tomas el mayor valor entre las cabezas y lo repites hasta llenar d_model columnas.",
    ),
    why=WHY_KEPT_APART,
    hint=HINT_WIDTH,
    source=THEORY_CONCAT,
)
class _HeadsMaxTiled(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return super().merge(np.broadcast_to(heads.max(axis=0), heads.shape))


@misconception(
    "merge/first-head-tiled",
    says=Text(
        en="Only head 0 reaches the output, repeated to fill d_model columns.",
        es="Solo la cabeza 0 llega a la salida, repetida hasta llenar d_model columnas.",
    ),
    why=WHY_ONE_HEAD,
    hint=HINT_ALL_HEADS,
    source=THEORY_WHY_HEADS,
)
class _FirstHeadTiled(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return super().merge(np.broadcast_to(heads[0], heads.shape))


@misconception(
    "merge/last-head-only",
    says=Text(
        en="Only the last head reaches the output: each round of the loop overwrites the one "
        "before.",
        es="Solo la última cabeza llega a la salida: cada vuelta del bucle sobrescribe la "
        "anterior.",
    ),
    why=WHY_ONE_HEAD,
    hint=Text(
        en="After your loop over heads, what is left of the first round's result?",
        es="Después de tu bucle sobre las cabezas, ¿qué queda del resultado de la primera vuelta?",
    ),
    source=THEORY_WHY_HEADS,
)
class _LastHeadOnly(MultiHeadAttention):
    def merge(self, heads: Array) -> Array:
        return super().merge(np.broadcast_to(heads[-1], heads.shape))
