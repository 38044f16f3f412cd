"""Block A, the numbers that the four matrices start with."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.calls import SEEDED
from grader.labs.multi_head.checks.constructor import NAMES, objects
from grader.labs.multi_head.checks.forward import absent
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.expected import weights_of
from grader.labs.multi_head.say import blocked, failed, note, passed
from grader.model import About, Array, Evidence, Finding, Made, Text, Verdict, Weights
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


@check(
    About(
        id="init",
        block="A",
        points=3,
        title=Text(
            en="Weights from default_rng(seed), spread 1/sqrt(d_model)",
            es="Pesos de default_rng(seed), dispersión 1/sqrt(d_model)",
        ),
        why=Text(
            en="The same seed must give the same experiment, and the scale keeps scores near 1.",
            es="Con la misma semilla debe salir el mismo experimento, y la escala mantiene los "
            "scores cerca de 1.",
        ),
        hint=Text(
            en="One generator, made from the seed, draws all four; multiply by the scale.",
            es="Un solo generador, creado con la semilla, genera las cuatro; multiplica por la "
            "escala.",
        ),
        source=Text(
            en="Lab 01, block A; theory 03, API surface",
            es="Lab 01, bloque A; teoría 03, la API",
        ),
        example="rng = np.random.default_rng(seed)\nscale = 1.0 / np.sqrt(d_model)",
    )
)
def init(evidence: Evidence) -> Verdict:
    """Same seed same weights, other seed others, four matrices, the spread, no global state."""
    drawn = {k: w for k, m in objects(evidence) if (w := weights_of(m, k[0])) is not None}
    asked = ((64, 4, 0), (64, 4, 0, 1), (64, 4, 1))
    if not set(asked) <= drawn.keys():
        return absent(evidence) or blocked(NO_WEIGHTS)
    first, again, other = ([*drawn[key]] for key in asked)
    seeded = any(isinstance(m, Made) for a, m in evidence.calls if a in SEEDED)
    faults = list(_seeds(first, again, other, seeded=seeded))
    faults = faults or list(_dependent(first)) or list(_uneven(drawn))
    if any(m.moved_rng for _, m in objects(evidence)):
        faults.append(Finding(MOVED))
    if faults:
        return failed(*faults)
    lab = MultiHeadAttention(64, 4, 0)
    same_draws = all(np.allclose(a, b, atol=1e-6) for a, b in zip(first, _four(lab), strict=True))
    return passed(*([] if same_draws else [note(OTHER_DRAWS)]))


def _four(made: MultiHeadAttention) -> list[Array]:
    return [made.W_Q, made.W_K, made.W_V, made.W_O]


def _seeds(
    first: list[Array], again: list[Array], other: list[Array], *, seeded: bool
) -> Iterator[Finding]:
    if not all(np.array_equal(a, b) for a, b in zip(first, again, strict=True)):
        yield Finding(NOT_REPEATED)
    elif seeded and any(np.array_equal(a, b) for a, b in zip(first, other, strict=True)):
        yield Finding(SEED_IGNORED.format(a=0, b=1))
    for (i, a), (j, b) in combinations(enumerate(first), 2):
        if np.array_equal(a, b):
            yield Finding(NOT_DISTINCT.format(a=NAMES[i], b=NAMES[j]))
            return


def _dependent(four: Sequence[Array]) -> Iterator[Finding]:
    """One matrix made from another, or the same columns in every head."""
    for (i, a), (j, b) in combinations(enumerate(four), 2):
        for other, says in ((b, COPIED), (b.T, COPIED_T)):
            if abs(np.corrcoef(a.ravel(), other.ravel())[0, 1]) > 0.5:
                yield Finding(says.format(a=NAMES[j], b=NAMES[i]))
                return
    for name, w in zip(NAMES, four, strict=True):
        if len({column.tobytes() for column in w.round(12).T}) < w.shape[1]:
            yield Finding(REPEATED.format(name=name))
            return


def _uneven(drawn: Mapping[tuple[int, ...], Weights]) -> Iterator[Finding]:
    """The spread for every d_model, and for every number of heads that is large enough to tell."""
    by_size: dict[int, list[list[Array]]] = {}
    for key, weights in drawn.items():
        by_size.setdefault(key[0], []).append([*weights])
    for d_model, draws in sorted(by_size.items(), reverse=True):
        groups = [draws, *([one] for one in draws if d_model >= 24)]
        for group in groups:
            found = next(_spread(group, d_model), None)
            if found:
                yield found
                return


def _spread(draws: Sequence[Sequence[Array]], d_model: int) -> Iterator[Finding]:
    """The spread of each matrix, pooled over seeds: six standard errors of slack."""
    right = 1 / np.sqrt(d_model)
    for name, pool in zip(NAMES, zip(*draws, strict=True), strict=False):
        numbers = np.concatenate([w.ravel() for w in distinct(pool)])
        got, mean = float(numbers.std()), float(numbers.mean())
        slack = 6 / np.sqrt(2 * numbers.size)
        if abs(got / right - 1) > slack:
            facts = {"got": f"{got:.4g}", "right": f"{right:.4g}", "ratio": f"{got / right:.3g}"}
            yield Finding(SPREAD.format(name=name, d_model=d_model, **facts))
            return
        if abs(mean) > right * 8 / np.sqrt(numbers.size):
            yield Finding(MEAN.format(name=name, d_model=d_model, got=f"{mean:.3g}"))
            return


def distinct(pool: Sequence[Array]) -> list[Array]:
    """Each matrix once: copies tell nothing new about a spread."""
    return list({w.tobytes(): w for w in pool}.values())


NO_WEIGHTS = Text(
    en="there are no four (d_model, d_model) matrices to look at",
    es="no hay cuatro matrices (d_model, d_model) que mirar",
)
NOT_REPEATED = Text(
    en="two objects with seed=0 have different weights: draw them from np.random.default_rng(seed)",
    es="dos objetos con seed=0 tienen pesos distintos: genéralos con np.random.default_rng(seed)",
)
COPIED = Text(
    en="{a} is made from {b}: draw each of the four anew",
    es="{a} está hecha a partir de {b}: genera cada una de las cuatro de nuevo",
)
COPIED_T = Text(
    en="{a} is made from {b} transposed: draw each of the four anew",
    es="{a} está hecha a partir de {b} traspuesta: genera cada una de las cuatro de nuevo",
)
REPEATED = Text(
    en="columns of {name} repeat, so heads are copies of one another: draw all of it",
    es="hay columnas de {name} repetidas, así que unas cabezas son copia de otras: genérala entera",
)
SEED_IGNORED = Text(
    en="seed={a} and seed={b} give the same weights: the seed is not used",
    es="seed={a} y seed={b} dan los mismos pesos: la semilla no se usa",
)
NOT_DISTINCT = Text(
    en="{a} and {b} are the same matrix: draw each one anew from the same generator",
    es="{a} y {b} son la misma matriz: genera cada una con otra llamada al mismo generador",
)
SPREAD = Text(
    en="for d_model={d_model} the standard deviation of {name} is {got}, {ratio} times what it "
    "should be: 1/sqrt(d_model) = {right}",
    es="con d_model={d_model} la desviación estándar de {name} es {got}, {ratio} veces lo "
    "debido: 1/sqrt(d_model) = {right}",
)
MEAN = Text(
    en="for d_model={d_model} the mean of {name} is {got} instead of about 0",
    es="con d_model={d_model} la media de {name} es {got} y debería ser casi 0",
)
MOVED = Text(
    en="constructing changes NumPy's global random state (np.random.seed or np.random.randn): use "
    "a generator of your own",
    es="al construir cambia el estado aleatorio global de NumPy (np.random.seed o "
    "np.random.randn): usa un generador propio",
)
OTHER_DRAWS = Text(
    en="the numbers differ from those of the theory page's constructor (another order or method "
    "of drawing); that is fine",
    es="los números difieren de los del constructor de la página de teoría (otro orden o método de "
    "generarlos); es válido",
)
