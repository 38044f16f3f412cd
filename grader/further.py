"""Further questions, beyond the lab's own: drawn at random, or simpler than one answered wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from grader import questions, search
from grader.model import Answer, Evidence, Failure, Probe, Submission

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.labs.lab import Lab
    from grader.sandbox import Session, Slots

DRAWS = 150
"""How many questions are drawn to find a simpler one than one that is known to be wrong."""
KEPT = 8
"""So many of the first and of the last wrong answers of a search become evidence."""
CLEAR = 0.02
"""A simpler question must show at least so large an error, where the known one does."""
DEATHS = frozenset({"hung", "died", "memory", "flood"})


def examples(session: Session, evidence: Evidence, lab: Lab, count: int) -> Evidence:
    """Put ``count`` random questions; the first wrong answer is simplified, then looked into.

    Where something is wrong already, all of them are put, so that a mistake that explains the
    lab's own questions and not these is not taken for the whole truth.
    """
    if not count:
        return evidence
    right = lab.plainest(evidence) is None and not _wrong(evidence, lab)
    found = _Found(session, evidence, lab, lambda error: error > 0)
    seed = evidence.seed
    least = search.hunt(found, search.EVERYWHERE, seed=seed, examples=count, simplify=right)
    kept = found.evidence(least)
    if kept is evidence or not right or _deaths(kept):
        return kept
    return questions.more(session, kept, lab)


def simpler(session: Session, evidence: Evidence, lab: Lab) -> Evidence:
    """Where something was wrong, look for the smallest input in the simplest numbers."""
    known = None if _deaths(evidence) else lab.plainest(evidence)
    if known is None:
        return evidence
    probe, error = known
    number = error < float("inf")
    clear = min(CLEAR, error / 2) if number else error
    found = _Found(session, evidence, lab, lambda e: e >= clear and (e < float("inf")) == number)
    least = search.hunt(found, search.simpler(probe), seed=evidence.seed, examples=DRAWS)
    kept = found.evidence(least)
    return evidence if _deaths(kept) else kept


def confirmed(evidence: Evidence, lab: Lab, slots: Slots) -> Evidence:
    """Ask again, alone, what ended a child in the search: perhaps it was only one too many.

    Without its mask first, for a mask that has no part in it must not be blamed.
    """
    deaths = _deaths(evidence)
    if not deaths:
        return evidence
    probe = deaths[0][0]
    plain = [probe.but(mask=None)] if probe.mask is not None else []
    rest = [pair for pair in evidence.answers if pair not in deaths]
    for again in (*plain, probe):
        answer = _alone(again, evidence.submission, lab, slots)
        if answer is not None and _is_death(again, answer):
            return replace(evidence, answers=[*rest, (again, answer)])
    return replace(evidence, answers=rest)


def _alone(probe: Probe, submission: Submission, lab: Lab, slots: Slots) -> Answer | None:
    place = lab.module(submission)
    with slots.session() as session:
        refused = session.enter(submission)
        if place is None or refused or isinstance(session.load(*place, lab.without), Failure):
            return None
        return session.ask([probe])[0]


def _wrong(evidence: Evidence, lab: Lab) -> bool:
    return any(
        lab.error(probe, answer, evidence.made[probe.d_model, probe.n_heads, probe.seed]) > 0
        for probe, answer in evidence.answers
    )


def _deaths(evidence: Evidence) -> list[tuple[Probe, Answer]]:
    return [pair for pair in evidence.answers if _is_death(*pair)]


def _is_death(probe: Probe, answer: Answer) -> bool:
    return probe.family == "search" and isinstance(answer, Failure) and answer.kind in DEATHS


@dataclass(slots=True)
class _Found:
    """Puts one question after the other, and keeps the wrong answers."""

    session: Session
    start: Evidence
    lab: Lab
    shows: Callable[[float], bool]
    """Whether an error of this size is what is sought."""
    pairs: list[tuple[Probe, Answer]] = field(default_factory=list)
    made: Evidence | None = None

    def __call__(self, probe: Probe) -> bool:
        key = (probe.d_model, probe.n_heads, probe.seed)
        self.made = questions.look_at(self.session, self.made or self.start, [key])
        answer = self.session.ask([probe])[0]
        if isinstance(answer, Failure) and answer.kind == "absent":
            raise search.Stop
        found = self.shows(self.lab.error(probe, answer, self.made.made[key]))
        if found:
            self.pairs.append((probe, answer))
        if _is_death(probe, answer):
            raise search.Stop
        return found

    def evidence(self, least: Probe | None) -> Evidence:
        """What was known, and of what was found the first, the last, and the simplest."""
        if not self.pairs or self.made is None:
            return self.start
        last = max(KEPT, len(self.pairs) - KEPT)
        kept = [
            (p, a) for n, (p, a) in enumerate(self.pairs) if n < KEPT or n >= last or p is least
        ]
        return replace(self.made, answers=[*self.start.answers, *kept])
