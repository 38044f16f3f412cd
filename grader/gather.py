"""Put a lab's questions to a student's code, in processes that are dead when it is done."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.model import (
    Evidence,
    Failure,
    Import,
    Imported,
    Output,
    Probe,
    Submission,
    Text,
    Trace,
    same,
)
from grader.sandbox import Session, SlotError, Slots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.labs.lab import Lab

NO_SLOT = Text(
    en="no process can be started for the student's code: {why}",
    es="no se puede iniciar un proceso para el código del estudiante: {why}",
)
REQUIRED = Text(
    en="--sandbox require: the code was not run. {held}. {mend}",
    es="--sandbox require: el código no se ejecutó. {held}. {mend}",
)
ROUNDS = 2
"""How often the lab may ask again after the first questions."""
FARTHEST_EAST = dt.timezone(dt.timedelta(hours=14))


class CannotGrade(Exception):
    """The grader itself could not do its work (exit code 3); ``says`` tells why."""

    def __init__(self, says: Text) -> None:
        super().__init__(says.en)
        self.says = says


def gather(
    submission: Submission, lab: Lab, seed: int, slots: Slots, *, require: bool = False
) -> Evidence:
    """Put the lab's questions to the student's code and keep the answers.

    Raises:
        CannotGrade: no child can be started, or containment is required and not to be had.
    """
    try:
        evidence, slept = converse(submission, lab, seed, slots, require=require)
        if slept:  # a busy machine is no fault of the student's: once more, alone
            evidence, _ = converse(submission, lab, seed, slots, require=require)
        return follow(ask_elsewhere(evidence, lab, slots), lab, slots)
    except SlotError as error:
        raise CannotGrade(NO_SLOT.format(why=same(str(error)))) from error


def converse(
    submission: Submission, lab: Lab, seed: int, slots: Slots, *, require: bool
) -> tuple[Evidence, bool]:
    """One whole conversation in one child; also whether it ended by the clock without working."""
    place = lab.module(submission)
    today = dt.datetime.now(FARTHEST_EAST).date()
    with slots.session() as session:
        imported: Import = Failure("absent", same(""))
        refused = session.enter(submission) if place else None
        held = slots.containment(session.open_doors)
        if place and require and not slots.contained(session.open_doors):
            raise CannotGrade(REQUIRED.format(held=held.says, mend=slots.mend()))
        if place:
            imported = refused or session.load(*place)
        evidence = Evidence(submission, imported, {}, (), (), (), held, today, seed)
        if isinstance(imported, Imported) and imported.has_class:
            evidence = first_questions(session, evidence, lab)
            for _ in range(ROUNDS):
                evidence = ask(session, evidence, lab.more(evidence))
        return evidence, session.slept


def ask_elsewhere(evidence: Evidence, lab: Lab, slots: Slots) -> Evidence:
    """Put a sample of the questions, in another order, to a child that knows of no other."""
    place = lab.module(evidence.submission)
    if place is None or not any(isinstance(a, Output) for _, a in evidence.answers):
        return evidence
    sample = lab.sample(evidence)
    with slots.session() as session:
        imported = session.enter(evidence.submission) or session.load(*place)
        if not isinstance(imported, Imported):
            return replace(evidence, elsewhere=[(p, imported) for p in sample])
        keys: list[tuple[int, ...]] = [(p.d_model, p.n_heads, p.seed) for p in sample]
        keys = list(dict.fromkeys(keys))
        made = dict(zip(keys, session.ask(keys), strict=True))
        answers = list(zip(sample, session.ask(sample), strict=True))
    return replace(evidence, elsewhere=answers, made_elsewhere=made)


def follow(evidence: Evidence, lab: Lab, slots: Slots) -> Evidence:
    """Have one wrong answer given once more, line by line, in a child that gives no other."""
    place, probe = lab.module(evidence.submission), lab.trace(evidence)
    if place is None or probe is None:
        return evidence
    with slots.session() as session:
        imported = session.enter(evidence.submission) or session.load(*place)
        if not isinstance(imported, Imported):
            return evidence
        seen = session.trace(probe)
    return evidence if isinstance(seen, Failure) else replace(evidence, trace=Trace(probe, seen))


def first_questions(session: Session, evidence: Evidence, lab: Lab) -> Evidence:
    """The constructor, then every probe of the battery, then ``single_head_attention``."""
    seed, imported = evidence.seed, evidence.imported
    evidence = replace(evidence, calls=list(zip(lab.calls, session.ask(lab.calls), strict=True)))
    evidence = look_at(session, evidence, lab.seeds)
    evidence = ask(session, evidence, lab.battery(seed))
    if isinstance(imported, Imported) and imported.has_single_head:
        singles = lab.singles(seed)
        answers = session.ask(singles)
        evidence = replace(evidence, singles=list(zip(singles, answers, strict=True)))
    return evidence


def ask(session: Session, evidence: Evidence, probes: Sequence[Probe]) -> Evidence:
    """Put some probes, having looked at the objects that they need."""
    evidence = look_at(session, evidence, [(p.d_model, p.n_heads, p.seed) for p in probes])
    answers = [*evidence.answers, *zip(probes, session.ask(probes), strict=True)]
    return replace(evidence, answers=answers)


def look_at(session: Session, evidence: Evidence, keys: Iterable[tuple[int, ...]]) -> Evidence:
    """Read what objects hold that were not looked at before."""
    new = [k for k in dict.fromkeys(keys) if k not in evidence.made]
    made = dict(zip(new, session.ask(new), strict=True))
    return replace(evidence, made={**evidence.made, **made})
