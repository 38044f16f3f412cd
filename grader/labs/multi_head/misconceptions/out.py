"""Mistakes in the output projection: W_O is left out, turned round or replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import (
    LAB_BLOCK_A,
    LAB_OUTPUT,
    THEORY_OUTPUT,
)
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_HEADS_MIX = Text(
    en="W_O is where heads can talk to one another: every output feature is a learned mixture of "
    "all heads.",
    es="W_O es donde las cabezas se comunican: cada feature de salida es una mezcla aprendida de "
    "todas ellas.",
)
WHY_FOUR_ROLES = Text(
    en="The output projection has a matrix of its own; sharing one with the inputs ties two "
    "things that should be learned apart.",
    es="La proyección de salida tiene su propia matriz; si la comparte con las entradas, se atan "
    "dos cosas que deben aprenderse por separado.",
)
HINT_LAST_WEIGHT = Text(
    en="Look at the last product of forward: which weight does it use?",
    es="Mira el último producto de forward: ¿qué peso usa?",
)


@misconception(
    "out/missing",
    says=Text(
        en="The joined heads are returned as they are; W_O is never used.",
        es="Devuelves las cabezas concatenadas tal cual; W_O no se usa nunca.",
    ),
    why=WHY_HEADS_MIX
    + Text(
        en=" Without it each feature comes from one head only.",
        es=" Sin ella cada feature viene de una única cabeza.",
    ),
    hint=Text(
        en="The lab's forward has one more step after the heads are joined.",
        es="El forward del lab tiene un paso más después de unir las cabezas.",
    ),
    source=LAB_OUTPUT,
)
class _Missing(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        return joined


@misconception(
    "out/transposed",
    says=Text(
        en="The joined heads are multiplied by W_O.T instead of W_O.",
        es="Multiplicas las cabezas concatenadas por W_O.T en lugar de W_O.",
    ),
    why=Text(
        en="Rows of W_O belong to the heads and columns to the output. The transpose is what a "
        "library layer that stores (out, in) needs, and it is another linear map.",
        es="Las filas de W_O son de las cabezas y las columnas, de la salida. La traspuesta es "
        "lo que necesita una capa de librería que guarda (salida, entrada), y es otra aplicación "
        "lineal.",
    ),
    hint=Text(
        en="Compare your last product with the lab's: is the matrix used as it is stored?",
        es="Compara tu último producto con el del lab: ¿usas la matriz tal como está guardada?",
    ),
    source=LAB_BLOCK_A,
)
class _Transposed(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = joined @ self.W_O.T
        return out


@misconception(
    "out/twice",
    says=Text(en="W_O is applied twice.", es="Aplicas W_O dos veces."),
    why=Text(
        en="The output passes through W_O once; twice is another map, and the gradients of W_O "
        "would be wrong later.",
        es="La salida pasa por W_O una sola vez; dos veces es otra aplicación lineal, y más "
        "adelante los gradientes de W_O serían incorrectos.",
    ),
    hint=Text(
        en="Search forward, and the helper functions that it calls, for W_O and count.",
        es="Busca W_O en forward y en las funciones auxiliares que llama, y cuenta.",
    ),
    source=LAB_BLOCK_A,
)
class _Twice(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        return super().output(super().output(joined))


@misconception(
    "out/uses-wv",
    says=Text(
        en="The output projection uses W_V in W_O's place.",
        es="La proyección de salida usa W_V en lugar de W_O.",
    ),
    why=WHY_FOUR_ROLES,
    hint=HINT_LAST_WEIGHT,
    source=THEORY_OUTPUT,
)
class _UsesWV(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = joined @ self.W_V
        return out


@misconception(
    "out/uses-wq",
    says=Text(
        en="The output projection uses W_Q in W_O's place.",
        es="La proyección de salida usa W_Q en lugar de W_O.",
    ),
    why=WHY_FOUR_ROLES,
    hint=HINT_LAST_WEIGHT,
    source=THEORY_OUTPUT,
)
class _UsesWQ(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = joined @ self.W_Q
        return out


@misconception(
    "out/left",
    says=Text(
        en="You multiply in the other order, W_O @ joined, which only runs when T happens to "
        "equal d_model.",
        es="Multiplicas en el otro orden, W_O @ joined, y eso solo funciona cuando T coincide por "
        "casualidad con d_model.",
    ),
    why=Text(
        en="There is one token per row. With the weight on the left, tokens are mixed instead of "
        "features.",
        es="Hay un token por fila. Con el peso a la izquierda se mezclan los tokens en lugar de "
        "las features.",
    ),
    hint=Text(
        en="Write the two shapes beside each other. The inner numbers must meet for every T.",
        es="Escribe las dos formas una junto a otra. Los números interiores deben coincidir para "
        "cualquier T.",
    ),
    source=LAB_BLOCK_A,
)
class _Left(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = self.W_O @ joined
        return out


@misconception(
    "out/elementwise",
    says=Text(
        en="The joined heads are multiplied by W_O element by element (*), not as matrices (@).",
        es="Multiplicas las cabezas concatenadas por W_O elemento a elemento (*), no como "
        "matrices (@).",
    ),
    why=WHY_HEADS_MIX
    + Text(
        en=" Element by element nothing is mixed, and most shapes do not even fit.",
        es=" Elemento a elemento no se mezcla nada, y la mayoría de las formas ni siquiera encaja.",
    ),
    hint=Text(
        en="Look at the operator between the joined heads and the weight.",
        es="Mira el operador que hay entre las cabezas concatenadas y el peso.",
    ),
    source=LAB_BLOCK_A,
)
class _Elementwise(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = joined * self.W_O
        return out
