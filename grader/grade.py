"""From a path to a report: read, ask, check, count.

Only ``gather`` lets student code run, and all that it learns is in the Evidence it returns.
"""

from __future__ import annotations

import datetime as dt
import platform
import secrets
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from grader import __version__
from grader.labs.multi_head import LAB
from grader.model import (
    Check,
    Environment,
    Evidence,
    Failure,
    Imported,
    Probe,
    Report,
    Result,
    Subject,
    Submission,
    Text,
    same,
)
from grader.rubric import Rubric, default
from grader.sandbox import Session
from grader.submission import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.labs.lab import Lab

ROUNDS = 2
"""How often the lab may ask again after the first questions."""
FARTHEST_EAST = dt.timezone(dt.timedelta(hours=14))


class CannotGrade(Exception):
    """The grader itself could not do its work (exit code 3); ``says`` tells why."""

    def __init__(self, says: Text) -> None:
        super().__init__(says.en)
        self.says = says


def grade_path(
    path: str,
    *,
    rev: str | None = None,
    seed: int | None = None,
    examples: int = 0,
    rubric: Rubric | None = None,
    select: frozenset[str] | None = None,
    ignore: frozenset[str] = frozenset(),
    sandbox: str = "auto",
) -> Report:
    """Grade one submission.

    Args:
        path: a folder, a zip or tar archive.
        rev: a git revision of the repository at ``path``, instead of its working tree.
        seed: of the grader's own questions; drawn anew for each run unless it is given.
        examples: how many further questions to search through.
        rubric: points; the default ones unless it is given.
        select: ids or blocks of the only checks to run, if any.
        ignore: ids or blocks of checks to leave out.
        sandbox: ``require``, ``auto`` or ``off``.

    Raises:
        Refusal: what is at ``path`` cannot be graded.
        CannotGrade: the grader itself failed.
    """
    started = time.perf_counter()
    submission = read(path, rev=rev)
    seed = secrets.randbelow(2**32) if seed is None else seed
    rubric = rubric or default(LAB.checks)
    checks = chosen(LAB.checks, rubric, select, ignore)
    evidence = gather(submission, LAB, seed)
    results = tuple(run(checks, evidence, rubric))
    return Report(
        lab=LAB.id,
        version=__version__,
        subject=subject(submission),
        environment=environment(seed, examples),
        containment=evidence.containment,
        results=results,
        diagnosis=LAB.diagnose(evidence),
        seconds=time.perf_counter() - started,
        partial=select is not None or bool(ignore),
    )


def chosen(
    checks: Iterable[Check],
    rubric: Rubric,
    select: frozenset[str] | None,
    ignore: frozenset[str],
) -> tuple[Check, ...]:
    """The checks that the rubric has and the user wants."""

    def wanted(check: Check) -> bool:
        names = {check.about.id, check.about.block}
        return bool(select is None or names & select) and not names & ignore

    return tuple(c for c in checks if c.about.id in rubric.points and wanted(c))


def gather(submission: Submission, lab: Lab, seed: int) -> Evidence:
    """Put the lab's questions to the student's code and keep the answers."""
    place = lab.module(submission)
    today = dt.datetime.now(FARTHEST_EAST).date()
    with Session() as session:
        imported = session.load(submission, *place) if place else Failure("absent", same(""))
        evidence = Evidence(submission, imported, {}, (), (), (), session.containment, today, seed)
        if isinstance(imported, Imported) and imported.has_class:
            evidence = first_questions(session, evidence, lab)
            for _ in range(ROUNDS):
                evidence = ask(session, evidence, lab.more(evidence))
        return evidence


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


def run(checks: Sequence[Check], evidence: Evidence, rubric: Rubric) -> Iterable[Result]:
    """Every check's result, with the points that the rubric gives it."""
    for check in checks:
        verdict = check.run(evidence)
        points = rubric.points[check.about.id]
        earned = points * verdict.share if verdict.outcome in ("passed", "failed") else 0.0
        advice = not points and verdict.outcome in ("failed", "blocked")
        outcome = "review" if advice else verdict.outcome
        yield Result(check.about, outcome, points, earned, verdict.findings)


def subject(submission: Submission) -> Subject:
    """A submission's name tags."""
    return Subject(
        name=submission.name,
        path=submission.path,
        digest=submission.digest,
        commit=submission.git.head if submission.git else None,
        files=tuple(sorted(submission.files)),
    )


def environment(seed: int, examples: int) -> Environment:
    """What the answers depended on besides the student."""
    return Environment(
        python=platform.python_version(),
        numpy=np.__version__,
        platform=f"{platform.system()} {platform.machine()}",
        seed=seed,
        examples=examples,
    )
