"""Mistakes in whom the mask reaches, and in what happens where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.sources import THEORY_MASK
from grader.model import Text
from reference import MultiHeadAttention, causal_mask

if TYPE_CHECKING:
    from reference.attention import Array


@misconception(
    "mask/first-head-only",
    says=Text(
        en="The mask reaches the first head only; the other heads are not masked.",
        es="La máscara llega solo a la primera cabeza; las demás quedan sin máscara.",
    ),
    why=Text(
        en="One head that sees the future is enough for the whole layer to see it, since W_O "
        "mixes the heads.",
        es="Basta una cabeza que vea el futuro para que lo vea toda la capa, porque W_O mezcla "
        "las cabezas.",
    ),
    hint=Text(
        en="Check how a mask of shape (T, T) spreads over scores of shape (n_heads, T, T), or "
        "whether your loop applies it in every round.",
        es="Comprueba cómo se extiende una máscara de forma (T, T) sobre unos scores de forma "
        "(n_heads, T, T), o si tu bucle la aplica en cada vuelta.",
    ),
    source=THEORY_MASK,
)
class _FirstHeadOnly(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        masked = super().mask(scores, mask)
        return np.concatenate([masked[:1], scores[1:]])


@misconception(
    "mask/always-causal",
    says=Text(
        en="A causal mask is always added, besides the mask that is given.",
        es="Sumas siempre una máscara causal, además de la que se recibe.",
    ),
    why=Text(
        en="In this lab the mask is None and every token may look at every other; the heatmaps "
        "would lose their upper half. Whoever calls forward chooses the mask.",
        es="En este lab la máscara es None y cada token puede mirar a todos; los heatmaps "
        "perderían su mitad superior. La máscara la elige quien llama a forward.",
    ),
    hint=Text(
        en="Look for a triangle made inside forward: the argument alone should decide.",
        es="Busca un triángulo creado dentro de forward: debería decidir solo el argumento.",
    ),
    source=THEORY_MASK,
)
class _AlwaysCausal(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        given = super().mask(scores, mask)
        return super().mask(given, causal_mask(scores.shape[-1]))


@misconception(
    "mask/causal-when-none",
    says=Text(
        en="Without a mask you put in a causal one.",
        es="Cuando no se pasa máscara, pones una causal.",
    ),
    why=Text(
        en="None means that nothing is hidden. In this lab the mask is None and every token may "
        "look at every other.",
        es="None significa que no se oculta nada. En este lab la máscara es None y cada token "
        "puede mirar a todos.",
    ),
    hint=Text(
        en="See what forward does when its second argument is missing: it should do nothing.",
        es="Mira qué hace forward cuando falta su segundo argumento: no debería hacer nada.",
    ),
    source=THEORY_MASK,
)
class _CausalWhenNone(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return super().mask(scores, causal_mask(scores.shape[-1]) if mask is None else mask)


@misconception(
    "mask/none-crashes",
    says=Text(
        en="forward needs a mask: with mask=None it raises an IndexError.",
        es="forward necesita una máscara: con mask=None lanza un IndexError.",
    ),
    why=Text(
        en="None is the default and the only case of this lab.",
        es="None es el valor por defecto y el único caso de este lab.",
    ),
    hint=Text(
        en="Find the first line that indexes the mask, and ask what it does without one.",
        es="Encuentra la primera línea que indexa la máscara y pregúntate qué hace si no hay.",
    ),
    source=THEORY_MASK,
)
class _NoneCrashes(MultiHeadAttention):
    def mask(self, scores: Array, mask: Array | None) -> Array:
        return super().mask(scores, np.asarray(mask)[None, :])
