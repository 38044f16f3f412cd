"""The questions that a lab has, put to a student's class in one session."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grader.model import Evidence, Imported, Probe

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.labs.lab import Lab
    from grader.sandbox import Session

ROUNDS = 2
"""How often the lab may ask again after the first questions."""


def first(session: Session, evidence: Evidence, lab: Lab) -> Evidence:
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


def more(session: Session, evidence: Evidence, lab: Lab) -> Evidence:
    """What the lab wants to know besides, given the answers so far."""
    for _ in range(ROUNDS):
        asked = lab.more(evidence)
        if not asked:
            break
        evidence = ask(session, evidence, asked)
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
