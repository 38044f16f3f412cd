"""Block A, the constructor: what it refuses, and the four matrices that it draws."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from grader.labs.multi_head.analysis import analyse
from grader.labs.multi_head.calls import BY_KEYWORD, BY_POSITION, SEEDED, built_as_asked
from grader.labs.multi_head.checks.module import BLOCK_A
from grader.labs.multi_head.compare import weights_of
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.say import blocked, failed, note, passed, shown, where
from grader.labs.multi_head.steps import UNSTEADY
from grader.model import About, Array, Evidence, Failure, Finding, Made, Make, Text, Verdict, same
from reference import MultiHeadAttention

NAMES = ("W_Q", "W_K", "W_V", "W_O")
NO_OBJECT = Text(
    en="no object could be made of the class",
    es="no se pudo crear ningún objeto de la clase",
)


def objects(evidence: Evidence) -> list[tuple[tuple[int, ...], Made]]:
    """Every object that was made, by size and seed."""
    return [(key, m) for key, m in evidence.made.items() if isinstance(m, Made)]


@check(
    About(
        id="divisible",
        block="A",
        points=2,
        title=Text(
            en="d_model that n_heads does not divide is rejected",
            es="Se rechaza un d_model no divisible por n_heads",
        ),
        why=Text(
            en="Otherwise d_head is cut short and features vanish without a word.",
            es="Si no, d_head queda truncado y desaparecen features sin avisar.",
        ),
        hint=Text(
            en="Check it first in __init__; any exception will do.",
            es="Compruébalo al principio de __init__; vale cualquier excepción.",
        ),
        source=Text(
            en="Theory 03, API surface: assert d_model % n_heads == 0",
            es="Teoría 03, superficie de API: assert d_model % n_heads == 0",
        ),
        example="assert d_model % n_heads == 0",
    )
)
def divisible(evidence: Evidence) -> Verdict:
    """Constructing with a remainder raises; a constructor that always raises shows nothing."""
    if not objects(evidence):
        return blocked(NO_OBJECT)
    calls = [(a, m) for a, m in evidence.calls if a in BY_KEYWORD]
    if all(isinstance(m, Failure) and "argument" in m.error for _, m in calls):
        calls = [(a, m) for a, m in evidence.calls if a in BY_POSITION]
    accepted = [a for a, m in calls if isinstance(m, Made)]
    if not accepted:
        return passed()
    return failed(
        Finding(ACCEPTED.format(call=built_as_asked(accepted[0]), rest=_rest(accepted[0])))
    )


def _rest(asked: Make) -> str:
    d_model, n_heads = asked.args or tuple(asked.kwargs.values())
    return f"{d_model} % {n_heads} = {d_model % n_heads}"


ACCEPTED = Text(
    en="{call} was accepted, but {rest}: it should raise an exception",
    es="{call} se aceptó, pero {rest}: debería lanzar una excepción",
)


@check(
    About(
        id="weights",
        block="A",
        points=3,
        title=Text(
            en="W_Q, W_K, W_V, W_O, each (d_model, d_model)",
            es="W_Q, W_K, W_V, W_O, cada una (d_model, d_model)",
        ),
        why=Text(
            en="One large matrix for each role, split into heads at run time: 4·d_model² parameters.",
            es="Una matriz grande por papel, dividida en cabezas al ejecutar: 4·d_model² parámetros.",
        ),
        hint=Text(
            en="Look at the shapes of the four attributes after constructing.",
            es="Mira las formas de los cuatro atributos después de construir.",
        ),
        source=Text(
            en="Lab 01, context; theory 03, parameter count",
            es="Lab 01, contexto; teoría 03, recuento de parámetros",
        ),
        example="[getattr(mha, n).shape for n in ('W_Q', 'W_K', 'W_V', 'W_O')]",
    )
)
def weights(evidence: Evidence) -> Verdict:
    """The four exist under their names, with the right shape, in real finite numbers."""
    made = objects(evidence)
    if not made:
        return blocked(NO_OBJECT)
    for key, held in made:
        faults = list(_misshapen(key[0], held))
        if faults:
            return failed(*faults)
    return passed()


def _misshapen(d_model: int, held: Made) -> Iterator[Finding]:
    for name in NAMES:
        if name in held.spelled:
            yield Finding(SPELLED.format(name=name, got=same(held.spelled[name])))
        elif name in held.problems:
            yield Finding(NO_ARRAY.format(name=name, got=held.problems[name]))
        elif name not in held.weights:
            yield Finding(NO_WEIGHT.format(name=name))
        elif held.weights[name].shape != (d_model, d_model):
            shapes = {"got": held.weights[name].shape, "right": (d_model, d_model)}
            yield Finding(BAD_SHAPE.format(name=name, d_model=d_model, **shapes))
        elif not np.isfinite(held.weights[name]).all():
            yield Finding(NOT_FINITE.format(name=name))


SPELLED = Text(
    en="the weights are called {got} where the lab says {name} (they are used all the same)",
    es="los pesos se llaman {got} y el lab dice {name} (se usan igualmente)",
)
NO_ARRAY = Text(
    en="{name} is {got}, not an array of real numbers",
    es="{name} es {got} y no un array de números reales",
)
NO_WEIGHT = Text(en="the object has no attribute {name}", es="el objeto no tiene atributo {name}")
BAD_SHAPE = Text(
    en="for d_model={d_model}, {name} has shape {got} instead of {right}",
    es="con d_model={d_model}, {name} tiene la forma {got} en vez de {right}",
)
NOT_FINITE = Text(en="{name} holds NaN or infinity", es="{name} contiene NaN o infinito")


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
            es="La misma semilla debe dar el mismo experimento, y la escala mantiene los scores "
            "cerca de 1.",
        ),
        hint=Text(
            en="One generator, made from the seed, draws all four; multiply by the scale.",
            es="Un solo generador, creado con la semilla, genera las cuatro; multiplica por la escala.",
        ),
        source=Text(
            en="Lab 01, block A; theory 03, API surface",
            es="Lab 01, bloque A; teoría 03, superficie de API",
        ),
        example="rng = np.random.default_rng(seed)\nscale = 1.0 / np.sqrt(d_model)",
    )
)
def init(evidence: Evidence) -> Verdict:
    """Same seed same weights, other seed others, four matrices, the spread, no global state."""
    drawn = {k: w for k, m in objects(evidence) if (w := weights_of(m, k[0])) is not None}
    asked = ((64, 4, 0), (64, 4, 0, 1), (64, 4, 1))
    if not set(asked) <= drawn.keys():
        return blocked(NO_WEIGHTS)
    first, again, other = ([*drawn[key]] for key in asked)
    seeded = any(isinstance(m, Made) for a, m in evidence.calls if a in SEEDED)
    faults = list(_seeds(first, again, other, seeded=seeded))
    faults += _spread([[*drawn[k]] for k in drawn if k[0] == 16 and len(k) == 3], 16)
    faults = faults or list(_spread([first, other], 64))
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
        yield Finding(SEED_IGNORED)
    for (i, a), (j, b) in combinations(enumerate(first), 2):
        if np.array_equal(a, b):
            yield Finding(NOT_DISTINCT.format(a=NAMES[i], b=NAMES[j]))
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
SEED_IGNORED = Text(
    en="seed=0 and seed=1 give the same weights: the seed is not used",
    es="seed=0 y seed=1 dan los mismos pesos: la semilla no se usa",
)
NOT_DISTINCT = Text(
    en="{a} and {b} are the same matrix: draw each one anew from the same generator",
    es="{a} y {b} son la misma matriz: genera cada una de nuevo con el mismo generador",
)
SPREAD = Text(
    en="for d_model={d_model} the standard deviation of {name} is {got}; 1/sqrt(d_model) = {right} "
    "({ratio} times that)",
    es="con d_model={d_model} la desviación estándar de {name} es {got}; 1/sqrt(d_model) = {right} "
    "({ratio} veces eso)",
)
MEAN = Text(
    en="for d_model={d_model} the mean of {name} is {got} instead of about 0",
    es="con d_model={d_model} la media de {name} es {got} en vez de cerca de 0",
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


@check(
    About(
        id="no-bias",
        block="A",
        points=2,
        title=Text(
            en="The projections carry no bias",
            es="Las proyecciones no llevan bias",
        ),
        why=Text(
            en="The course uses projections without bias, so zeros in give zeros out.",
            es="El curso usa proyecciones sin bias, así que de ceros salen ceros.",
        ),
        hint=Text(
            en="Call forward with zeros: what comes out was added somewhere.",
            es="Llama a forward con ceros: lo que salga se ha sumado en algún sitio.",
        ),
        source=Text(en="Lab 01, pitfalls", es="Lab 01, trampas"),
        example="mha.forward(np.zeros((3, 8)))",
    )
)
def no_bias(evidence: Evidence) -> Verdict:
    """forward(0) is 0, and there is no bias that shows elsewhere."""
    analysis = analyse(evidence)
    zeros = [j for j in analysis.judged if j.probe.family == "zero"]
    answered = [j for j in zeros if j.finite]
    wrong = [j for j in answered if j.absolute > 1e-9]
    if wrong and not analysis.steady:
        return blocked(UNSTEADY)
    if wrong:
        return failed(shown(NOT_ZERO.format(where=where(wrong[0].probe)), wrong))
    if analysis.bias_only:
        return failed(shown(HIDDEN, analysis.wrong()))
    if not answered:
        return blocked(NO_ANSWER)
    held = {n: z for _, m in objects(evidence) for n, z in m.vectors.items() if BIAS.match(n)}
    names = same(", ".join(sorted(held)))
    if not all(held.values()):
        return failed(Finding(HELD.format(names=names)))
    return passed(*([note(IDLE.format(names=names))] if held else []))


BIAS = re.compile(r"_?b(_?[qkvo]|_?out)?$|.*(bias|sesgo)", re.IGNORECASE)
HELD = Text(
    en="the object holds a bias that is not zero: {names}",
    es="el objeto tiene un bias que no es cero: {names}",
)


NO_ANSWER = Text(
    en="forward gave no number for x = 0",
    es="forward no dio ningún número para x = 0",
)
NOT_ZERO = Text(
    en="forward(zeros) is not zero at {where}: a bias is added",
    es="forward(ceros) no es cero con {where}: se suma un bias",
)
HIDDEN = Text(
    en="with its one-dimensional arrays set to zero forward is right: they are biases",
    es="con sus arrays de una dimensión a cero forward es correcto: son biases",
)
IDLE = Text(
    en="{names}: a bias that is zero does nothing now, but training would change it; the lab has none",
    es="{names}: un bias a cero no hace nada ahora, pero al entrenar cambiaría; el lab no lo lleva",
)
