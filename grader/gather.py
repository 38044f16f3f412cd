"""Put a lab's questions to a student's code, in processes that are dead when it is done."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader import drawing, further, picturing, questions, verifying
from grader.model import (
    Evidence,
    Failure,
    Import,
    Imported,
    Output,
    Submission,
    Text,
    Trace,
    same,
)
from grader.sandbox import SlotError

if TYPE_CHECKING:
    from grader.labs.lab import Lab
    from grader.sandbox import Slots

NO_SLOT = Text(
    en="no process can be started for the student's code: {why}",
    es="no se puede iniciar un proceso para el código del estudiante: {why}",
)
REQUIRED = Text(
    en="--sandbox require: the code was not run. {held}. {mend}",
    es="--sandbox require: el código no se ejecutó. {held}. {mend}",
)
ANSWERLESS = frozenset({"stop 1", "C"})
"""Blocks whose checks look at no answer of ``forward``."""
NEEDED = "ModuleNotFoundError: No module named"
FARTHEST_EAST = dt.timezone(dt.timedelta(hours=14))


class CannotGrade(Exception):
    """The grader itself could not do its work (exit code 3); ``says`` tells why."""

    def __init__(self, says: Text) -> None:
        super().__init__(says.en)
        self.says = says


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of the grader about one submission."""

    seed: int
    examples: int = 0
    """How many further questions to draw, beyond the lab's own."""
    require: bool = False
    """Do not run code that is not contained."""
    blocks: frozenset[str] = frozenset()
    """The blocks that have a check to be run: what none of them needs is not run either."""


def gather(submission: Submission, lab: Lab, asked: Asked, slots: Slots) -> Evidence:
    """Put the lab's questions to the student's code and keep the answers.

    Raises:
        CannotGrade: no child can be started, or containment is required and not to be had.
    """
    try:
        slots.hold_to(None)
        slots.prepare(submission)
        evidence, slept = converse(submission, lab, asked, slots)
        if slept:  # a busy machine is no fault of the student's: once more, alone
            evidence, _ = converse(submission, lab, asked, slots)
        evidence = further.confirmed(evidence, lab, slots)
        evidence = follow(ask_elsewhere(evidence, lab, slots), lab, slots)
        return run_scripts(evidence, lab, asked, slots)
    except SlotError as error:
        raise CannotGrade(NO_SLOT.format(why=same(str(error)))) from error


def converse(submission: Submission, lab: Lab, asked: Asked, slots: Slots) -> tuple[Evidence, bool]:
    """One whole conversation in one child; also whether it ended by the clock without working."""
    place = lab.module(submission)
    today = dt.datetime.now(FARTHEST_EAST).date()
    with slots.session() as session:
        imported: Import = Failure("absent", same(""))
        runs = place or runs_scripts(submission, lab, asked)
        refused = session.enter(submission) if runs else None
        held = slots.containment(session.open_doors)
        slots.hold_to(session.open_doors)
        if runs and asked.require and not slots.contained(session.open_doors):
            raise CannotGrade(REQUIRED.format(held=held.says, mend=slots.mend()))
        if place:
            imported = refused or session.load(*place, lab.without)
        evidence = Evidence(submission, imported, {}, (), (), (), held, today, asked.seed)
        judged = not asked.blocks or asked.blocks - ANSWERLESS
        if judged and isinstance(imported, Imported) and imported.has_class:
            evidence = questions.first(session, evidence, lab)
            evidence = questions.more(session, evidence, lab)
            evidence = further.examples(session, evidence, lab, asked.examples)
            evidence = further.simpler(session, evidence, lab)
        return unless_needed(evidence), session.slept


def unless_needed(evidence: Evidence) -> Evidence:
    """The evidence; without its answers where all there is to them is that a library is missing."""
    imported, came = evidence.imported, [a for _, a in evidence.answers]
    if not isinstance(imported, Imported) or not imported.needs or not came:
        return evidence
    failures = [one for one in came if isinstance(one, Failure)]
    if len(failures) < len(came) or not any(NEEDED in one.error for one in failures):
        return evidence
    return replace(evidence, imported=imported.needs, made={}, calls=(), answers=(), singles=())


def runs_scripts(submission: Submission, lab: Lab, asked: Asked) -> bool:
    """Whether student code will be run even where there is no module to ask."""
    scripts = {"B": lab.verify, "C": lab.draw}
    return any(find(submission) for block, find in scripts.items() if block in asked.blocks)


def ask_elsewhere(evidence: Evidence, lab: Lab, slots: Slots) -> Evidence:
    """Put a sample of the questions, in another order, to a child that knows of no other."""
    place = lab.module(evidence.submission)
    if place is None or not any(isinstance(a, Output) for _, a in evidence.answers):
        return evidence
    sample = lab.sample(evidence)
    with slots.session() as session:
        imported = session.enter(evidence.submission) or session.load(*place, lab.without)
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
    if place is None or probe is None or verifying.hangs(evidence):
        return evidence
    with slots.session() as session:
        imported = session.enter(evidence.submission) or session.load(*place, lab.without)
        if not isinstance(imported, Imported):
            return evidence
        seen = session.trace(probe)
    return evidence if isinstance(seen, Failure) else replace(evidence, trace=Trace(probe, seen))


def run_scripts(evidence: Evidence, lab: Lab, asked: Asked, slots: Slots) -> Evidence:
    """Run the experiment's scripts and decode its picture, where a block asks for that."""
    if "B" in asked.blocks:
        evidence = replace(evidence, verified=verifying.verified(evidence, lab, slots))
    if "C" in asked.blocks:
        evidence = replace(
            evidence,
            drawing=drawing.drawn(evidence, lab, slots),
            image=picturing.decoded(evidence, lab, slots),
        )
    return evidence
