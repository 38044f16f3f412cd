"""Block A, the locked API: class, constructor, forward, sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.calls import API, built_as_asked
from grader.labs.multi_head.checks.forward import NOT_LOADED, absent, gives_forward
from grader.labs.multi_head.compare import misses_argument
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.say import blocked, failed, passed
from grader.model import (
    About,
    Evidence,
    Failure,
    Finding,
    Imported,
    Made,
    Output,
    Text,
    Verdict,
    same,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

API_SOURCE = Text(
    en="Lab 01, context (BLUEPRINT.md); theory 03, API surface",
    es="Lab 01, contexto (BLUEPRINT.md); teoría 03, la API",
)


@check(
    About(
        id="api",
        block="A",
        points=3,
        title=Text(
            en="MultiHeadAttention(d_model, n_heads, seed=0) and forward(x, mask=None)",
            es="MultiHeadAttention(d_model, n_heads, seed=0) y forward(x, mask=None)",
        ),
        why=Text(
            en="Later labs call your class exactly so.",
            es="Los labs posteriores llaman a tu clase exactamente así.",
        ),
        hint=Text(
            en="Names, order and defaults are locked in BLUEPRINT.md; more parameters with "
            "defaults are fine.",
            es="BLUEPRINT.md fija nombres, orden y valores por defecto; puedes añadir parámetros "
            "si llevan valor por defecto.",
        ),
        source=API_SOURCE,
        example="mha = MultiHeadAttention(d_model=8, n_heads=2, seed=0)\ny = mha.forward(x, "
        "mask=None)",
    )
)
def api(evidence: Evidence) -> Verdict:
    """The class, its constructor by position and by keyword, forward, and the three sizes."""
    imported = evidence.imported
    if isinstance(imported, Failure):
        return absent(evidence) or blocked(NOT_LOADED)
    if not imported.has_class:
        near = [n for n in imported.near if "attention" in n.lower() or "mha" in n.lower()]
        return failed(Finding(NEAR_CLASS.format(near=same(near[0])) if near else NO_CLASS))
    faults = [*_constructor(evidence)]
    if imported.called:
        faults.insert(0, Finding(OTHER_NAME.format(near=same(imported.called))))
    elif not faults:
        faults = [*_default_seed(evidence), *_forward(evidence, imported), *_sizes(evidence)]
    return failed(*faults) if faults else passed()


def _constructor(evidence: Evidence) -> Iterator[Finding]:
    for asked, maker in evidence.calls:
        if asked not in API:
            continue
        if isinstance(maker, Failure):
            unwritten = maker.kind == "unwritten"
            says = (
                UNWRITTEN if unwritten else CALL.format(call=built_as_asked(asked), why=maker.says)
            )
            yield Finding(says, maker.file, maker.line)
            return
        if maker.attributes.get("d_model") not in (8, None):
            yield Finding(ORDER.format(call=built_as_asked(asked), got=maker.attributes["d_model"]))
            return


def _default_seed(evidence: Evidence) -> Iterator[Finding]:
    """Without a seed the weights are those of seed=0, where seeds repeat at all."""
    made = {n: m for n, (a, m) in enumerate(evidence.calls) if a in API and isinstance(m, Made)}
    plain, zero, named = (made.get(n) for n in (0, 1, 3))
    if not (plain and zero and named) or not _same_weights(zero, named):
        return
    if not _same_weights(plain, zero):
        yield Finding(DEFAULT_SEED)


def _same_weights(a: Made, b: Made) -> bool:
    return a.weights.keys() == b.weights.keys() and all(
        np.array_equal(a.weights[name], b.weights[name]) for name in a.weights
    )


def _forward(evidence: Evidence, imported: Imported) -> Iterator[Finding]:
    if not (imported.has_forward or gives_forward(evidence)):
        yield Finding(ONLY_CALL if imported.has_call else NO_FORWARD)
        return
    styles = [(p, a) for p, a in evidence.answers if p.family == "style"]
    plain = [a for p, a in styles if not p.keyword and not p.explicit_none]
    answered = any(isinstance(a, Output) for a in plain)
    for probe, answer in styles:
        if not (isinstance(answer, Failure) and misses_argument(answer)):
            continue
        if answered or not (probe.keyword or probe.explicit_none):
            mask = "" if probe.mask is None else ", mask=mask" if probe.keyword else ", mask"
            mask = ", None" if probe.explicit_none else mask
            call = f"forward({'x=x' if probe.keyword else 'x'}{mask})"
            yield Finding(CALL.format(call=call, why=answer.says))
            return


def _sizes(evidence: Evidence) -> Iterator[Finding]:
    right = {"d_model": 8, "n_heads": 2, "d_head": 4}
    made = next((m for a, m in evidence.calls if a in API and isinstance(m, Made)), None)
    for name, size in right.items() if made else ():
        got = made.attributes.get(name) if made else None
        if got is None:
            yield Finding(NO_SIZE.format(name=name))
        elif got != size:
            yield Finding(SIZE.format(name=name, got=got, right=size))


NO_CLASS = Text(
    en="there is no class MultiHeadAttention in attention.py",
    es="no hay ninguna clase MultiHeadAttention en attention.py",
)
OTHER_NAME = Text(
    en="the class is called {near}, and the lab asks for MultiHeadAttention: rename it, also where "
    "it is imported (the rest is graded as if it had that name)",
    es="la clase se llama {near} y el lab pide MultiHeadAttention: cámbiale el nombre, también "
    "donde se importa (el resto se evalúa como si se llamara así)",
)
NEAR_CLASS = Text(
    en="there is no class MultiHeadAttention in attention.py, but there is {near}: rename it",
    es="no hay ninguna clase MultiHeadAttention en attention.py, pero sí {near}: cámbiale el "
    "nombre",
)
UNWRITTEN = Text(
    en="the constructor is not written yet. Start there: store d_model, n_heads and d_head, then "
    "draw W_Q, W_K, W_V and W_O",
    es="el constructor todavía no está escrito. Empieza por ahí: guarda d_model, n_heads y d_head, "
    "y luego genera W_Q, W_K, W_V y W_O",
)
CALL = Text(en="{call} did not work: {why}", es="{call} no funcionó: {why}")
ORDER = Text(
    en="{call} made an object with d_model = {got}: the order is d_model, n_heads, seed",
    es="{call} creó un objeto con d_model = {got}: el orden es d_model, n_heads, seed",
)
DEFAULT_SEED = Text(
    en="MultiHeadAttention(8, 2) has other weights than MultiHeadAttention(8, 2, 0): the default "
    "is "
    "seed=0",
    es="MultiHeadAttention(8, 2) tiene otros pesos que MultiHeadAttention(8, 2, 0): el valor por "
    "defecto es seed=0",
)
ONLY_CALL = Text(
    en="the class has __call__ and no forward: later labs call forward(x, mask)",
    es="la clase tiene __call__, pero no forward: los labs posteriores llaman a forward(x, mask)",
)
NO_FORWARD = Text(en="the class has no method forward", es="la clase no tiene método forward")
NO_SIZE = Text(
    en="the object has no attribute {name} that is a number",
    es="el objeto no tiene un atributo {name} que sea un número",
)
SIZE = Text(
    en="for d_model=8, n_heads=2 the attribute {name} is {got}; it should be the integer {right}",
    es="con d_model=8, n_heads=2 el atributo {name} es {got}; debería ser el entero {right}",
)
