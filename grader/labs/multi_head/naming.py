"""The bug by name, for the report."""

from __future__ import annotations

from grader.labs.multi_head.analysis import analyse
from grader.model import Diagnosis, Evidence, Misconception, Text, same


def diagnose(evidence: Evidence) -> Diagnosis | None:
    """The bug by name, for the report; None where nothing differs or nothing was answered."""
    analysis = analyse(evidence)
    if analysis.sets:
        first = [known(i) for i in analysis.sets[0]]
        says = first[0].says
        for mistake in first[1:]:
            says = says + same(" ") + mistake.says
        return Diagnosis(analysis.sets, complete=True, says=says)
    if analysis.wrong() and analysis.steady and any(j.finite for j in analysis.basis):
        return Diagnosis((), complete=False, says=UNKNOWN)
    return None


UNKNOWN = Text(
    en="No known mistake reproduces all answers; the checks below say what holds and what does "
    "not.",
    es="Ningún error conocido reproduce todas las respuestas; las comprobaciones dicen qué se "
    "cumple "
    "y qué no.",
)


def known(mistake: str) -> Misconception:
    """The entry of the catalogue with this id."""
    # Loaded late: a right submission needs none of it.
    from grader.labs.multi_head.misconceptions import by_id  # noqa: PLC0415

    return by_id[mistake]
