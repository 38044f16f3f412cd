"""Mistakes in comparing queries with keys."""

# ruff: noqa: ARG002 - a step keeps its signature where the mistake drops an argument

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_SCORES
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array, Triple

WHY_SYMMETRIC = Text(
    en="The scores become symmetric and one of the projections has no effect: no token can look "
    "for something other than what it is itself.",
    es="Los scores se vuelven simétricos y una de las proyecciones no tiene efecto: ningún token "
    "puede buscar algo distinto de lo que él mismo es.",
)
HINT_OPERANDS = Text(
    en="Look at the product that makes the scores: which of Q, K and V stands on each side? "
    "The rows of the result should belong to the queries and the columns to the keys.",
    es="Mira el producto que da los scores: ¿cuál de Q, K y V está a cada lado? Las filas del "
    "resultado deben corresponder a las queries y las columnas a las claves.",
)


@misconception(
    "score/k-q-transposed",
    says=Text(
        en="The scores are K @ Q.T instead of Q @ K.T: every matrix of scores is transposed.",
        es="Los scores son K @ Q.T en lugar de Q @ K.T: cada matriz de scores sale traspuesta.",
    ),
    why=Text(
        en="Row i should hold what query i thinks of every key, because the softmax goes along "
        "rows. Transposed, keys choose among queries.",
        es="La fila i debe contener lo que la query i opina de cada clave, porque el softmax va "
        "por filas. Traspuesta, son las claves las que eligen entre las queries.",
    ),
    hint=HINT_OPERANDS,
    source=THEORY_SCORES,
)
class _KQTransposed(MultiHeadAttention):
    def scores(self, q: Array, k: Array) -> Array:
        return super().scores(k, q)


@misconception(
    "score/k-not-transposed",
    says=Text(
        en="K is not transposed: Q @ K only runs when T happens to equal d_head.",
        es="K no se traspone: Q @ K solo funciona cuando T coincide por casualidad con d_head.",
    ),
    why=Text(
        en="A score is the dot product of one query with one key, so the sum must run over the "
        "features of both.",
        es="Un score es el producto escalar de una query y una clave, así que la suma debe "
        "recorrer las features de ambas.",
    ),
    hint=Text(
        en="Which two axes of K must change places, and do they, for an array with three axes? "
        "Asking for the last two in their own order changes nothing.",
        es="¿Qué dos ejes de K deben intercambiarse, y lo hacen, en un array de tres ejes? Pedir "
        "los dos últimos en su propio orden no cambia nada.",
    ),
    source=THEORY_SCORES,
)
class _KNotTransposed(MultiHeadAttention):
    def scores(self, q: Array, k: Array) -> Array:
        out: Array = q @ k
        return out


@misconception(
    "score/q-q",
    says=Text(
        en="The scores are Q @ Q.T: queries are compared with queries, and K is never used.",
        es="Los scores son Q @ Q.T: se comparan queries con queries, y K no se usa nunca.",
    ),
    why=WHY_SYMMETRIC,
    hint=HINT_OPERANDS,
    source=THEORY_SCORES,
)
class _QQ(MultiHeadAttention):
    def scores(self, q: Array, k: Array) -> Array:
        return super().scores(q, q)


@misconception(
    "score/k-k",
    says=Text(
        en="The scores are K @ K.T: keys are compared with keys, and Q is never used.",
        es="Los scores son K @ K.T: se comparan claves con claves, y Q no se usa nunca.",
    ),
    why=WHY_SYMMETRIC,
    hint=HINT_OPERANDS,
    source=THEORY_SCORES,
)
class _KK(MultiHeadAttention):
    def scores(self, q: Array, k: Array) -> Array:
        return super().scores(k, k)


@misconception(
    "score/q-v",
    says=Text(
        en="The scores are Q @ V.T: queries are compared with values, and K is never used.",
        es="Los scores son Q @ V.T: se comparan queries con valores, y K no se usa nunca.",
    ),
    why=Text(
        en="Where to look (keys) and what to bring back (values) are learned apart; here the "
        "values must serve for both.",
        es="Dónde mirar (claves) y qué traer (valores) se aprenden por separado; así los valores "
        "tienen que servir para ambas cosas.",
    ),
    hint=HINT_OPERANDS,
    source=THEORY_SCORES,
)
class _QV(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        q_heads, _, v_heads = super().split(q, k, v)
        return q_heads, v_heads, v_heads


@misconception(
    "score/cosine",
    says=Text(
        en="Q and K are divided by their lengths first, so the scores are cosines.",
        es="Divides antes Q y K por su norma, así que los scores son cosenos.",
    ),
    why=Text(
        en="The length of a query says how sharply it chooses. With cosines, every score lies "
        "between -1 and 1 and the attention stays nearly uniform.",
        es="La norma de una query indica con cuánta nitidez elige. Con cosenos, todos los scores "
        "quedan entre -1 y 1 y la atención es casi uniforme.",
    ),
    hint=Text(
        en="See what happens to Q and K between the split into heads and the scores: nothing "
        "should.",
        es="Mira qué les pasa a Q y K entre la separación en cabezas y los scores: no debería "
        "pasarles nada.",
    ),
    source=THEORY_SCORES,
)
class _Cosine(MultiHeadAttention):
    def scores(self, q: Array, k: Array) -> Array:
        q_unit = q / np.linalg.norm(q, axis=-1, keepdims=True)
        k_unit = k / np.linalg.norm(k, axis=-1, keepdims=True)
        return super().scores(q_unit, k_unit)
