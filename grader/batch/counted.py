"""The rows of a class with people's decisions counted: what pages and gradebooks show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grader.batch.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.batch.rows import Decision, Row, Student
    from grader.batch.score import Score
    from grader.batch.store import Store


def grades(store: Store) -> Iterator[tuple[Student, Row]]:
    """``Store.grades()``, each row with the score that stands; a report is read only where needed.

    Args:
        store: the results.
    """
    decided = standing(store)
    for student, row in store.grades():
        yield student, counted(store, row, decided)


def standing(store: Store) -> dict[str, list[Decision]]:
    """The decisions that count, by the digest of what they are about."""
    found: dict[str, list[Decision]] = {}
    for made in store.decisions():
        found.setdefault(made.digest, []).append(made)
    return found


def counted(store: Store, row: Row, decided: dict[str, list[Decision]]) -> Row:
    """The row with the score that stands."""
    made = decided.get(row.digest or "")
    report = store.report(row.id) if made and row.graded else None
    return with_score(row, score(report, made)) if report and made else row


def with_score(row: Row, found: Score) -> Row:
    """The row with this score."""
    return replace(
        row,
        earned=found.earned,
        pending=found.pending,
        possible=found.possible,
        passed=found.passed,
    )
