"""Carries out ``grade batch``: from the command line to a course, and what is said of its end."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.batch import due
from grader.batch.course import Course, Watch, grade_class
from grader.batch.plan import Plan
from grader.batch.sources import roster
from grader.batch.store import Store
from grader.cli import batch_words, terminal, words
from grader.cli.batch_progress import Progress, stopping
from grader.cli.batch_source import enrolled, listing
from grader.cli.batch_status import summary
from grader.cli.failures import INTERRUPTED, NOT_GRADED
from grader.cli.late import lab_checks, the_rubric
from grader.cli.selection import chosen
from grader.model import Refusal

if TYPE_CHECKING:
    from grader.batch.hands import Hands
    from grader.model import Lang
    from grader.report import Hints


@dataclass(frozen=True, slots=True)
class Asked:
    """The command line, parsed; its fields are the options, which batch_options.py describes."""

    source: str
    out: str
    form: str | None
    roster: str | None
    due: str | None
    jobs: int | None
    scheduler: str | None
    shard: tuple[int, int] | None
    force: bool
    only: tuple[str, ...]
    rubric: str | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    examples: int
    seed: int | None
    hints: Hints
    sandbox: str
    lang: Lang
    verbose: bool


def run(asked: Asked) -> int:
    """Grade a class and say how it went; the exit code.

    Raises:
        Refusal: the command line, the source or the folder cannot be used.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    deadline = due.parsed(asked.due) if asked.due else None
    class_ = enrolled(asked)
    entries = listing(asked, deadline, class_)
    plan = _plan(asked)
    if class_ and not asked.roster:
        terminal.complain(batch_words.SAME_ROSTER.format(n=len(class_)), asked.lang)
    progress = Progress(asked.lang, verbose=asked.verbose)
    with stopping(asked.lang) as stopped:
        course = Course(
            out=Path(asked.out),
            entries=entries,
            source=asked.source,
            plan=plan,
            hands=lambda complete: _hands(asked, complete),
            force=asked.force,
            only=asked.only,
            due=deadline,
            shard=asked.shard,
            roster=roster.kept(class_) if asked.roster else "",
        )
        try:
            whole = grade_class(course, Watch(progress.begin, progress.tell, stopped))
        finally:
            progress.end()
    with Store.open(asked.out) as store:
        terminal.write(summary(store, asked.lang))
        if not whole:
            terminal.complain(batch_words.RESUME.format(left=progress.left), asked.lang)
            return INTERRUPTED
        return NOT_GRADED if store.count().get("ungradable") else 0


def _plan(asked: Asked) -> Plan:
    checks = lab_checks()
    rubric = the_rubric(asked.rubric, checks, [asked.source])
    abouts = [check.about for check in checks if check.about.id in rubric.points]
    select = chosen(asked.select, abouts) if asked.select else None
    ignore = chosen(asked.ignore, abouts)
    if not (select if select is not None else {about.id for about in abouts}) - ignore:
        raise Refusal(words.NOTHING_LEFT)
    return Plan(
        rubric=rubric,
        secret="" if asked.seed is None else f"seed {asked.seed}",
        examples=asked.examples,
        select=select,
        ignore=ignore,
        sandbox=asked.sandbox,
        hints=asked.hints,
    )


def _cores() -> int:
    """Those that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _hands(asked: Asked, plan: Plan) -> Hands:
    slots = asked.jobs or _cores()
    if asked.scheduler:
        from grader.batch.cluster import Cluster  # noqa: PLC0415 - loads what serves it

        return Cluster(plan, asked.scheduler, slots)
    from grader.batch.local import Pool  # noqa: PLC0415 - one of two

    return Pool(plan, slots)
