"""One student on the class page: what is shown of them, and what they are found by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from grader.batch.counted import standing, with_score
from grader.batch.score import settled, total
from grader.batch.store import REPORTS
from grader.model import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.batch.rows import Decision, Row, Student
    from grader.batch.score import Settled
    from grader.batch.store import Store

TAGS = ("passed", "failed", "review", "late", "refused", "ungradable", "missing", "waiting")
"""What a student can be found by, in this order."""
NAMELESS = "?"
"""Stands for a diagnosis where the answers differ and no known mistake explains them."""
WHOLE = "agreement"
"""The check that fails whenever any answer differs."""


@dataclass(frozen=True, slots=True)
class Line:
    """What the page says of one student."""

    id: str
    name: str
    href: str
    """Where the report is; empty where there is none."""
    tags: tuple[str, ...]
    """The outcome first."""
    earned: float | None = None
    pending: float | None = None
    possible: float | None = None
    failed: tuple[str, ...] = ()
    """Checks, by id."""
    sets: tuple[tuple[str, ...], ...] = ()
    """Known mistakes that reproduce the answers: sets, alternatives of each other."""
    nameless: bool = False
    """The answers differ, and there is no name for it."""
    reason: Text | None = None

    @property
    def graded(self) -> bool:
        """There is a score."""
        return self.earned is not None

    @property
    def share(self) -> float:
        """Of the points that could be had, from 0 to 1."""
        return (self.earned or 0.0) / self.possible if self.possible else 0.0

    @property
    def bug(self) -> str:
        """The same word for the same diagnosis: ``a+b|c`` for a with b, or c."""
        return "|".join("+".join(ids) for ids in self.sets) or (NAMELESS if self.nameless else "")

    @property
    def brief(self) -> str:
        """The diagnosis on one line: the first set of mistakes, and how many alternatives."""
        if not self.sets:
            return NAMELESS if self.nameless else ""
        rest = f" (+{len(self.sets) - 1})" if len(self.sets) > 1 else ""
        return " + ".join(self.sets[0]) + rest


def lines(store: Store, titles: dict[str, Text]) -> Iterator[Line]:
    """Every student with the submission that counts, decisions counted.

    Args:
        store: the results.
        titles: filled with those of the checks, by id, in the order of the lab.
    """
    decided = standing(store)
    last: tuple[str, Row, tuple[Settled, ...]] | None = None
    for student, row in store.grades():
        if last is None or last[0] != row.id:  # the members of a group come one after the other
            counted, checks = _counted(store, row, decided, titles)
            last = (row.id, counted, checks)
        yield _line(student, last[1], last[2])


def _counted(
    store: Store, row: Row, decided: dict[str, list[Decision]], titles: dict[str, Text]
) -> tuple[Row, tuple[Settled, ...]]:
    report = store.report(row.id) if row.graded else None
    if report is None:
        return row, ()
    for check in report["checks"]:
        if check["id"] not in titles:
            titles[check["id"]] = Text(check["title"]["en"], check["title"]["es"])
    checks = settled(report, decided.get(row.digest or "", []))
    return with_score(row, total(checks)), checks


def _line(student: Student, row: Row, checks: tuple[Settled, ...]) -> Line:
    outcome: str = row.status
    if row.graded:
        outcome = "passed" if row.passed else "failed"
    more = [("review", bool(row.pending)), ("late", bool(row.late))]
    failed = tuple(check.id for check in checks if check.outcome == "failed" and check.points)
    return Line(
        id=student.id,
        name=student.name or student.id,
        href=f"{REPORTS}/{quote(row.id)}.html" if row.graded else "",
        tags=(outcome, *(tag for tag, holds in more if holds)),
        earned=row.earned,
        pending=row.pending,
        possible=row.possible,
        failed=failed,
        sets=row.diagnosis if row.graded else (),
        nameless=WHOLE in failed and not row.diagnosis,
        reason=row.reason,
    )
