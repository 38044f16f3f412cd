"""Block A, the module: it imports, it needs NumPy only, it has the locked API."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head import caret
from grader.labs.multi_head import imports as found_in
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.files import ATTENTION, EXPERIMENT, find_attention
from grader.labs.multi_head.outside import not_the_students
from grader.labs.multi_head.say import blocked, failed, note, passed, review
from grader.model import (
    About,
    Evidence,
    Failure,
    Finding,
    Text,
    Verdict,
    same,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK_A = Text(en="Lab 01, block A", es="Lab 01, bloque A")
IMPORT = 'PYTHONPATH=src python -c "import minimodel.attention.attention"'
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
            en=f"Run `{IMPORT}` from the root of your repository and read the last line.",
            es=f"Ejecuta `{IMPORT}` desde la raíz de tu repositorio y lee la última línea.",
        ),
        source=BLOCK_A,
        example=IMPORT,
    )
)
def imports(evidence: Evidence) -> Verdict:
    """The module is at its place and loads in a fresh process."""
    found = find_attention(evidence.submission)
    if found is None:
        return failed(Finding(_odd(evidence) or NO_MODULE), hint=EXACTLY)
    path, shadows = found[0], list(_shadows(evidence))
    if isinstance(evidence.imported, Failure):
        return _not_imported(evidence, evidence.imported, found, shadows)
    if evidence.imported.needs:
        return _with_stand_in(evidence.imported.needs)
    if path != ATTENTION:
        says = MISPLACED.format(path=same(path), right=ATTENTION)
        return failed(Finding(says, path), *shadows, hint=EXACTLY)
    return passed(*shadows)


def _not_imported(
    evidence: Evidence, fault: Failure, found: tuple[str, bytes], shadows: list[Finding]
) -> Verdict:
    """Why it does not load, and whether that is the student's doing."""
    missing = MISSING_MODULE.search(fault.error)
    name = missing[1] if missing else ""
    if name in found_in.FORBIDDEN:
        return blocked(FORBIDDEN_IMPORT.format(name=found_in.FORBIDDEN[name]))
    outside = not_the_students(fault, evidence.submission)
    if outside:
        return review(Finding(outside, fault.file, fault.line))
    says = NOT_IMPORTED.format(why=fault.says)
    if name == "src":
        says = WITHOUT_SRC
    elif found[1].startswith((b"\xff\xfe", b"\xfe\xff")):
        says = UTF16.format(path=same(found[0]))
    return caret.failed_at(says, fault, *shadows)


def _with_stand_in(needs: Failure) -> Verdict:
    """It imports a library of which nothing was needed: that is the import's fault, no other's."""
    missing = MISSING_MODULE.search(needs.error)
    library = found_in.FORBIDDEN.get(missing[1] if missing else "", "")
    return blocked(UNUSED_IMPORT.format(name=library))


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


MISSING_MODULE = re.compile(r"(?:No module named '|import of )(\w+)")
FORBIDDEN_IMPORT = Text(
    en="it needs {name}, which this lab does without; see `numpy-only`",
    es="necesita {name}, que este lab no usa; véase `numpy-only`",
)
UNUSED_IMPORT = Text(
    en="it imports {name}, which this lab does without and which is not installed here; see "
    "`numpy-only`. The rest is graded with an empty {name} in its place",
    es="importa {name}, que este lab no usa y que aquí no está instalado; véase `numpy-only`. El "
    "resto se evalúa con un {name} vacío en su lugar",
)
NO_MODULE = Text(
    en=f"{ATTENTION} is missing: the lab wants the class there",
    es=f"falta {ATTENTION}: el lab pide la clase ahí",
)
NOT_IMPORTED = Text(
    en="importing it in a fresh process did not work: {why}",
    es="no se pudo importar en un proceso nuevo: {why}",
)
WITHOUT_SRC = Text(
    en="it imports from `src`, which is the folder and no package: write `from minimodel...`, "
    "without "
    "`src.`",
    es="importa desde `src`, que es la carpeta y no un paquete: escribe `from minimodel...`, sin "
    "`src.`",
)
EXACTLY = Text(
    en="Later labs import it from exactly this path: folders, underscores and small letters as "
    "they stand.",
    es="Los labs posteriores lo importan exactamente desde esa ruta: con las mismas carpetas, "
    "guiones bajos y minúsculas.",
)
UTF16 = Text(
    en="{path} is saved as UTF-16, which Python does not read: save it as UTF-8",
    es="{path} está guardado en UTF-16, que Python no lee: guárdalo en UTF-8",
)
MISPLACED = Text(
    en="the class is in {path}, and the lab wants it in {right}: move it (it is graded all the "
    "same)",
    es="la clase está en {path} y el lab la pide en {right}: muévela (se evalúa igualmente)",
)
SHADOW = Text(
    en="{path} has the name of the library {module}: `import {module}` beside it would load your "
    "file instead, so rename it",
    es="{path} se llama como la biblioteca {module}: `import {module}` junto a él cargaría tu "
    "archivo en su lugar; cámbiale el nombre",
)
