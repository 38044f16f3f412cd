"""Block A, the constructor: what it refuses, and the four matrices that it draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.calls import BY_KEYWORD, BY_POSITION, built_as_asked
from grader.labs.multi_head.checks.forward import absent
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.say import blocked, failed, passed
from grader.model import About, Evidence, Failure, Finding, Made, Make, Maker, Text, Verdict, same

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("W_Q", "W_K", "W_V", "W_O")
NO_OBJECT = Text(
    en="no object could be made of the class; see `api`",
    es="no se pudo crear ningún objeto de la clase; véase `api`",
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
            es="Si no, d_head queda truncado y se pierden features sin aviso.",
        ),
        hint=Text(
            en="Check it first in __init__; any exception will do.",
            es="Compruébalo al principio de __init__; vale cualquier excepción.",
        ),
        source=Text(
            en="Theory 03, API surface: assert d_model % n_heads == 0",
            es="Teoría 03, la API: assert d_model % n_heads == 0",
        ),
        example="assert d_model % n_heads == 0",
    )
)
def divisible(evidence: Evidence) -> Verdict:
    """Constructing with a remainder raises; a constructor that always raises shows nothing."""
    ended = [f for a, m in evidence.calls if a in REMAINDERS and (f := _ended(a, m))]
    if ended:
        return failed(ended[0])
    if not objects(evidence):
        return absent(evidence) or blocked(NO_OBJECT)
    calls = [(a, m) for a, m in evidence.calls if a in BY_KEYWORD]
    if all(isinstance(m, Failure) and "argument" in m.error for _, m in calls):
        calls = [(a, m) for a, m in evidence.calls if a in BY_POSITION]
    accepted = [a for a, m in calls if isinstance(m, Made)]
    if not accepted:
        return passed()
    return failed(
        Finding(ACCEPTED.format(call=built_as_asked(accepted[0]), rest=_rest(accepted[0])))
    )


def _ended(asked: Make, maker: Maker) -> Finding | None:
    """The constructor took the whole process with it, so nothing else could be asked."""
    if isinstance(maker, Failure) and maker.kind in ("died", "hung", "flood", "refused"):
        return Finding(ENDED.format(call=built_as_asked(asked), why=maker.says))
    return None


def _rest(asked: Make) -> str:
    d_model, n_heads = asked.args or tuple(asked.kwargs.values())
    return f"{d_model} % {n_heads} = {d_model % n_heads}"


REMAINDERS = (*BY_KEYWORD, *BY_POSITION)
ENDED = Text(
    en="after {call} nothing could be asked any more: {why}; raise an exception instead",
    es="después de {call} ya no se pudo probar nada más: {why}; lanza una excepción en su lugar",
)
ACCEPTED = Text(
    en="{call} was accepted, but {rest}: it should raise an exception",
    es="{call} no dio error, aunque {rest}; debería lanzar una excepción",
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
            en="One large matrix for each role, split into heads at run time: 4·d_model² "
            "parameters.",
            es="Una matriz grande por papel, dividida en cabezas al ejecutar: 4·d_model² "
            "parámetros.",
        ),
        hint=Text(
            en="Look at the shapes of the four attributes after constructing.",
            es="Mira la forma de los cuatro atributos tras crear el objeto.",
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
        return absent(evidence) or blocked(NO_OBJECT)
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
