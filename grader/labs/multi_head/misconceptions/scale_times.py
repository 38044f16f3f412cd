"""Mistakes in the scale of the scores: the right number in the wrong place, or inexact."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import LAB_BLOCK_A, THEORY_SCORES
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array


@misconception(
    "scale/twice",
    says=Text(
        en="The scores are divided by sqrt(d_head) twice, for example once in Q and once more "
        "after the product.",
        es="Divides por sqrt(d_head) dos veces, por ejemplo una en Q y otra después del producto.",
    ),
    why=Text(
        en="Together that divides by d_head, which flattens the softmax: every token attends to "
        "all others almost alike.",
        es="En total divides por d_head, lo que aplana el softmax: cada token atiende a todos "
        "casi por igual.",
    ),
    hint=Text(
        en="Follow a score from Q to the softmax and count how often it is scaled.",
        es="Sigue un score desde Q hasta el softmax y cuenta cuántas veces se escala.",
    ),
    source=THEORY_SCORES,
)
class _Twice(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return super().scale(super().scale(scores))


@misconception(
    "scale/fourth-root-once",
    says=Text(
        en="Only one of Q and K is divided by the fourth root of d_head, so the scores are "
        "divided by d_head ** 0.25.",
        es="Solo una de las dos, Q o K, se divide por la raíz cuarta de d_head, así que los "
        "scores quedan divididos por d_head ** 0.25.",
    ),
    why=Text(
        en="The fourth root is right when both sides carry it; on one side alone half of the "
        "scaling is missing, and the softmax is too sharp.",
        es="La raíz cuarta es correcta si la llevan los dos lados; en uno solo falta la mitad del "
        "escalado y el softmax sale demasiado afilado.",
    ),
    hint=Text(
        en="Multiply the factors that Q and K carry into the product. Do they make the square "
        "root together?",
        es="Multiplica los factores con los que Q y K entran en el producto. ¿Dan juntos la raíz "
        "cuadrada?",
    ),
    source=THEORY_SCORES,
)
class _FourthRootOnce(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores / math.pow(self.d_head, 0.25)


@misconception(
    "scale/int-truncated-root",
    says=Text(
        en="The root is cut to a whole number: int(sqrt(d_head)).",
        es="La raíz se trunca a un número entero: int(sqrt(d_head)).",
    ),
    why=Text(
        en="With d_head = 16 nothing shows, because the root is 4. With d_head = 3 or 8 the "
        "scores are off by a third or more.",
        es="Con d_head = 16 no se nota, porque la raíz es 4. Con d_head = 3 u 8 los scores se "
        "desvían un tercio o más.",
    ),
    hint=Text(
        en="Look for a conversion to an integer, or a whole-number division, near the root.",
        es="Busca una conversión a entero, o una división entera, cerca de la raíz.",
    ),
    source=THEORY_SCORES,
)
class _IntTruncatedRoot(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores / int(math.sqrt(self.d_head))


@misconception(
    "scale/d-head-hard-coded-16",
    says=Text(
        en="The scores are always divided by 4, the root of 16, whatever d_head is.",
        es="Divides siempre los scores por 4, la raíz de 16, sea cual sea d_head.",
    ),
    why=Text(
        en="That fits the sizes of block C, where d_head = 16, and no others; in block B d_head "
        "is 4.",
        es="Eso encaja con los tamaños del bloque C, donde d_head = 16, y con ningún otro; en el "
        "bloque B d_head es 4.",
    ),
    hint=Text(
        en="Look for a literal number in the scale that the sizes of the object should decide.",
        es="Busca en la escala un número escrito a mano que debería depender de los tamaños del "
        "objeto.",
    ),
    source=LAB_BLOCK_A,
)
class _DHeadHardCoded16(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores / 4.0


@misconception(
    "scale/after-softmax",
    says=Text(
        en="The division by sqrt(d_head) comes after the softmax, so each row of the attention "
        "sums to 1 / sqrt(d_head).",
        es="La división por sqrt(d_head) va después del softmax, así que cada fila de la atención "
        "suma 1 / sqrt(d_head).",
    ),
    why=Text(
        en="The softmax still gets the large scores and saturates, and the output is too small as "
        "well.",
        es="El softmax sigue recibiendo scores grandes y se satura, y además la salida queda "
        "demasiado pequeña.",
    ),
    hint=Text(
        en="Print the row sums of your attention, then look at which of the two steps comes "
        "first, and at the parentheses.",
        es="Imprime la suma de cada fila de tu atención; luego mira cuál de los dos pasos va "
        "primero y dónde están los paréntesis.",
    ),
    source=THEORY_SCORES,
)
class _AfterSoftmax(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores

    def weighted_sum(self, attention: Array, v: Array) -> Array:
        return super().weighted_sum(super().scale(attention), v)
