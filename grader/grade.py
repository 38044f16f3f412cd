"""From a path to a report: read, ask, check, count.

Only ``gather`` lets student code run, and all that it learns is in the Evidence that it returns.
"""

from __future__ import annotations

import platform
import secrets
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from grader import __version__
from grader.gather import Asked, CannotGrade, gather
from grader.labs.multi_head import LAB
from grader.model import (
    Check,
    Environment,
    Evidence,
    Report,
    Result,
    Subject,
    Submission,
)
from grader.rubric import Rubric, default
from grader.sandbox import ALL, DEFAULT, NOTHING, Slots
from grader.submission import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.sandbox import Limits


__all__ = ["CannotGrade", "Terms", "grade_path", "grade_submission"]

EXAMPLES_A_SECOND = 100
"""So many further questions buy the student's code one more second of CPU."""


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
    submission = read(path, rev=rev)
    terms = Terms(
        rubric=rubric or default(LAB.checks),
        seed=secrets.randbelow(2**32) if seed is None else seed,
        examples=examples,
        select=select,
        ignore=ignore,
        require=sandbox == "require",
    )
    with Slots(means=NOTHING if sandbox == "off" else ALL, limits=terms.limits) as slots:
        return grade_submission(submission, terms, slots)


@dataclass(frozen=True, slots=True)
class Terms:
    """How to grade, whatever is graded."""

    rubric: Rubric
    seed: int
    examples: int = 0
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    require: bool = False
    """Do not run code that is not contained."""

    @property
    def limits(self) -> Limits:
        """What the student's code may use, for so many questions."""
        return replace(DEFAULT, cpu=DEFAULT.cpu + self.examples // EXAMPLES_A_SECOND)


def grade_submission(submission: Submission, terms: Terms, slots: Slots) -> Report:
    """Grade a snapshot in slots that are there already, so that a class shares them.

    Raises:
        CannotGrade: the grader itself failed.
    """
    started = time.perf_counter()
    checks = chosen(LAB.checks, terms.rubric, terms.select, terms.ignore)
    blocks = frozenset(check.about.block for check in checks)
    asked = Asked(terms.seed, terms.examples, require=terms.require, blocks=blocks)
    evidence = gather(submission, LAB, asked, slots)
    results = tuple(run(checks, evidence, terms.rubric))
    diagnosis = LAB.diagnose(evidence)
    return Report(
        lab=LAB.id,
        version=__version__,
        subject=subject(submission),
        environment=environment(terms.seed, terms.examples),
        containment=evidence.containment,
        results=results,
        diagnosis=diagnosis,
        seconds=time.perf_counter() - started,
        partial=terms.select is not None or bool(terms.ignore),
        exhibits=LAB.exhibits(evidence, results, diagnosis),
        title=LAB.title,
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


def run(checks: Sequence[Check], evidence: Evidence, rubric: Rubric) -> Iterable[Result]:
    """Every check's result, with the points that the rubric gives it."""
    for check in checks:
        verdict = check.run(evidence)
        points = rubric.points[check.about.id]
        earned = points * verdict.share if verdict.outcome in ("passed", "failed") else 0.0
        advice = not points and verdict.outcome in ("failed", "blocked")
        outcome = "review" if advice else verdict.outcome
        about = replace(check.about, hint=verdict.hint) if verdict.hint else check.about
        yield Result(about, outcome, points, earned, verdict.findings)


def subject(submission: Submission) -> Subject:
    """A submission's name tags."""
    return Subject(
        name=submission.name,
        path=submission.path,
        digest=submission.digest,
        commit=submission.git.head if submission.git else None,
        files=tuple(sorted(submission.files)),
        peeled=submission.peeled,
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
