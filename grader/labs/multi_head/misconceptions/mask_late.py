"""Mistakes in the moment of the mask: applied to the attention, after the softmax."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_MASK
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

HINT_ROW_SUMS = Text(
    en="Print the row sums of the attention after the mask was applied, and compare the order "
    "of mask and softmax with block A.",
    es="Imprime la suma de cada fila de la atención una vez aplicada la máscara, y compara el "
    "orden entre máscara y softmax con el bloque A.",
)


class _LateMask(MultiHeadAttention):
    """The mask passes the scores by and meets the attention, in ``late``.

    ``forward`` runs on a copy that carries the mask, so that the object itself remembers nothing.
    """

    carried: Array | None = None

    def forward(self, x: Array, mask: Array | None = None) -> Array:
        carrier = copy.copy(self)
        carrier.carried = mask
        return super(_LateMask, carrier).forward(x)

    def weighted_sum(self, attention: Array, v: Array) -> Array:
        if self.carried is not None:
            attention = self.late(attention, self.carried)
        return super().weighted_sum(attention, v)

    def late(self, attention: Array, mask: Array) -> Array:
        raise NotImplementedError


@misconception(
    "mask/after-softmax-added",
    says=Text(
        en="The mask is added after the softmax, to the attention instead of the scores.",
        es="Sumas la máscara después del softmax, a la atención en lugar de a los scores.",
    ),
    why=Text(
        en="The attention of a blocked key becomes a huge negative weight instead of 0.",
        es="La atención de una clave bloqueada se convierte en un peso negativo enorme en lugar "
        "de 0.",
    ),
    hint=HINT_ROW_SUMS,
    source=THEORY_MASK,
)
class _AfterSoftmaxAdded(_LateMask):
    def late(self, attention: Array, mask: Array) -> Array:
        return attention + mask


@misconception(
    "mask/after-softmax-zeroed",
    says=Text(
        en="Blocked weights are set to 0 after the softmax, so the rows no longer sum to 1.",
        es="Pones a 0 los pesos bloqueados después del softmax, así que las filas ya no suman 1.",
    ),
    why=Text(
        en="The blocked keys have already taken their share in the softmax: early tokens, which "
        "see few keys, come out too small, and the future leaks through the sum.",
        es="Las claves bloqueadas ya se han llevado su parte en el softmax: los primeros tokens, "
        "que ven pocas claves, salen demasiado pequeños, y el futuro se filtra por la suma.",
    ),
    hint=HINT_ROW_SUMS,
    source=THEORY_MASK,
)
class _AfterSoftmaxZeroed(_LateMask):
    def late(self, attention: Array, mask: Array) -> Array:
        return np.where(mask < 0, 0, attention)
