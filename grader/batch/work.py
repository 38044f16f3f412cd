"""What a worker does with a job, wherever it runs: a snapshot goes in, plain results come out."""

from __future__ import annotations

import html
import json
import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader.gather import CannotGrade
from grader.grade import grade_submission
from grader.model import Text
from grader.report import Style, names, render, within
from grader.report.json import as_data, dumps

if TYPE_CHECKING:
    from grader.batch.plan import Plan
    from grader.model import Report, Submission
    from grader.sandbox import Slots

NAME, PLACE = "stand-in-for-the-name-5d1f", "stand-in-for-the-place-5d1f"
"""A page is drawn once for a snapshot, and filled in for everyone who handed it in."""
FAILED = Text(
    en="It could not be graded: the grader itself failed ({what}). This says nothing about the "
    "work. The next run tries again.",
    es="No se ha podido evaluar: ha fallado el propio evaluador ({what}). Esto no dice nada del "
    "trabajo. La próxima ejecución lo intenta de nuevo.",
)
PAGE = "html"


@dataclass(frozen=True, slots=True)
class Job:
    """A snapshot to grade."""

    key: str
    submission: Submission


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a job: a result, or why there is none."""

    key: str
    digest: str
    failed: Text | None = None
    report: str = ""
    """JSON, as the format prints it."""
    page: bytes | None = None
    """The HTML report, deflated, with stand-ins for name and place."""
    earned: float = 0.0
    pending: float = 0.0
    possible: float = 0.0
    passed: bool = False
    seconds: float = 0.0
    diagnosis: str = "[]"
    """JSON."""


def work(job: Job, plan: Plan, slots: Slots) -> Done:
    """Grade one snapshot; never raises but for an interruption."""
    submission = job.submission
    try:
        report = grade_submission(submission, plan.terms_for(submission.digest), slots)
        return _done(job, report, plan)
    except CannotGrade as error:
        return Done(job.key, submission.digest, failed=error.says)
    except Exception as error:  # noqa: BLE001 - ours, and no reason to stop a class
        return Done(job.key, submission.digest, failed=failure(error))


def failure(error: Exception) -> Text:
    """What to say of a submission where our own code failed."""
    return FAILED.format(what=f"{type(error).__name__}: {error}")


def _done(job: Job, report: Report, plan: Plan) -> Done:
    told = within(report, plan.hints)
    sets = [list(names) for names in told.diagnosis.sets] if told.diagnosis else []
    return Done(
        key=job.key,
        digest=job.submission.digest,
        report=dumps(as_data(told), indent=2) + "\n",
        page=_page(report, plan),
        earned=report.earned,
        pending=report.pending,
        possible=report.possible,
        passed=report.passed,
        seconds=report.seconds,
        diagnosis=json.dumps(sets),
    )


def _page(report: Report, plan: Plan) -> bytes | None:
    if PAGE not in names():
        return None
    nameless = replace(report, subject=replace(report.subject, name=NAME, path=PLACE))
    return zlib.compress(render(PAGE, nameless, Style(hints=plan.hints)).encode(), 1)


def filled(page: bytes, name: str, place: str) -> str:
    """A page for one of those who handed the snapshot in."""
    text = zlib.decompress(page).decode()
    return text.replace(NAME, html.escape(name)).replace(PLACE, html.escape(place))
