"""Mistakes in applying the mask: dropped, multiplied, turned round, at the wrong moment."""

# ruff: noqa: ARG002 - a step keeps its signature where the mistake drops an argument

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_MASK
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

HINT_OPERATION = Text(
    en="An additive mask says by how much to change each score: 0 leaves it alone. Try a mask of "
    "zeros; the answer should be the one without a mask.",
    es="Una máscara aditiva dice cuánto cambia cada score: 0 lo deja igual. Prueba con una "
    "máscara de ceros; la respuesta debería ser la misma que sin máscara.",
)


@misconception(
    "mask/ignored",
    says=Text(
        en="forward accepts a mask and never uses it.",
        es="forward acepta una máscara y no la usa nunca.",
    ),
    why=Text(
        en="Lab 02 and the later phases build the causal mask on this argument; without it a "
        "token can look at the words it should predict.",
        es="El lab 02 y las fases posteriores construyen la máscara causal sobre este argumento; "
        "sin él, un token puede mirar las palabras que debería predecir.",
    ),
    hint=Text(
        en="Search forward for its second argument. Between which two steps does the lab use it?",
        es="Busca en forward su segundo argumento. ¿Entre qué dos pasos lo usa el lab?",
    ),
    source=THEORY_MASK,
)
class _Ignored(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return super().mask(scores, None)


@misconception(
    "mask/multiplied",
    says=Text(
        en="The scores are multiplied by the mask instead of added to it.",
        es="Multiplicas los scores por la máscara en lugar de sumarla.",
    ),
    why=Text(
        en="A mask of zeros should change nothing; multiplied, it wipes out every score. A "
        "product cannot block a key either: a score of 0 still gets attention.",
        es="Una máscara de ceros no debería cambiar nada; multiplicada, borra todos los scores. Y "
        "un producto tampoco bloquea una clave: un score de 0 sigue recibiendo atención.",
    ),
    hint=HINT_OPERATION,
    source=THEORY_MASK,
)
class _Multiplied(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return scores if mask is None else scores * mask


@misconception(
    "mask/sign-inverted",
    says=Text(
        en="The mask is subtracted from the scores instead of added.",
        es="Restas la máscara a los scores en lugar de sumarla.",
    ),
    why=Text(
        en="The blocked keys carry a huge negative number; subtracted, they win all the attention.",
        es="Las claves bloqueadas llevan un número negativo enorme; al restarlo, se quedan con "
        "toda la atención.",
    ),
    hint=Text(
        en="Take one blocked entry and follow its sign up to the softmax.",
        es="Toma una entrada bloqueada y sigue su signo hasta el softmax.",
    ),
    source=THEORY_MASK,
)
class _SignInverted(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return super().mask(scores, None if mask is None else -mask)


@misconception(
    "mask/transposed",
    says=Text(
        en="The mask is added transposed: what should apply to query i and key j applies to "
        "query j and key i.",
        es="Sumas la máscara traspuesta: lo que debería valer para la query i y la clave j se "
        "aplica a la query j y la clave i.",
    ),
    why=Text(
        en="A causal mask turned round hides the past and shows the future.",
        es="Una máscara causal traspuesta oculta el pasado y deja ver el futuro.",
    ),
    hint=Text(
        en="Rows of the mask belong to queries and columns to keys, as in the scores. Block one "
        "single entry and see which weight becomes zero.",
        es="Las filas de la máscara son queries y las columnas claves, como en los scores. "
        "Bloquea una sola entrada y mira qué peso se vuelve cero.",
    ),
    source=THEORY_MASK,
)
class _Transposed(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return super().mask(scores, None if mask is None else mask.T)


@misconception(
    "mask/before-scaling",
    says=Text(
        en="The mask is added before the division by sqrt(d_head), so it is scaled as well.",
        es="Sumas la máscara antes de dividir por sqrt(d_head), así que también queda escalada.",
    ),
    why=Text(
        en="With 0 and -1e9 nothing shows. A mask with moderate numbers, such as a bias for "
        "distance, comes out too weak.",
        es="Con 0 y -1e9 no se nota. Una máscara con números moderados, como un sesgo por "
        "distancia, sale demasiado débil.",
    ),
    hint=Text(
        en="Compare the order of scaling and masking with the bullets of block A.",
        es="Compara el orden entre escalar y aplicar la máscara con los puntos del bloque A.",
    ),
    source=THEORY_MASK,
)
class _BeforeScaling(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        # Scaling is linear: (s + m) / c is s / c + m / c, whatever c this class uses.
        return super().mask(scores, None if mask is None else self.scale(mask))
