"""Block A, one head: the case that lab 00 already has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.analysis import analyse
from grader.labs.multi_head.checks.forward import ELSEWHERE, absent
from grader.labs.multi_head.compare import Judged, distance
from grader.labs.multi_head.confined import is_masked
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.say import (
    blocked,
    failed,
    got,
    note,
    passed,
    shown,
    smallest,
    where,
)
from grader.model import (
    About,
    Answer,
    Evidence,
    Failure,
    Finding,
    Imported,
    Single,
    Text,
    Verdict,
)
from reference import single_head_attention

if TYPE_CHECKING:
    from collections.abc import Iterator


@check(
    About(
        id="single-head",
        block="A",
        points=5,
        title=Text(
            en="With H = 1 it equals single-head attention followed by W_O",
            es="Con H = 1, equivale a single-head attention seguida de W_O",
        ),
        why=Text(
            en="One head is the case that you know from lab 00: it must come out the same.",
            es="Una sola cabeza es el caso que conoces del lab 00: debe salir lo mismo.",
        ),
        hint=Text(
            en="Compare step by step with `single_head_attention(x @ W_Q, x @ W_K, x @ W_V) @ "
            "W_O`.",
            es="Compara paso a paso con `single_head_attention(x @ W_Q, x @ W_K, x @ W_V) @ W_O`.",
        ),
        source=Text(en="Lab 01, block B", es="Lab 01, bloque B"),
        example="np.abs(mha.forward(X) - single_head_attention(Q, K, V) @ mha.W_O).max() < 1e-5",
    )
)
def single_head(evidence: Evidence) -> Verdict:
    """H = 1 without a mask, as in block B, and the student's own function of lab 00."""
    missing = absent(evidence)
    if missing:
        return missing
    analysis = analyse(evidence)
    if analysis.unwritten or not any(j.finite for j in analysis.basis):
        return blocked(ELSEWHERE)
    # Scores that overflow are the business of `softmax`, with one head as with many.
    plain = [j for j in analysis.wrong() if j.probe.family != "large" and not is_masked(j)]
    one = [j for j in plain if j.probe.n_heads == 1]
    least = smallest([j for j in one if j.finite] or one)
    faults = [*_own_function(evidence)]
    if least:
        says = DIFFERS.format(where=where(least.probe), off=off(least))
        faults.insert(0, shown(says, [least]))
    if faults:
        return failed(*faults)
    own = isinstance(evidence.imported, Imported) and evidence.imported.has_single_head
    return passed(*([] if own else [note(NO_FUNCTION)]))


def off(judged: Judged) -> Text:
    """How far an answer is off, or what came instead of one."""
    if not judged.finite:
        return got(judged.answer, judged.probe)
    return OFF.format(off=f"{judged.absolute:.3g}")


def _own_function(evidence: Evidence) -> Iterator[Finding]:
    for asked, answer in evidence.singles:
        fault = _single_fault(asked, answer)
        if fault:
            T, d = asked.q.shape
            place = (answer.file, answer.line) if isinstance(answer, Failure) else (None, None)
            yield Finding(OWN.format(T=T, d=d, what=fault), *place)
            return


def _single_fault(asked: Single, answer: Answer) -> Text | None:
    if isinstance(answer, Failure):
        return answer.says
    right = single_head_attention(asked.q, asked.k, asked.v)
    error = distance(answer.y, right)
    if error <= 1e-5:
        return None
    return OFF.format(off=f"{error:.3g}") if np.isfinite(error) else NO_MATCH


OFF = Text(en="the largest difference is {off}", es="la diferencia máxima es {off}")
NO_MATCH = Text(en="wrong shape or NaN", es="forma incorrecta o NaN")
DIFFERS = Text(en="at {where} it differs: {off}", es="con {where} difiere: {off}")
OWN = Text(
    en="your own single_head_attention(Q, K, V) of lab 00 is not right at T={T}, d={d}: {what}",
    es="tu propia single_head_attention(Q, K, V) del lab 00 no es correcta con T={T}, d={d}: "
    "{what}",
)
NO_FUNCTION = Text(
    en="there is no single_head_attention in attention.py; block B of the lab compares with it",
    es="no hay single_head_attention en attention.py; el bloque B del lab compara con ella",
)
