"""Block A, forward as a whole: shape, one head, agreement, and no side effects."""

from __future__ import annotations

import re

from grader.labs.multi_head import shape_words as words
from grader.labs.multi_head.analysis import Analysis, analyse
from grader.labs.multi_head.compare import Judged, misses_argument, right_form
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.outside import not_the_students
from grader.labs.multi_head.say import (
    blocked,
    failed,
    got,
    passed,
    review,
    shown,
    smallest,
    where,
)
from grader.labs.multi_head.steps import decide
from grader.labs.multi_head.steps_words import CALLED
from grader.model import (
    About,
    Answer,
    Evidence,
    Failure,
    Finding,
    Made,
    Output,
    Text,
    Verdict,
)

NO_FORWARD = Text(
    en="there is no forward that could be called",
    es="no hay un forward al que se pueda llamar",
)
NOT_LOADED = Text(
    en="attention.py could not be imported; see `imports`",
    es="no se pudo importar attention.py; véase `imports`",
)
NO_CLASS = Text(
    en="there is no class MultiHeadAttention; see `api`",
    es="no hay ninguna clase MultiHeadAttention; véase `api`",
)
NO_OBJECT = Text(
    en="no object could be made of the class; see `api`",
    es="no se pudo crear ningún objeto de la clase; véase `api`",
)
ELSEWHERE = Text(
    en="forward gives no numbers to compare; see `shape`",
    es="forward no da números que comparar; véase `shape`",
)


SIZES = re.compile("shape|dimension|broadcast|operands|ax[ei]s|unpack|size")
"""What an error says of arrays that do not fit."""


def absent(evidence: Evidence) -> Verdict | None:
    """Blocked where there is nothing to ask: no module, no class, no object, no forward."""
    imported, answers = evidence.imported, [a for _, a in evidence.answers]
    if isinstance(imported, Failure):
        outside = not_the_students(imported, evidence.submission)
        return review(Finding(outside)) if outside else blocked(NOT_LOADED)
    if not imported.has_class:
        return blocked(NO_CLASS)
    if not any(isinstance(one, Made | Output) for one in (*evidence.made.values(), *answers)):
        return blocked(NO_OBJECT)
    if not (imported.has_forward or imported.has_call or gives_forward(evidence)):
        return blocked(NO_FORWARD)
    if all(misses_argument(a) or is_absent(a) for a in answers):
        return blocked(NO_FORWARD)
    return None


def gives_forward(evidence: Evidence) -> bool:
    """Objects have a ``forward`` that their class does not show."""
    return any(isinstance(m, Made) and m.has_forward for m in evidence.made.values())


def is_absent(answer: Answer) -> bool:
    """It was never asked."""
    return isinstance(answer, Failure) and answer.kind == "absent"


@check(
    About(
        id="shape",
        block="A",
        points=4,
        title=Text(
            en="forward returns (T, d_model), for every T and n_heads",
            es="forward devuelve (T, d_model), con cualquier T y n_heads",
        ),
        why=Text(
            en="Attention maps tokens to tokens, so that layers can be stacked.",
            es="La atención lleva tokens a tokens, para poder apilar capas.",
        ),
        hint=Text(
            en="Write the shape after each line as a comment and follow the smallest example.",
            es="Escribe la forma tras cada línea como comentario y sigue el ejemplo más pequeño.",
        ),
        source=Text(
            en="Lab 01, block A; theory 03, steps 1 to 5",
            es="Lab 01, bloque A; teoría 03, pasos 1 a 5",
        ),
        example="mha.forward(x).shape == (T, d_model)",
    )
)
def shape(evidence: Evidence) -> Verdict:
    """A plain finite real array of x's shape for every size, with no mask or a mask of zeros."""
    missing = absent(evidence)
    if missing:
        return missing
    analysis = analyse(evidence)
    if analysis.unwritten:
        says = words.NO_RETURN if analysis.unwritten.error == "NoneType" else words.UNWRITTEN
        found = Finding(says, analysis.unwritten.file, analysis.unwritten.line)
        return failed(found, hint=words.WRITE)
    wrong = misshapen(analysis)
    return _fault(analysis, wrong) if wrong else passed()


def _fault(analysis: Analysis, wrong: list[Judged]) -> Verdict:
    """What to say about the sizes that got no answer of the right form."""
    if all(misses_argument(j.answer) for j in wrong):
        return blocked(CALLED)
    if all(j.probe.batched for j in analysis.basis):
        return failed(shown(words.BATCH.format(what=got(wrong[0].answer, wrong[0].probe)), wrong))
    explained = analysis.sets or any(r.outcome == "failed" for r in decide(analysis).values())
    forms = [j for j in wrong if isinstance(j.answer, Output) and j.finite]
    if explained and not forms:
        return blocked(words.EXPLAINED)
    least = smallest(forms or wrong) or wrong[0]
    says = words.WRONG.format(where=where(least.probe), what=got(least.answer, least.probe))
    return failed(shown(says, forms or wrong), hint=_hint(least.answer))


def _hint(answer: Answer) -> Text | None:
    """What to do where the shape is not what is wrong."""
    if isinstance(answer, Output):
        return None if answer.form == "ndarray" else words.ONE_ARRAY
    if answer.kind != "raised":
        return None if answer.kind == "refused" else words.ENDED
    spelt = answer.error.startswith(("NameError", "AttributeError", "UnboundLocalError"))
    return words.SPELT if spelt else None if SIZES.search(answer.error) else words.RAISED


def misshapen(analysis: Analysis) -> list[Judged]:
    """Questions without a mask whose size got no answer of the right form in any way of asking."""
    asked = [j for j in analysis.judged if j.probe.family not in ("large", "again", "style")]
    if all(j.probe.fresh for j in analysis.basis):
        asked = [j for j in asked if j.probe.fresh]
    plain = [j for j in asked if j.probe.mask is None or not j.probe.mask.any()]
    good = {_size(j) for j in plain if right_form(j.answer, j.probe)}
    return [j for j in plain if _size(j) not in good]


def _size(judged: Judged) -> tuple[int, int, int]:
    return (judged.probe.T, judged.probe.d_model, judged.probe.n_heads)
