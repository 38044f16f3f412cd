"""Block A, which libraries are imported: NumPy, and no other that computes with arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head import imports as found_in
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.files import EXPERIMENT, find_attention, programs
from grader.labs.multi_head.say import blocked, failed, passed, review
from grader.model import About, Evidence, Finding, Imported, Text, Verdict, same

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    too_long = [
        path for path, data in programs(evidence.submission) if len(data) > found_in.LONGEST
    ]
    if too_long and not faults:
        return review(*(Finding(TOO_LONG.format(path=same(path)), path) for path in too_long[:3]))
    found = find_attention(evidence.submission)
    if not faults and (found is None or found_in.tree_of(found[1]) is None):
        return blocked(NO_PYTHON)
    if isinstance(evidence.imported, Imported) and not faults:
        loaded = [m for m in evidence.imported.modules if m in found_in.FORBIDDEN]
        loaded = [m for m in loaded if m not in _own(evidence)]
        faults = [Finding(LOADED.format(name=found_in.FORBIDDEN[m])) for m in loaded]
    return failed(*faults) if faults else passed()


def _written(evidence: Evidence) -> Iterator[Finding]:
    own = _own(evidence)
    for path, data in programs(evidence.submission):
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


NO_PYTHON = Text(
    en="there is no attention.py that Python can read; see `imports`",
    es="no hay un attention.py que Python pueda leer; véase `imports`",
)
TOO_LONG = Text(
    en="{path} is too long to be read: its imports are for a person to look at",
    es="{path} es demasiado largo para leerlo: sus imports los tiene que mirar una persona",
)
WRITTEN = Text(en="{path} imports {name}", es="{path} importa {name}")
LOADED = Text(en="importing your module loads {name}", es="importar tu módulo carga {name}")
