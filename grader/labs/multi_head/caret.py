"""Where Python stopped reading a file: the line, a mark under the place, and one thing to do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.say import failed
from grader.model import Finding, Text

if TYPE_CHECKING:
    from grader.model import Failure, Verdict

SYNTAX = re.compile(r"(?:Syntax|Indentation|Tab)Error\b")
MARK = re.compile(r"\s*\^[\^~]*\s*")
INDENT = "    "
"""Before the line and the mark, as Python prints an error."""
WIDEST = 64
"""Characters of a line that are shown; more is cut around the mark."""


def is_syntax(failure: Failure) -> bool:
    """Python could not read the file at all."""
    return bool(SYNTAX.match(_last(failure)))


def shown(failure: Failure) -> str:
    """The line with its number, and the mark below; empty where the error tells of none."""
    lines = failure.error.rstrip().splitlines()
    if not is_syntax(failure) or len(lines) < 3 or failure.line is None:
        return ""
    line, mark = lines[-3].removeprefix(INDENT), lines[-2].removeprefix(INDENT)
    if not MARK.fullmatch(mark) or not line.strip():
        return ""
    at = mark.index("^")
    start = max(0, at - WIDEST // 2) if len(line) > WIDEST else 0
    number = f"{failure.line} | "
    return f"{number}{_plain(line[start : start + WIDEST])}\n{' ' * (len(number) + at - start)}^"


def _plain(line: str) -> str:
    """As many characters, each of which takes one place."""
    return "".join(c if c.isprintable() else " " if c == "\t" else "?" for c in line)


def _last(failure: Failure) -> str:
    """The line that names the exception."""
    lines = failure.error.strip().splitlines()
    return lines[-1] if lines else ""


def hint(failure: Failure) -> Text | None:
    """What to do about it; None where it is no error of syntax."""
    if not is_syntax(failure):
        return None
    line = shown(failure).partition(" | ")[2].lstrip()
    if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
        return MERGE
    if line.startswith(("%", "!")):
        return NOTEBOOK
    said = _last(failure)
    return next((says for words, says in HINTS if re.search(words, said)), LOOK)


def failed_at(says: Text, fault: Failure, *more: Finding) -> Verdict:
    """Failed, with the line and the hint where Python could not read the file."""
    found = Finding(says, fault.file, fault.line, code=shown(fault))
    return failed(found, *more, hint=hint(fault))


MERGE = Text(
    en="These are the marks of a git merge: keep one of the two versions and delete the lines that "
    "start with <<<<<<<, ======= and >>>>>>>.",
    es="Son las marcas de un merge de git: quédate con una de las dos versiones y borra las líneas "
    "que empiezan por <<<<<<<, ======= y >>>>>>>.",
)
NOTEBOOK = Text(
    en="Lines that start with % or ! work in a notebook only: delete them from the file.",
    es="Las líneas que empiezan por % o ! solo funcionan en un notebook: bórralas del archivo.",
)
LOOK = Text(
    en="Look at the place that is marked, and at the end of the line before it.",
    es="Mira el sitio marcado y el final de la línea anterior.",
)
HINTS = (
    (
        "was never closed",
        Text(
            en="Close the bracket that opens there; the line marked is where it opens, not where "
            "the closing one is missing.",
            es="Cierra el paréntesis o corchete que se abre ahí; la línea marcada es donde se "
            "abre, no donde falta el cierre.",
        ),
    ),
    (
        "unmatched|does not match opening",
        Text(
            en="Count the brackets up to the mark: this one closes nothing, so it is one too many "
            "or one of another kind.",
            es="Cuenta los paréntesis y corchetes hasta la marca: este no cierra nada, así que "
            "sobra o es de otro tipo.",
        ),
    ),
    (
        "expected ':'",
        Text(
            en="Put a colon at the end of the line that is marked.",
            es="Pon dos puntos al final de la línea marcada.",
        ),
    ),
    (
        "unterminated",
        Text(
            en="Close the quotes that open there.",
            es="Cierra las comillas que se abren ahí.",
        ),
    ),
    (
        "Missing parentheses in call",
        Text(
            en="In Python 3 it is called with parentheses, as in print(x).",
            es="En Python 3 se llama con paréntesis, como en print(x).",
        ),
    ),
    (
        "TabError|inconsistent use of tabs",
        Text(
            en="Let your editor turn every tab of the file into spaces.",
            es="Haz que tu editor convierta en espacios todos los tabuladores del archivo.",
        ),
    ),
    (
        "IndentationError",
        Text(
            en="Compare the space at the start of this line with that of the line above: a block "
            "is indented by four spaces, and after a colon there must be one.",
            es="Compara el espacio inicial de esta línea con el de la anterior: un bloque lleva "
            "cuatro espacios de sangría, y después de dos puntos tiene que haber uno.",
        ),
    ),
    (
        "forgot a comma",
        Text(
            en="Put a comma between the two values that are marked.",
            es="Pon una coma entre los dos valores marcados.",
        ),
    ),
    (
        "codec|UTF-8|null bytes",
        Text(
            en="Save the file as UTF-8 in your editor, and commit it again.",
            es="Guarda el archivo como UTF-8 en tu editor y vuelve a hacer commit.",
        ),
    ),
)
"""By what the error says; the first that fits."""
