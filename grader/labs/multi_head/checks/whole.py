"""Block A, forward as a whole: agreement with the reference, and no side effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.analysis import Analysis, analyse
from grader.labs.multi_head.checks.forward import ELSEWHERE, absent, is_absent
from grader.labs.multi_head.checks.single import off
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.say import blocked, failed, passed, shown, smallest, where
from grader.labs.multi_head.steady import question, same_numbers
from grader.model import About, Answer, Evidence, Failure, Finding, Output, Text, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.labs.multi_head.compare import Judged


@check(
    About(
        id="agreement",
        block="A",
        points=2,
        title=Text(
            en="forward equals the reference on everything asked",
            es="forward coincide con la referencia en todas las pruebas",
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
    wrong = [j for j in (*analysis.judged, *analysis.elsewhere) if not j.ok]
    if not wrong:
        return passed()
    asked = len(analysis.judged) + len(analysis.elsewhere)
    if analysis.rough and analysis.rounded:
        return failed(shown(ROUGHLY.format(off=f"{max(j.error for j in wrong):.2g}"), wrong))
    least = _clearest(analysis.wrong()) or _clearest(wrong) or wrong[0]
    facts = {"wrong": len(wrong), "asked": asked, "where": where(least.probe), "off": off(least)}
    # What shows only after other calls would not show where it is pasted: that is for ``pure``.
    alone = any(j is least for j in analysis.basis)
    return failed(shown(COUNT.format(**facts), [least] if alone else []))


def _clearest(wrong: Sequence[Judged]) -> Judged | None:
    told = [j for j in wrong if not is_absent(j.answer)] or wrong
    return smallest([j for j in told if j.finite] or told)


ROUGHLY = Text(
    en="right to about three digits only (off by up to {off}): something is rounded or computed in "
    "float16",
    es="solo coinciden unas tres cifras (difiere hasta {off}): algo se redondea o se calcula en "
    "float16",
)
COUNT = Text(
    en="{wrong} of {asked} answers differ; the smallest case is {where}: {off}",
    es="{wrong} de {asked} respuestas difieren; el caso más pequeño es {where}: {off}",
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
    faults = faults or [*_elsewhere(analysis)]
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
        before = seen.setdefault(question(j.probe, whoever=True), j)
        if before is not j and _differ(before.answer, j.answer):
            says = OBJECT if j.probe.fresh != before.probe.fresh else AGAIN
            yield shown(says.format(where=where(j.probe)), [before if before.finite else j])
            return


def _elsewhere(analysis: Analysis) -> Iterator[Finding]:
    """Another process, asked the same in another order, that answers otherwise."""
    first = {question(j.probe): j for j in reversed(analysis.judged)}
    for j in analysis.elsewhere:
        before = first.get(question(j.probe))
        if before is not None and before.ok != j.ok:
            yield shown(ELSEWHERE_OTHER.format(where=where(j.probe)), [j if before.ok else before])
            return
    if all(j.ok for j in analysis.basis) and not all(j.ok for j in analysis.elsewhere):
        wrong = [j for j in analysis.elsewhere if not j.ok]
        yield shown(ELSEWHERE_OTHER.format(where=where(wrong[0].probe)), wrong)


def _differ(a: Answer, b: Answer) -> bool:
    if any(isinstance(one, Failure) and one.kind not in ("raised", "unwritten") for one in (a, b)):
        return False  # it was stopped, or never asked: that is no answer of its own
    if isinstance(a, Failure) or isinstance(b, Failure):
        return isinstance(a, Failure) != isinstance(b, Failure)
    return not same_numbers(a.y, b.y)


CHANGES = {
    "x": Text(
        en="forward modifies the x that it is given (at {where}): work on a new array",
        es="forward modifica el x que recibe (con {where}): trabaja sobre un array nuevo",
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
        es="una respuesta anterior cambia con la llamada siguiente (con {where}): devuelve un "
        "array "
        "nuevo",
    ),
}
OBJECT = Text(
    en="a new object and one that was used before answer differently at {where}: forward remembers "
    "something",
    es="un objeto nuevo y uno ya usado dan resultados distintos con {where}: forward recuerda algo",
)
ELSEWHERE_OTHER = Text(
    en="in a new process, asked in another order, forward answers differently at {where}: its "
    "answer "
    "depends on what was asked before, or on something other than x, mask and the weights",
    es="en un proceso nuevo y en otro orden, forward da otro resultado con {where}: lo que "
    "devuelve depende de las llamadas anteriores, o de algo que no son x, mask y los pesos",
)
AGAIN = Text(
    en="called twice with the same data ({where}), forward gives different results",
    es="llamado dos veces con los mismos datos ({where}), forward da resultados distintos",
)
