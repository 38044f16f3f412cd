"""What cannot be run here for a reason outside the lab: never a fault, a person looks."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from grader.labs.multi_head.imports import FORBIDDEN
from grader.model import Failure, Submission, Text, same

if TYPE_CHECKING:
    from collections.abc import Iterable

MISSING = re.compile(r"No module named '([\w.]+)'")
REMOVED = re.compile(
    r"was removed in the NumPy (\S+) release|module 'numpy' has no attribute '(\w+)'"
)


def not_the_students(failure: Failure, submission: Submission) -> Text | None:
    """Why a failure lies in this environment, if it does: something is not here."""
    missing = MISSING.search(failure.error)
    if missing:
        name = missing[1].partition(".")[0]
        own = (
            name in FORBIDDEN or name in sys.stdlib_module_names or _theirs(name, submission.files)
        )
        return None if own else NOT_HERE.format(name=same(name))
    return OTHER_NUMPY if REMOVED.search(failure.error) else None


WINDOW = re.compile(
    r"'FigureManagerBase' object has no attribute|no display name|TclError|interactive framework"
)


def elsewhere(failure: Failure, submission: Submission) -> Text | None:
    """Why a script cannot run here though it may elsewhere; None where the fault is its own."""
    if failure.kind == "raised" and WINDOW.search(failure.error):
        return NO_SCREEN
    if failure.error.startswith("PermissionError") and "Operation not permitted" in failure.error:
        return CLOSED
    return not_the_students(failure, submission)


def _theirs(name: str, files: Iterable[str]) -> bool:
    """The submission has such a file or folder, so the import is a matter of paths."""
    return any(name in path.replace(".py", "").split("/") for path in files)


NOT_HERE = Text(
    en="it imports {name}, which is not installed where this was graded; install it there and "
    "grade "
    "again, or do without it: the lab needs NumPy only",
    es="importa {name}, que no está instalado donde se evaluó; instálalo ahí y vuelve a evaluar, o "
    "prescinde de él: el lab solo necesita NumPy",
)
NO_SCREEN = Text(
    en="it asks for a window, and there is no screen where this was graded; save the figure with "
    "`savefig` instead",
    es="pide una ventana, y donde se evaluó no hay pantalla; guarda la figura con `savefig`",
)
CLOSED = Text(
    en="it starts a program or uses the network, which is closed to it here; a person has to run "
    "it, or the script can do without",
    es="inicia un programa o usa la red, que aquí le están cerrados; una persona tiene que "
    "ejecutarlo, o el script puede prescindir de ello",
)
OTHER_NUMPY = Text(
    en="it uses a name that the NumPy here does not have (another version of NumPy has it)",
    es="usa un nombre que el NumPy de aquí no tiene (otra versión de NumPy sí)",
)
