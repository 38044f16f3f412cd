"""Block C, the script: mha.py runs, draws a heat map, and does it with the class of block A."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.labs.multi_head import caret
from grader.labs.multi_head import drawing_words as words
from grader.labs.multi_head import imports as found_in
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.figures import heat_map
from grader.labs.multi_head.files import find, find_attention, wanted
from grader.labs.multi_head.outside import elsewhere
from grader.labs.multi_head.say import blocked, failed, note, passed, review
from grader.model import About, Drawing, Evidence, Failure, Finding, Ran, Text, Verdict, same

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "mha.py"
SIZE = {64, 4}
"""d_model and n_heads of block C, in whichever order they are given."""
BLOCK_C = Text(en="Lab 01, block C", es="Lab 01, bloque C")


@check(
    About(
        id="mha-runs",
        block="C",
        points=2,
        title=Text(
            en="mha.py runs and draws, with your class",
            es="mha.py se ejecuta y dibuja, con tu clase",
        ),
        why=Text(
            en="A figure is worth something if anyone can draw it again from what is in the "
            "repository, and if it shows the class that the repository holds.",
            es="Una figura vale algo si cualquiera puede volver a dibujarla con lo que hay en el "
            "repositorio, y si muestra la clase que el repositorio contiene.",
        ),
        hint=Text(
            en="Clone your repository into a new folder and run mha.py there.",
            es="Clona tu repositorio en una carpeta nueva y ejecuta ahí mha.py.",
        ),
        source=BLOCK_C,
        example="from minimodel.attention.attention import MultiHeadAttention\n\n"
        "mha = MultiHeadAttention(d_model=64, n_heads=4, seed=0)\n",
    )
)
def mha_runs(evidence: Evidence) -> Verdict:
    """It comes to its end, saves or shows a heat map, and makes an object of the class."""
    found, drawing = find(evidence.submission, NAME), evidence.drawing
    if found is None or drawing is None:
        return blocked(words.ABSENT.format(path=wanted(NAME)))
    if not drawing.best.worked:
        return _not_run(evidence, drawing)
    return _used(evidence, drawing, found)


def _not_run(evidence: Evidence, drawing: Drawing) -> Verdict:
    """Why it did not come to its end, and whether that is the script's doing."""
    ran = telling(drawing)
    if ran.failure is None:
        return failed(Finding(words.EXIT.format(code=ran.exit), ran.script))
    name = next((r.missing for r in drawing.tries if r.missing in found_in.FORBIDDEN), "")
    if name:
        return blocked(words.FORBIDDEN.format(name=found_in.FORBIDDEN[name]))
    outside = elsewhere(ran.failure, evidence.submission)
    place = ran.failure.file or ran.script, ran.failure.line
    if outside:
        return review(Finding(outside, *place))
    if in_attention(evidence, ran.failure):
        unwritten = ran.failure.kind == "unwritten"
        return blocked(
            words.UNFINISHED if unwritten else words.ATTENTION.format(why=ran.failure.says)
        )
    says = words.PATHS if lost(ran) else words.NOT_RUN
    found = Finding(says.format(why=ran.failure.says), *place, code=caret.shown(ran.failure))
    return failed(found, hint=caret.hint(ran.failure))


def telling(drawing: Drawing) -> Ran:
    """The try that came furthest: found its imports, or at least their package; else the first."""
    imported = [ran for ran in drawing.tries if not ran.missing]
    found = imported or [ran for ran in drawing.tries if not lost(ran)]
    return found[-1] if found else drawing.tries[0]


def lost(ran: Ran) -> bool:
    """It did not find the package of block A at all."""
    return bool(ran.failure and "named 'minimodel'" in ran.failure.error)


def in_attention(evidence: Evidence, failure: Failure) -> bool:
    """Whether it is the module of block A that fails, of which other checks speak."""
    found = find_attention(evidence.submission)
    return bool(found and failure.file == found[0]) and failure.kind in ("raised", "unwritten")


def _used(evidence: Evidence, drawing: Drawing, found: tuple[str, bytes]) -> Verdict:
    """It ran: what it drew, and with which class."""
    path, ran = found[0], drawing.best
    faults: list[Finding] = []
    doubts: list[Finding] = []
    if not drawing.figures and ran.told:
        faults.append(Finding(words.NOTHING, path))
    elif drawing.figures and heat_map(drawing) is None:
        doubts.append(Finding(words.NO_MAP, path))
    if not ran.told:
        doubts.append(Finding(words.UNTOLD, path))
    elif not ran.objects and not ran.forwards and find_attention(evidence.submission):
        copied = next(_classes(found[1]), None)
        says = words.COPIED if copied else words.UNUSED if ran.loaded else words.NOT_IMPORTED
        faults.append(Finding(says, path, copied))
    if faults:
        return failed(*faults, *doubts)
    if ran.sizes and not any({*size} == SIZE for size in ran.sizes):
        d_model, n_heads = ran.sizes[0]
        says = words.OTHER_SIZE.format(d_model=d_model, n_heads=n_heads)
        return failed(Finding(says, path), *doubts, share=0.5)
    return review(*doubts) if doubts else passed(*_notes(drawing, path))


def _classes(text: bytes) -> Iterator[int]:
    """The lines at which a class for multi-head attention is defined."""
    tree = found_in.tree_of(text)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.ClassDef) and "attention" in node.name.lower():
            yield node.lineno


def _notes(drawing: Drawing, path: str) -> Iterator[Finding]:
    """What costs nothing: a picture that is saved where only one computer has a folder."""
    figure = heat_map(drawing)
    if figure and not figure.path:
        yield note(words.SHOWN, path)
    elif figure and figure.path.startswith("/"):
        yield note(words.ABSOLUTE.format(path=same(figure.path)), path)
