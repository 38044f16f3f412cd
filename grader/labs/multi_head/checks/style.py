"""Block A, advice on style: no points, only a look."""

from __future__ import annotations

import ast
import io
import tokenize
from typing import TYPE_CHECKING

from grader.labs.multi_head.declare import check
from grader.labs.multi_head.files import find_attention
from grader.labs.multi_head.imports import tree_of
from grader.labs.multi_head.say import note, passed, review
from grader.model import About, Evidence, Finding, Text, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 30
IGNORED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}
NO_FORWARD = Text(
    en="there is no forward to read in attention.py",
    es="no hay un forward que leer en attention.py",
)
UNREAD = Text(
    en="attention.py is not Python that can be read, so forward was not looked at; see `imports`",
    es="attention.py no es Python que se pueda leer, así que no se ha mirado forward; véase "
    "`imports`",
)
NO_FILE = Text(
    en="there is no attention.py, so no forward was looked at; see `imports`",
    es="no hay attention.py, así que no se ha mirado ningún forward; véase `imports`",
)


def forward_of(evidence: Evidence) -> tuple[str, bytes, ast.ClassDef, ast.FunctionDef] | None:
    """Path, text, class and method, where attention.py has them as plain text."""
    found = find_attention(evidence.submission)
    tree = tree_of(found[1]) if found else None
    if found is None or tree is None:
        return None
    for cls in (n for n in ast.walk(tree) if isinstance(n, ast.ClassDef)):
        for method in cls.body:
            if isinstance(method, ast.FunctionDef) and method.name == "forward":
                return *found, cls, method
    return None


def nothing_to_read(evidence: Evidence) -> Verdict:
    """Passed where forward is written in a way that we do not read, unless it is no Python."""
    found = find_attention(evidence.submission)
    if found is None or tree_of(found[1]) is None:
        return review(Finding(UNREAD if found else NO_FILE))
    return passed(note(NO_FORWARD))


@check(
    About(
        id="forward-length",
        block="A",
        points=0,
        title=Text(en="forward has at most 30 lines", es="forward tiene como mucho 30 líneas"),
        why=Text(
            en="What fits on a screen can be checked by eye.",
            es="Lo que cabe en una pantalla se puede revisar a ojo.",
        ),
        hint=Text(
            en="Softmax and the splitting of heads can be small functions of their own.",
            es="Softmax y la división en cabezas pueden ser pequeñas funciones propias.",
        ),
        source=Text(en="Lab 01, block A: at most 30 LOC", es="Lab 01, bloque A: ≤ 30 LOC"),
    )
)
def forward_length(evidence: Evidence) -> Verdict:
    """Lines of code, without blank lines, comments and the docstring."""
    found = forward_of(evidence)
    if found is None:
        return nothing_to_read(evidence)
    path, data, _, method = found
    lines = code_lines(data, method)
    if lines <= LONGEST:
        return passed()
    return review(Finding(LONG.format(lines=lines), path, method.lineno))


def code_lines(data: bytes, method: ast.FunctionDef) -> int:
    """How many lines of a method hold code."""
    first, last = method.lineno, method.end_lineno or method.lineno
    doc = method.body[0] if ast.get_docstring(method, clean=False) is not None else None
    quoted = range(doc.lineno, (doc.end_lineno or doc.lineno) + 1) if doc else range(0)
    used: set[int] = set()
    for token in tokenize.tokenize(io.BytesIO(data).readline):
        if token.type not in IGNORED:
            used.update(range(token.start[0], token.end[0] + 1))
    return len([n for n in used if first <= n <= last and n not in quoted])


LONG = Text(
    en="forward has {lines} lines of code; the lab aims for at most 30",
    es="forward tiene {lines} líneas de código; el lab recomienda 30 como máximo",
)


@check(
    About(
        id="vectorised",
        block="A",
        points=0,
        title=Text(
            en="Reshape rather than a loop over heads",
            es="Reshape en vez de un bucle sobre las cabezas",
        ),
        why=Text(
            en="It is faster, and what production code does; the loop is right too.",
            es="Es más rápido y es lo que hace el código de producción; el bucle también es "
            "correcto.",
        ),
        hint=Text(
            en="@ multiplies stacks of matrices: `(H, T, d_head) @ (H, d_head, T)` is `(H, T, T)`.",
            es="@ multiplica pilas de matrices: `(H, T, d_head) @ (H, d_head, T)` da `(H, T, T)`.",
        ),
        source=Text(
            en="Lab 01, restrictions: reshape, not loops, where possible",
            es="Lab 01, restricciones: reshape, no bucles, siempre que sea posible",
        ),
    )
)
def vectorised(evidence: Evidence) -> Verdict:
    """No loop in forward, nor in the methods of its class that it calls."""
    found = forward_of(evidence)
    if found is None:
        return nothing_to_read(evidence)
    path, _, cls, method = found
    loop = next(loops(cls, method), None)
    if loop is None:
        return passed()
    return review(Finding(LOOP, path, getattr(loop, "lineno", None)))


def loops(cls: ast.ClassDef, method: ast.FunctionDef) -> Iterator[ast.AST]:
    """Loops and comprehensions in a method and in the methods that it reaches."""
    methods = {m.name: m for m in cls.body if isinstance(m, ast.FunctionDef)}
    todo, seen = [method], {method.name}
    while todo:
        for node in ast.walk(todo.pop()):
            if isinstance(node, ast.While) or _over_heads(node):
                yield node
            if isinstance(node, ast.Attribute) and node.attr in methods.keys() - seen:
                seen.add(node.attr)
                todo.append(methods[node.attr])


def _over_heads(node: ast.AST) -> bool:
    """A loop or comprehension over anything but names written out, such as (Q, K, V)."""
    if isinstance(node, ast.For):
        return not isinstance(node.iter, ast.Tuple | ast.List)
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return not isinstance(node.generators[0].iter, ast.Tuple | ast.List)
    return False


LOOP = Text(
    en="there is a loop here; it is allowed for clarity, and a reshape does without it",
    es="aquí hay un bucle; se admite por claridad, pero un reshape lo hace innecesario",
)
