"""Block A, the module: it imports, it needs NumPy only, it has the locked API."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.labs.multi_head import imports as found_in
from grader.labs.multi_head.calls import API, built_as_asked
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.files import ATTENTION, EXPERIMENT, find_attention
from grader.labs.multi_head.say import blocked, failed, note, passed
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

BLOCK_A = Text(en="Lab 01, block A", es="Lab 01, bloque A")
API_SOURCE = Text(
    en="Lab 01, context (BLUEPRINT.md); theory 03, API surface",
    es="Lab 01, contexto (BLUEPRINT.md); teoría 03, superficie de API",
)
SHADOWED = ("numpy", "matplotlib", "typing", "math", "random", "json")


@check(
    About(
        id="imports",
        block="A",
        points=3,
        title=Text(
            en="attention.py imports as minimodel.attention.attention",
            es="attention.py se importa como minimodel.attention.attention",
        ),
        why=Text(
            en="Every later lab imports your class by this name, in a fresh process.",
            es="Todos los labs posteriores importan tu clase con este nombre, en un proceso nuevo.",
        ),
        hint=Text(
            en="Run the example from the root of your repository and read the last line.",
            es="Ejecuta el ejemplo desde la raíz de tu repositorio y lee la última línea.",
        ),
        source=BLOCK_A,
        example='PYTHONPATH=src python -c "import minimodel.attention.attention"',
    )
)
def imports(evidence: Evidence) -> Verdict:
    """The module is at its place and loads in a fresh process."""
    found = find_attention(evidence.submission)
    if found is None:
        return failed(Finding(_odd(evidence) or NO_MODULE))
    path, shadows = found[0], list(_shadows(evidence))
    if isinstance(evidence.imported, Failure):
        fault = evidence.imported
        missing = MISSING_MODULE.search(fault.error)
        if missing and missing[1] in found_in.FORBIDDEN:
            return blocked(FORBIDDEN_IMPORT.format(name=found_in.FORBIDDEN[missing[1]]))
        return failed(
            Finding(NOT_IMPORTED.format(why=fault.says), fault.file, fault.line), *shadows
        )
    if path != ATTENTION:
        return failed(Finding(MISPLACED.format(path=same(path), right=ATTENTION), path), *shadows)
    return passed(*shadows)


def _odd(evidence: Evidence) -> Text | None:
    return next((o.says for o in evidence.submission.oddities if o.path == ATTENTION), None)


def _shadows(evidence: Evidence) -> Iterator[Finding]:
    """Files of the student's that take the name of a library."""
    for path in evidence.submission.files:
        folder, _, name = path.rpartition("/")
        if folder in ("src", EXPERIMENT, "src/numpy") and path.endswith(".py"):
            module = "numpy" if folder == "src/numpy" else name.removesuffix(".py")
            if module in SHADOWED:
                yield note(SHADOW.format(path=same(path), module=same(module)), path)


MISSING_MODULE = re.compile(r"No module named '(\w+)")
FORBIDDEN_IMPORT = Text(
    en="it needs {name}, which this lab does without; see numpy-only",
    es="necesita {name}, que este lab no usa; mira numpy-only",
)
NO_MODULE = Text(
    en=f"{ATTENTION} is missing: the lab wants the class there",
    es=f"falta {ATTENTION}: el lab pide la clase ahí",
)
NOT_IMPORTED = Text(
    en="importing it in a fresh process did not work: {why}",
    es="no se pudo importar en un proceso nuevo: {why}",
)
MISPLACED = Text(
    en="the class is in {path}, and the lab wants it in {right}: move it (it is graded all the same)",
    es="la clase está en {path} y el lab la pide en {right}: muévela (se evalúa igualmente)",
)
SHADOW = Text(
    en="{path} has the name of the library {module}: `import {module}` beside it would load your "
    "file instead, so rename it",
    es="{path} se llama como la biblioteca {module}: `import {module}` junto a él cargaría tu "
    "archivo en su lugar; cámbiale el nombre",
)


@check(
    About(
        id="numpy-only",
        block="A",
        points=2,
        title=Text(en="NumPy only", es="Solo NumPy"),
        why=Text(
            en="The lab is about writing attention, not about calling one.",
            es="El lab trata de escribir la atención, no de llamar a una ya hecha.",
        ),
        hint=Text(
            en="Remove the import, also where it stands in try or in a function.",
            es="Quita el import, también si está dentro de try o de una función.",
        ),
        source=Text(en="Lab 01, restrictions: no PyTorch", es="Lab 01, restricciones: sin PyTorch"),
    )
)
def numpy_only(evidence: Evidence) -> Verdict:
    """No other array library in the package, in the experiment's scripts, or as loaded."""
    faults = list(_written(evidence))
    if isinstance(evidence.imported, Imported) and not faults:
        loaded = [m for m in evidence.imported.modules if m in found_in.FORBIDDEN]
        loaded = [m for m in loaded if m not in _own(evidence)]
        faults = [Finding(LOADED.format(name=found_in.FORBIDDEN[m])) for m in loaded]
    return failed(*faults) if faults else passed()


def _written(evidence: Evidence) -> Iterator[Finding]:
    own = _own(evidence)
    attention = find_attention(evidence.submission)
    folders = [EXPERIMENT, attention[0].rpartition("/")[0] if attention else "src/minimodel"]
    for path, data in evidence.submission.files.items():
        if path.endswith(".py") and any(path.startswith(f + "/") for f in folders):
            tree = found_in.tree_of(data)
            for name, line in found_in.imported(tree) if tree else ():
                if name in found_in.FORBIDDEN and name not in own:
                    library = found_in.FORBIDDEN[name]
                    yield Finding(WRITTEN.format(path=same(path), name=library), path, line)


def _own(evidence: Evidence) -> set[str]:
    """Top-level modules that are the student's own files, whatever they are called."""
    own = set()
    for path in evidence.submission.files:
        for folder in ("src/", EXPERIMENT + "/", ""):
            if path.endswith(".py") and path.startswith(folder):
                own.add(path[len(folder) :].partition("/")[0].removesuffix(".py"))
    return own - {"torch", "tensorflow", "jax"}


WRITTEN = Text(en="{path} imports {name}", es="{path} importa {name}")
LOADED = Text(en="importing your module loads {name}", es="importar tu módulo carga {name}")


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
            es="BLUEPRINT.md fija nombres, orden y valores por defecto; puede haber más parámetros "
            "si tienen valor por defecto.",
        ),
        source=API_SOURCE,
        example="mha = MultiHeadAttention(d_model=8, n_heads=2, seed=0)\ny = mha.forward(x, mask=None)",
    )
)
def api(evidence: Evidence) -> Verdict:
    """The class, its constructor by position and by keyword, forward, and the three sizes."""
    imported = evidence.imported
    if isinstance(imported, Failure):
        return blocked(NOT_LOADED)
    if not imported.has_class:
        near = [n for n in imported.near if "attention" in n.lower() or "mha" in n.lower()]
        return failed(Finding(NEAR_CLASS.format(near=same(near[0])) if near else NO_CLASS))
    faults = [*_constructor(evidence)]
    if not faults:
        faults = [*_forward(evidence, imported), *_sizes(evidence)]
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


def _forward(evidence: Evidence, imported: Imported) -> Iterator[Finding]:
    if not imported.has_forward:
        yield Finding(ONLY_CALL if imported.has_call else NO_FORWARD)
        return
    styles = [(p, a) for p, a in evidence.answers if p.family == "style"]
    plain = [a for p, a in styles if not p.keyword and not p.explicit_none]
    answered = any(isinstance(a, Output) for a in plain)
    for probe, answer in styles:
        wrong_call = isinstance(answer, Failure) and "argument" in answer.error
        if wrong_call and (answered or not (probe.keyword or probe.explicit_none)):
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


NOT_LOADED = Text(
    en="attention.py could not be imported",
    es="no se pudo importar attention.py",
)
NO_CLASS = Text(
    en="there is no class MultiHeadAttention in attention.py",
    es="no hay ninguna clase MultiHeadAttention en attention.py",
)
NEAR_CLASS = Text(
    en="there is no class MultiHeadAttention in attention.py, but there is {near}: rename it",
    es="no hay ninguna clase MultiHeadAttention en attention.py, pero sí {near}: cámbiale el nombre",
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
ONLY_CALL = Text(
    en="the class has __call__ and no forward: later labs call forward(x, mask)",
    es="la clase tiene __call__ y no forward: los labs posteriores llaman a forward(x, mask)",
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
