"""Mistakes in the projections: W_O in the place of another matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.proj import HINT_ROLES, WHY_ROLES
from grader.labs.multi_head.misconceptions.sources import LAB_BLOCK_A
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array, Triple


@misconception(
    "proj/q-from-wo",
    says=Text(
        en="Q is made with W_O, the output's matrix, so that W_Q is never used.",
        es="Q se calcula con W_O, la matriz de la salida, así que W_Q no se usa nunca.",
    ),
    why=WHY_ROLES,
    hint=HINT_ROLES,
    source=LAB_BLOCK_A,
)
class _QFromWO(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        _, k, v = super().project(x)
        return x @ self.W_O, k, v


@misconception(
    "proj/k-from-wo",
    says=Text(
        en="K is made with W_O, the output's matrix, so that W_K is never used.",
        es="K se calcula con W_O, la matriz de la salida, así que W_K no se usa nunca.",
    ),
    why=WHY_ROLES,
    hint=HINT_ROLES,
    source=LAB_BLOCK_A,
)
class _KFromWO(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, _, v = super().project(x)
        return q, x @ self.W_O, v


@misconception(
    "proj/v-from-wo",
    says=Text(
        en="V is made with W_O, the output's matrix, so that W_V is never used.",
        es="V se calcula con W_O, la matriz de la salida, así que W_V no se usa nunca.",
    ),
    why=WHY_ROLES,
    hint=HINT_ROLES,
    source=LAB_BLOCK_A,
)
class _VFromWO(MultiHeadAttention):
    def project(self, x: Array) -> Triple:
        q, k, _ = super().project(x)
        return q, k, x @ self.W_O
