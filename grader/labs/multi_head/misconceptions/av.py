"""Mistakes in mixing the values with the attention."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import LAB_BLOCK_A, THEORY_VALUES
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array, Triple

WHY_VALUES = Text(
    en="Queries and keys only decide where to look; what is brought back is the value, and W_V is "
    "learned for that alone.",
    es="Las queries y las claves solo deciden dónde mirar; lo que se trae es el valor, y W_V se "
    "aprende solo para eso.",
)
HINT_VALUES = Text(
    en="Look at the second factor of the product that follows the softmax: which of Q, K and V "
    "is it?",
    es="Mira el segundo factor del producto que sigue al softmax: ¿cuál de Q, K y V es?",
)


@misconception(
    "av/a-transposed",
    says=Text(
        en="The attention is transposed before it meets the values: A.T @ V.",
        es="Traspones la atención antes de multiplicarla por los valores: A.T @ V.",
    ),
    why=Text(
        en="Row i should collect what token i attends to. Transposed, it collects from those who "
        "attend to i, with weights that do not sum to 1.",
        es="La fila i debe reunir aquello a lo que atiende el token i. Traspuesta, reúne lo de "
        "quienes atienden a i, con pesos que no suman 1.",
    ),
    hint=Text(
        en="In the sum for one token, over which index of the attention do the weights run? They "
        "should sum to 1. In an einsum, compare the letters.",
        es="En la suma para un token, ¿sobre qué índice de la atención corren los pesos? Deberían "
        "sumar 1. Si usas einsum, compara las letras.",
    ),
    source=THEORY_VALUES,
)
class _ATransposed(MultiHeadAttention):
    def weighted_sum(self, attention: Array, v: Array) -> Array:
        return super().weighted_sum(attention.swapaxes(-1, -2), v)


@misconception(
    "av/a-times-k",
    says=Text(
        en="The attention is applied to K instead of V: A @ K.",
        es="Aplicas la atención a K en lugar de a V: A @ K.",
    ),
    why=WHY_VALUES,
    hint=HINT_VALUES,
    source=THEORY_VALUES,
)
class _ATimesK(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        q_heads, k_heads, _ = super().split(q, k, v)
        return q_heads, k_heads, k_heads


@misconception(
    "av/a-times-q",
    says=Text(
        en="The attention is applied to Q instead of V: A @ Q.",
        es="Aplicas la atención a Q en lugar de a V: A @ Q.",
    ),
    why=WHY_VALUES,
    hint=HINT_VALUES,
    source=THEORY_VALUES,
)
class _ATimesQ(MultiHeadAttention):
    def split(self, q: Array, k: Array, v: Array) -> Triple:
        q_heads, k_heads, _ = super().split(q, k, v)
        return q_heads, k_heads, q_heads


@misconception(
    "av/residual-v",
    says=Text(
        en="V is added to the weighted sum: A @ V + V.",
        es="Sumas V a la suma ponderada: A @ V + V.",
    ),
    why=Text(
        en="A head should return an average of values. With V added, each token keeps itself "
        "whatever its attention says.",
        es="Una cabeza debe devolver una media de valores. Si sumas V, cada token se conserva a "
        "sí mismo diga lo que diga su atención.",
    ),
    hint=Text(
        en="See what happens to the result of the weighted sum before the heads are joined: "
        "nothing should be added.",
        es="Mira qué le pasa al resultado de la suma ponderada antes de unir las cabezas: no "
        "debería sumarse nada.",
    ),
    source=LAB_BLOCK_A,
)
class _ResidualV(MultiHeadAttention):
    def weighted_sum(self, attention: Array, v: Array) -> Array:
        return super().weighted_sum(attention, v) + v


@misconception(
    "av/dropout-0-1-no-rescale",
    says=Text(
        en="The attention is made 10 % smaller, 0.9 · A, as by a dropout that is not rescaled.",
        es="La atención queda un 10 % menor, 0.9 · A, como con un dropout sin reescalar.",
    ),
    why=Text(
        en="The lab's forward has no dropout: the same input gives the same output, and the "
        "weights of each query sum to 1.",
        es="El forward del lab no lleva dropout: la misma entrada da la misma salida, y los pesos "
        "de cada query suman 1.",
    ),
    hint=Text(
        en="Look for something that switches off or shrinks attention weights after the softmax.",
        es="Busca algo que apague o reduzca los pesos de atención después del softmax.",
    ),
    source=LAB_BLOCK_A,
)
class _Dropout(MultiHeadAttention):
    def weighted_sum(self, attention: Array, v: Array) -> Array:
        return super().weighted_sum(0.9 * attention, v)


@misconception(
    "av/attention-ignored",
    says=Text(
        en="The values are joined as they are; the attention is computed and never used.",
        es="Concatenas los valores tal cual; la atención se calcula y no se usa nunca.",
    ),
    why=Text(
        en="No token sees any other, whatever the scores say.",
        es="Ningún token ve a otro, digan lo que digan los scores.",
    ),
    hint=Text(
        en="What is joined after the loop or the product: the values, or their weighted sum?",
        es="¿Qué se concatena tras el bucle o el producto: los valores o su suma ponderada?",
    ),
    source=THEORY_VALUES,
)
class _AttentionIgnored(MultiHeadAttention):
    def weighted_sum(self, attention: Array, v: Array) -> Array:
        del attention
        return v
