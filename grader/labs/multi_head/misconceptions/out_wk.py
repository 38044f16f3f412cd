"""Mistakes in the output: W_K in the place of W_O."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.out import HINT_LAST_WEIGHT, WHY_FOUR_ROLES
from grader.labs.multi_head.misconceptions.sources import THEORY_OUTPUT
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array


@misconception(
    "out/uses-wk",
    says=Text(
        en="The output projection uses W_K in W_O's place.",
        es="La proyección de salida usa W_K en lugar de W_O.",
    ),
    why=WHY_FOUR_ROLES,
    hint=HINT_LAST_WEIGHT,
    source=THEORY_OUTPUT,
)
class _UsesWK(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = joined @ self.W_K
        return out
