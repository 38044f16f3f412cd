"""Mistakes in the scale of the scores: another number than the root of d_head."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import BREAK_SCALE, THEORY_SCORES
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_TOO_SHARP = Text(
    en="A dot product of d_head features has a spread of about sqrt(d_head). Unless that is "
    "divided out, the softmax saturates: each row looks at one token, and gradients vanish.",
    es="Un producto escalar de d_head features tiene una dispersión del orden de sqrt(d_head). "
    "Si no se compensa dividiendo, el softmax se satura: cada fila mira a un solo token y los "
    "gradientes se anulan.",
)
WHY_TOO_FLAT = Text(
    en="Dividing by too much flattens the softmax: every token attends to all others almost "
    "alike, and the heads can hardly tell tokens apart.",
    es="Dividir por demasiado aplana el softmax: cada token atiende a todos casi por igual y las "
    "cabezas apenas distinguen unos tokens de otros.",
)
HINT_WHOSE_WIDTH = Text(
    en="Each head takes dot products of its own vectors. How many features do those have? That "
    "number belongs under the root.",
    es="Cada cabeza hace productos escalares con sus propios vectores. ¿Cuántas features tienen? "
    "Ese es el número que va bajo la raíz.",
)
HINT_DIRECTION = Text(
    en="Work it out for four features a head: should the scores come out larger or smaller than "
    "the plain dot products, and by which factor? Check whether a factor was inverted twice.",
    es="Haz la cuenta con cuatro features por cabeza: ¿deben salir los scores mayores o menores "
    "que los productos escalares sin más, y por qué factor? Revisa si invertiste el factor dos "
    "veces.",
)
HINT_ROOT = Text(
    en="Compare your divisor with the lab's formula: which number is it, and is there a root?",
    es="Compara tu divisor con la fórmula del lab: ¿qué número es, y lleva raíz?",
)


@misconception(
    "scale/sqrt-d-model",
    says=Text(
        en="The scores are divided by sqrt(d_model) instead of sqrt(d_head).",
        es="Divides los scores por sqrt(d_model) en lugar de sqrt(d_head).",
    ),
    why=WHY_TOO_FLAT
    + Text(
        en=" With one head both are the same, so block B cannot see it.",
        es=" Con una sola cabeza d_model y d_head coinciden, así que el bloque B no lo ve.",
    ),
    hint=HINT_WHOSE_WIDTH,
    source=THEORY_SCORES,
)
class _SqrtDModel(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores / math.sqrt(self.d_model)


@misconception(
    "scale/none",
    says=Text(
        en="The scores are not scaled: they go into the softmax as plain dot products.",
        es="Los scores no se escalan: llegan al softmax como productos escalares sin más.",
    ),
    why=WHY_TOO_SHARP,
    hint=Text(
        en="Reread the lab's formula for the scores: something stands after the product.",
        es="Relee la fórmula de los scores en el lab: después del producto hay algo más.",
    ),
    source=BREAK_SCALE,
)
class _NoScale(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores


@misconception(
    "scale/multiplied",
    says=Text(
        en="The scores are multiplied by sqrt(d_head) instead of divided by it.",
        es="Multiplicas los scores por sqrt(d_head) en lugar de dividirlos.",
    ),
    why=WHY_TOO_SHARP,
    hint=HINT_DIRECTION,
    source=BREAK_SCALE,
)
class _Multiplied(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores * math.sqrt(self.d_head)


@misconception(
    "scale/multiplied-d-model",
    says=Text(
        en="The scores are multiplied by sqrt(d_model) instead of divided by sqrt(d_head).",
        es="Multiplicas los scores por sqrt(d_model) en lugar de dividirlos por sqrt(d_head).",
    ),
    why=WHY_TOO_SHARP,
    hint=HINT_DIRECTION,
    source=BREAK_SCALE,
)
class _MultipliedDModel(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores * math.sqrt(self.d_model)


@misconception(
    "scale/d-head-no-root",
    says=Text(
        en="The scores are divided by d_head itself; the root is missing.",
        es="Divides los scores por d_head tal cual; falta la raíz.",
    ),
    why=WHY_TOO_FLAT,
    hint=HINT_ROOT,
    source=THEORY_SCORES,
)
class _DHeadNoRoot(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores / self.d_head


@misconception(
    "scale/d-model-no-root",
    says=Text(
        en="The scores are divided by d_model instead of sqrt(d_head).",
        es="Divides los scores por d_model en lugar de sqrt(d_head).",
    ),
    why=WHY_TOO_FLAT,
    hint=HINT_ROOT,
    source=THEORY_SCORES,
)
class _DModelNoRoot(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores / self.d_model


@misconception(
    "scale/sqrt-n-heads",
    says=Text(
        en="The scores are divided by sqrt(n_heads) instead of sqrt(d_head).",
        es="Divides los scores por sqrt(n_heads) en lugar de sqrt(d_head).",
    ),
    why=Text(
        en="The spread of a dot product depends on how many features are summed, not on how many "
        "heads there are. At d_model = 64 with 4 heads the factor is 2 instead of 4.",
        es="La dispersión de un producto escalar depende de cuántas features se suman, no de "
        "cuántas cabezas hay. Con d_model = 64 y 4 cabezas el factor es 2 en lugar de 4.",
    ),
    hint=HINT_WHOSE_WIDTH,
    source=THEORY_SCORES,
)
class _SqrtNHeads(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores / math.sqrt(self.n_heads)


@misconception(
    "scale/sqrt-t",
    says=Text(
        en="The scores are divided by sqrt(T), the number of tokens, instead of sqrt(d_head).",
        es="Divides los scores por sqrt(T), el número de tokens, en lugar de sqrt(d_head).",
    ),
    why=Text(
        en="A longer text would then flatten the attention of every token, although the vectors "
        "that are compared are the same.",
        es="Un texto más largo aplanaría entonces la atención de todos los tokens, aunque los "
        "vectores que se comparan sean los mismos.",
    ),
    hint=Text(
        en="Check which axis the number under the root was read from.",
        es="Comprueba de qué eje sale el número que hay bajo la raíz.",
    ),
    source=THEORY_SCORES,
)
class _SqrtT(MultiHeadAttention):
    def scale(self, scores: Array) -> Array:
        return scores / math.sqrt(scores.shape[-1])
