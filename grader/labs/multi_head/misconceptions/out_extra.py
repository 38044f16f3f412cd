"""Mistakes in the output: a bias, another input, another shape."""

# ruff: noqa: ARG002 - a step keeps its signature where the mistake drops an argument

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions.declare import misconception
from grader.labs.multi_head.misconceptions.pieces import biased
from grader.labs.multi_head.misconceptions.sources import LAB_BIAS, LAB_BLOCK_A, THEORY_OUTPUT
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from reference.attention import Array

WHY_NO_BIAS = Text(
    en="The class of this lab holds four matrices and nothing else, 4 · d_model² parameters, and "
    "the README says so.",
    es="La clase de este lab tiene cuatro matrices y nada más, 4 · d_model² parámetros, y el "
    "README lo documenta.",
)
HINT_BIAS = Text(
    en="Look for a vector that is created in the constructor and added at the end of forward.",
    es="Busca un vector que se crea en el constructor y se suma al final de forward.",
)


@misconception(
    "out/on-x",
    says=Text(
        en="W_O is applied to x instead of the joined heads: x @ W_O, and the attention is "
        "dropped.",
        es="Aplicas W_O a x en lugar de a las cabezas concatenadas: x @ W_O, y la atención se "
        "pierde.",
    ),
    why=Text(
        en="Everything before is computed and thrown away; no token sees any other.",
        es="Todo lo anterior se calcula y se tira; ningún token ve a otro.",
    ),
    hint=Text(
        en="Which variable stands to the left of the last product, and where was it made?",
        es="¿Qué variable está a la izquierda del último producto, y de dónde sale?",
    ),
    source=THEORY_OUTPUT,
)
class _OnX(MultiHeadAttention):
    def forward(self, x: Array, mask: Array | None = None) -> Array:
        return self.output(x)


@misconception(
    "out/returns-x",
    says=Text(
        en="forward returns its input unchanged.", es="forward devuelve su entrada sin cambios."
    ),
    why=Text(
        en="The shape is right, so a test of shapes alone passes; nothing is computed.",
        es="La forma es correcta, así que una prueba que solo mire formas pasa; no se calcula "
        "nada.",
    ),
    hint=Text(
        en="Look at what forward returns, and whether its steps are written yet.",
        es="Mira qué devuelve forward y si sus pasos ya están escritos.",
    ),
    source=LAB_BLOCK_A,
)
class _ReturnsX(MultiHeadAttention):
    def forward(self, x: Array, mask: Array | None = None) -> Array:
        return x.copy()


@misconception(
    "out/bias-nonzero",
    check="no-bias",
    says=Text(
        en="A bias is added to the output: joined @ W_O + b.",
        es="Sumas un sesgo a la salida: joined @ W_O + b.",
    ),
    why=WHY_NO_BIAS
    + Text(
        en=" A zero input should give a zero output.",
        es=" Una entrada de ceros debería dar una salida de ceros.",
    ),
    hint=HINT_BIAS,
    source=LAB_BIAS,
)
class _BiasNonzero(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        return biased(super().output(joined))


@misconception(
    "out/bias-zero",
    check="no-bias",
    says=Text(
        en="A bias is added to the output, and it is zero for now.",
        es="Sumas un sesgo a la salida, que por ahora vale cero.",
    ),
    why=WHY_NO_BIAS
    + Text(
        en=" A zero bias changes no number today, but training would move it.",
        es=" Un sesgo de ceros no cambia ningún número hoy, pero el entrenamiento lo movería.",
    ),
    hint=HINT_BIAS,
    source=LAB_BIAS,
)
class _BiasZero(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        return super().output(joined) + 0


@misconception(
    "out/mean-pooled",
    says=Text(
        en="The output is averaged over the tokens, so it is (d_model,) instead of (T, d_model).",
        es="Promedias la salida sobre los tokens, así que es (d_model,) en lugar de (T, d_model).",
    ),
    why=Text(
        en="Attention returns one vector per token; the next layer needs all of them.",
        es="La atención devuelve un vector por token; la capa siguiente los necesita todos.",
    ),
    hint=Text(
        en="Print the shape of the output for two different numbers of tokens.",
        es="Imprime la forma de la salida para dos números de tokens distintos.",
    ),
    source=LAB_BLOCK_A,
)
class _MeanPooled(MultiHeadAttention):
    def output(self, joined: Array) -> Array:
        out: Array = super().output(joined).mean(axis=0)
        return out
