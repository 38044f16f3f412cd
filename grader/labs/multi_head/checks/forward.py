"""Block A, forward as a whole: shape, one head, agreement, and no side effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from grader.labs.multi_head.analysis import Analysis, analyse, question
from grader.labs.multi_head.compare import Judged, distance, misses_argument, right_form
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
from grader.labs.multi_head.steps import CALLED, decide
from grader.model import (
    About,
    Answer,
    Evidence,
    Failure,
    Finding,
    Imported,
    Output,
    Single,
    Text,
    Verdict,
)
from reference import single_head_attention

NO_FORWARD = Text(
    en="there is no forward that could be called",
    es="no hay un forward al que se pueda llamar",
)
ELSEWHERE = Text(
    en="forward gives no numbers to compare; see shape",
    es="forward no da números que comparar; mira shape",
)


def absent(evidence: Evidence) -> Verdict | None:
    """Blocked where there is nothing to ask: no module, no class, no object, no forward."""
    imported, answers = evidence.imported, [a for _, a in evidence.answers]
    if isinstance(imported, Imported) and not (imported.has_forward or imported.has_call):
        return blocked(NO_FORWARD)
    if all(misses_argument(a) or is_absent(a) for a in answers):
        return blocked(NO_FORWARD)
    return None


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
        return failed(Finding(UNWRITTEN, analysis.unwritten.file, analysis.unwritten.line))
    wrong = misshapen(analysis)
    if not wrong:
        return passed()
    if all(misses_argument(j.answer) for j in wrong):
        return blocked(CALLED)
    if all(j.probe.batched for j in analysis.basis):
        return failed(shown(BATCH.format(what=got(wrong[0].answer, wrong[0].probe)), wrong))
    explained = analysis.sets or any(r.outcome == "failed" for r in decide(analysis).values())
    forms = [j for j in wrong if isinstance(j.answer, Output) and j.finite]
    if explained and not forms:
        return blocked(EXPLAINED)
    least = smallest(forms or wrong) or wrong[0]
    says = WRONG.format(where=where(least.probe), what=got(least.answer, least.probe))
    return failed(shown(says, forms or wrong))


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


UNWRITTEN = Text(
    en="forward is not written yet. Start with Q, K, V = x @ W_Q, x @ W_K, x @ W_V and print their "
    "shapes; the lab's block A has the steps after that",
    es="forward todavía no está escrito. Empieza con Q, K, V = x @ W_Q, x @ W_K, x @ W_V e imprime "
    "sus formas; el bloque A del lab tiene los pasos siguientes",
)
BATCH = Text(
    en="forward(x) with x of shape (T, d_model) did not work ({what}), with a batch axis it did: "
    "in this lab x has no batch axis (the rest is graded with one)",
    es="forward(x) con x de forma (T, d_model) no funcionó ({what}) y con un eje de batch sí: en "
    "este lab x no tiene eje de batch (el resto se evalúa con él)",
)
WRONG = Text(en="at {where}: {what}", es="con {where}: {what}")
EXPLAINED = Text(
    en="where it gives no array of the right shape, the fault is named in another check",
    es="donde no da un array de la forma correcta, el fallo se nombra en otra comprobación",
)


@check(
    About(
        id="single-head",
        block="A",
        points=5,
        title=Text(
            en="With H = 1 it equals single-head attention followed by W_O",
            es="Con H = 1 equivale a single-head attention seguida de W_O",
        ),
        why=Text(
            en="One head is the case that you know from lab 00: it must come out the same.",
            es="Una sola cabeza es el caso que conoces del lab 00: debe salir lo mismo.",
        ),
        hint=Text(
            en="Compare step by step with single_head_attention(x @ W_Q, x @ W_K, x @ W_V) @ W_O.",
            es="Compara paso a paso con single_head_attention(x @ W_Q, x @ W_K, x @ W_V) @ W_O.",
        ),
        source=Text(en="Lab 01, block B", es="Lab 01, bloque B"),
        example="np.abs(mha.forward(X) - single_head_attention(Q, K, V) @ mha.W_O).max() < 1e-5",
    )
)
def single_head(evidence: Evidence) -> Verdict:
    """Every answer at H = 1, and the student's own function of lab 00 where there is one."""
    missing = absent(evidence)
    if missing:
        return missing
    analysis = analyse(evidence)
    if analysis.unwritten or not any(j.finite for j in analysis.basis):
        return blocked(ELSEWHERE)
    one = [j for j in analysis.wrong() if j.probe.n_heads == 1]
    least = smallest([j for j in one if j.finite] or one)
    faults = [*_own_function(evidence)]
    if least:
        says = DIFFERS.format(where=where(least.probe), off=_off(least))
        faults.insert(0, shown(says, [least]))
    if faults:
        return failed(*faults)
    own = isinstance(evidence.imported, Imported) and evidence.imported.has_single_head
    return passed(*([] if own else [note(NO_FUNCTION)]))


def _off(judged: Judged) -> Text:
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
    es="tu propia single_head_attention(Q, K, V) del lab 00 no es correcta con T={T}, d={d}: {what}",
)
NO_FUNCTION = Text(
    en="there is no single_head_attention in attention.py; block B of the lab compares with it",
    es="no hay single_head_attention en attention.py; el bloque B del lab compara con ella",
)


@check(
    About(
        id="agreement",
        block="A",
        points=2,
        title=Text(
            en="forward equals the reference on everything asked",
            es="forward coincide con la referencia en todo lo preguntado",
        ),
        why=Text(
            en="Some mistakes show only for some sizes, masks or large numbers.",
            es="Algunos errores solo se ven con ciertos tamaños, máscaras o números grandes.",
        ),
        hint=Text(
            en="Paste the smallest example next to your file and follow it with pen and paper.",
            es="Pega el ejemplo más pequeño junto a tu archivo y síguelo con lápiz y papel.",
        ),
        source=Text(en="Theory 03, the forward pass", es="Teoría 03, el forward pass"),
    )
)
def agreement(evidence: Evidence) -> Verdict:
    """Every answer, of every family, on the weights that the class made itself."""
    missing = absent(evidence)
    if missing:
        return missing
    analysis = analyse(evidence)
    if analysis.unwritten or not any(j.finite for j in (*analysis.judged, *analysis.basis)):
        return blocked(ELSEWHERE)
    wrong = [j for j in analysis.judged if not j.ok]
    if not wrong:
        return passed()
    asked = len(analysis.judged)
    if analysis.rough:
        return failed(shown(ROUGHLY.format(off=f"{max(j.error for j in wrong):.2g}"), wrong))
    least = smallest([j for j in wrong if j.finite] or wrong) or wrong[0]
    facts = {"wrong": len(wrong), "asked": asked, "where": where(least.probe), "off": _off(least)}
    return failed(shown(COUNT.format(**facts), [least]))


ROUGHLY = Text(
    en="right to about three digits only (off by up to {off}): something is rounded or computed in "
    "float16",
    es="correcto solo hasta unas tres cifras (difiere hasta {off}): algo se redondea o se calcula en "
    "float16",
)
COUNT = Text(
    en="{wrong} of {asked} answers differ; the smallest is {where}: {off}",
    es="{wrong} de {asked} respuestas difieren; la más pequeña es {where}: {off}",
)


@check(
    About(
        id="pure",
        block="A",
        points=2,
        title=Text(
            en="forward changes nothing and remembers nothing",
            es="forward no modifica nada ni recuerda nada",
        ),
        why=Text(
            en="Whoever calls it twice, or uses x afterwards, must not be surprised.",
            es="Quien lo llame dos veces, o use x después, no debe llevarse sorpresas.",
        ),
        hint=Text(
            en="Look for +=, out=, [...] = and for attributes that forward both reads and writes.",
            es="Busca +=, out=, [...] = y atributos que forward lee y también escribe.",
        ),
        source=Text(
            en="Lab 01, block A: forward(x, mask) -> y",
            es="Lab 01, bloque A: forward(x, mask) -> y",
        ),
    )
)
def pure(evidence: Evidence) -> Verdict:
    """Inputs, weights and earlier answers stay as they are; asked again, it says the same."""
    missing = absent(evidence)
    if missing:
        return missing
    analysis = analyse(evidence)
    if not any(isinstance(j.answer, Output) for j in analysis.judged):
        return blocked(ELSEWHERE)
    faults = [*_changes(analysis.judged), *_memory(analysis.judged)]
    return failed(*faults) if faults else passed()


def _changes(judged: Sequence[Judged]) -> Iterator[Finding]:
    for what, says in CHANGES.items():
        found = [j for j in judged if isinstance(j.answer, Output) and what in j.answer.changed]
        if found:
            yield Finding(says.format(where=where(found[0].probe)))


def _memory(judged: Sequence[Judged]) -> Iterator[Finding]:
    """The same question with two answers, or a fresh object that answers otherwise."""
    seen: dict[tuple[object, ...], Judged] = {}
    for j in judged:
        before = seen.setdefault(question(j.probe.but(fresh=False)), j)
        if before is not j and _differ(before.answer, j.answer):
            says = OBJECT if j.probe.fresh != before.probe.fresh else AGAIN
            yield shown(says.format(where=where(j.probe)), [before if before.finite else j])
            return


def _differ(a: Answer, b: Answer) -> bool:
    if isinstance(a, Failure) or isinstance(b, Failure):
        return isinstance(a, Failure) != isinstance(b, Failure)
    if a.y.shape != b.y.shape:
        return True
    return not np.allclose(a.y, b.y, rtol=1e-6, atol=1e-7, equal_nan=True)


CHANGES = {
    "x": Text(
        en="forward modifies the x that it is given (at {where}): work on a new array",
        es="forward modifica la x que recibe (con {where}): trabaja sobre un array nuevo",
    ),
    "mask": Text(
        en="forward modifies the mask that it is given (at {where}): work on a new array",
        es="forward modifica la máscara que recibe (con {where}): trabaja sobre un array nuevo",
    ),
    "weights": Text(
        en="forward modifies the weights (at {where})",
        es="forward modifica los pesos (con {where})",
    ),
    "previous": Text(
        en="an answer given earlier changes with the next call (at {where}): return a new array",
        es="una respuesta anterior cambia con la llamada siguiente (con {where}): devuelve un array "
        "nuevo",
    ),
}
OBJECT = Text(
    en="a new object and one that was used before answer differently at {where}: forward remembers "
    "something",
    es="un objeto nuevo y uno ya usado responden distinto con {where}: forward recuerda algo",
)
AGAIN = Text(
    en="the same question, asked twice, has two answers at {where}",
    es="la misma pregunta, hecha dos veces, tiene dos respuestas con {where}",
)
