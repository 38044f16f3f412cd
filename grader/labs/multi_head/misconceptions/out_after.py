"""Mistakes in the output: something more is done after the output projection."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.pieces import layer_norm
from grader.labs.multi_head.misconceptions.sources import LAB_BLOCK_A
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_BLOCK_AROUND = Text(
    en="Residuals, normalisation and activations belong to the transformer block around this "
    "class. Phase 17 adds them there, and they would then be done twice.",
    es="Los residuales, la normalización y las activaciones pertenecen al bloque transformer que "
    "rodea a esta clase. La fase 17 los añade ahí, y entonces se aplicarían dos veces.",
)
HINT_LAST_STEP = Text(
    en="The product with W_O is the lab's last step. What does your forward do after it?",
    es="El producto con W_O es el último paso del lab. ¿Qué hace tu forward después?",
)


@misconception(
    "out/relu",
    says=Text(
        en="A ReLU follows the output projection: negative values become 0.",
        es="Tras la proyección de salida hay una ReLU: los valores negativos pasan a 0.",
    ),
    why=WHY_BLOCK_AROUND,
    hint=HINT_LAST_STEP,
    source=LAB_BLOCK_A,
)
class _Relu(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        return super().output(joined).clip(min=0)


@misconception(
    "out/tanh",
    says=Text(
        en="A tanh follows the output projection: values are squeezed between -1 and 1.",
        es="Tras la proyección de salida hay una tanh: los valores quedan entre -1 y 1.",
    ),
    why=WHY_BLOCK_AROUND,
    hint=HINT_LAST_STEP,
    source=LAB_BLOCK_A,
)
class _Tanh(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = np.tanh(super().output(joined))
        return out


@misconception(
    "out/residual",
    says=Text(
        en="x is added to the output inside the class.",
        es="Sumas x a la salida dentro de la clase.",
    ),
    why=WHY_BLOCK_AROUND,
    hint=HINT_LAST_STEP,
    source=LAB_BLOCK_A,
)
class _Residual(MultiHeadAttention):
    def forward(self, x: Array, mask: Array | None = None) -> Array:
        return super().forward(x, mask) + x


@misconception(
    "out/layernorm",
    says=Text(
        en="The output is normalised, as by a layer norm.",
        es="Normalizas la salida, como en un layer norm.",
    ),
    why=WHY_BLOCK_AROUND,
    hint=HINT_LAST_STEP,
    source=LAB_BLOCK_A,
)
class _Layernorm(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        return layer_norm(super().output(joined))


@misconception(
    "out/residual-and-layernorm",
    says=Text(
        en="x is added to the output and the sum is normalised, inside the class.",
        es="Sumas x a la salida y normalizas el resultado, dentro de la clase.",
    ),
    why=WHY_BLOCK_AROUND,
    hint=HINT_LAST_STEP,
    source=LAB_BLOCK_A,
)
class _ResidualAndLayernorm(MultiHeadAttention):
    def forward(self, x: Array, mask: Array | None = None) -> Array:
        return layer_norm(super().forward(x, mask) + x)


@misconception(
    "out/scaled-by-sqrt-d",
    says=Text(
        en="The output is multiplied by sqrt(d_model).",
        es="Multiplicas la salida por sqrt(d_model).",
    ),
    why=Text(
        en="The initialisation already gives the output the right spread; the extra factor makes "
        "it grow with the width of the model.",
        es="La inicialización ya da a la salida la dispersión adecuada; el factor de más la hace "
        "crecer con la anchura del modelo.",
    ),
    hint=HINT_LAST_STEP,
    source=LAB_BLOCK_A,
)
class _ScaledBySqrtD(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        return super().output(joined) * math.sqrt(self.d_model)
