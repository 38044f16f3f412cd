"""Mistakes in what the mask's numbers mean: another convention, or a number that blocks nothing.

The lab's mask is additive: any real number may stand in it, 0 changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_MASK
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_CONVENTION = Text(
    en="There are two conventions: masks that mark which places are kept, and masks that are "
    "added. The lab fixes the second, and its callers pass 0 for what stays.",
    es="Hay dos convenios: máscaras que marcan qué posiciones se conservan, y máscaras que se "
    "suman. El lab fija la segunda, y quien llama pasa 0 donde no cambia nada.",
)
WHY_FINITE = Text(
    en="With 0 and -inf nothing shows. A mask with moderate numbers, such as a bias for distance, "
    "should shift the scores by exactly those numbers.",
    es="Con 0 y -inf no se nota. Una máscara con números moderados, como un sesgo por distancia, "
    "debe desplazar los scores exactamente en esos números.",
)
HINT_NUMBERS = Text(
    en="Use the numbers in the mask themselves, not only the fact that they are there. What "
    "should an entry of 0.5 do to its score, and what an entry of -0.5?",
    es="Usa los propios números de la máscara, no solo el hecho de que estén. ¿Qué debería "
    "hacerle a su score una entrada de 0.5? ¿Y una de -0.5?",
)


@misconception(
    "mask/zero-means-block",
    says=Text(
        en="You block the places where the mask is 0, as if 1 meant keep.",
        es="Bloqueas las posiciones donde la máscara vale 0, como si 1 significara conservar.",
    ),
    why=WHY_CONVENTION,
    hint=HINT_NUMBERS,
    source=THEORY_MASK,
)
class _ZeroMeansBlock(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return scores if mask is None else np.where(mask == 0, -1e9, scores)


@misconception(
    "mask/nonzero-means-block",
    says=Text(
        en="You block every place where the mask is not 0, whatever number stands there.",
        es="Bloqueas toda posición donde la máscara no vale 0, sea cual sea el número.",
    ),
    why=WHY_FINITE,
    hint=HINT_NUMBERS,
    source=THEORY_MASK,
)
class _NonzeroMeansBlock(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return scores if mask is None else np.where(mask != 0, -1e9, scores)


@misconception(
    "mask/negative-means-block",
    says=Text(
        en="You block every place where the mask is negative and leave the others as they are.",
        es="Bloqueas toda posición donde la máscara es negativa y dejas las demás como están.",
    ),
    why=WHY_FINITE,
    hint=HINT_NUMBERS,
    source=THEORY_MASK,
)
class _NegativeMeansBlock(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return scores if mask is None else np.where(mask < 0, -1e9, scores)


@misconception(
    "mask/times-minus-1e9",
    says=Text(
        en="You add mask * -1e9, as if 1 in the mask meant block.",
        es="Sumas mask * -1e9, como si un 1 en la máscara significara bloquear.",
    ),
    why=WHY_CONVENTION
    + Text(
        en=" A negative entry becomes a huge positive one and takes all the attention.",
        es=" Una entrada negativa se vuelve enorme y positiva, y se lleva toda la atención.",
    ),
    hint=HINT_NUMBERS,
    source=THEORY_MASK,
)
class _TimesMinus1e9(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return super().mask(scores, None if mask is None else mask * -1e9)


@misconception(
    "mask/one-minus-times-1e9",
    says=Text(
        en="You add (1 - mask) * -1e9, as if 1 in the mask meant keep.",
        es="Sumas (1 - mask) * -1e9, como si un 1 en la máscara significara conservar.",
    ),
    why=WHY_CONVENTION
    + Text(
        en=" With 0 and -inf nothing shows: every kept score moves by the same amount.",
        es=" Con 0 y -inf no se nota: todos los scores conservados se mueven por igual.",
    ),
    hint=HINT_NUMBERS,
    source=THEORY_MASK,
)
class _OneMinusTimes1e9(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return super().mask(scores, None if mask is None else (1 - mask) * -1e9)


@misconception(
    "mask/cast-to-bool",
    says=Text(
        en="The mask is turned into booleans before it is added, so each number that is not 0 "
        "adds 1.",
        es="Conviertes la máscara en booleanos antes de sumarla, así que cada número distinto de "
        "0 suma 1.",
    ),
    why=Text(
        en="-1e9 becomes +1: a blocked key gets more attention instead of none.",
        es="-1e9 se convierte en +1: una clave bloqueada recibe más atención en lugar de ninguna.",
    ),
    hint=HINT_NUMBERS,
    source=THEORY_MASK,
)
class _CastToBool(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return super().mask(scores, None if mask is None else mask.astype(bool))
