"""A table of its own, with nbgrader's names of columns, for any other gradebook or script."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from grader.batch.export import decimals
from grader.batch.export.given import points
from grader.batch.files import cell, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.batch.export.given import Scale
    from grader.batch.rows import Row, Student

HEADER = (
    *("assignment", "timestamp", "student_id", "name", "email", "number", "login"),
    *("raw_score", "score", "max_score", "pending", "late", "grading_status"),
)


def table(class_: Iterable[tuple[Student, Row]], scale: Scale, assignment: str) -> bytes:
    """A line for each student; ``score`` is on the scale, ``raw_score`` as it was earned."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for student, row in class_:
        writer.writerow(_line(student, row, scale, assignment))
    return out.getvalue().encode("utf-8", "backslashreplace")


def _line(student: Student, row: Row, scale: Scale, assignment: str) -> Iterator[str]:
    yield from (cell(assignment), row.submitted_at or "")
    words = (student.id, student.name, student.email, student.number, student.login)
    yield from map(cell, words)
    value = points(row, scale)
    score = decimals.written(value, ".") if isinstance(value, float) else ""
    yield from (number(row.earned), score)
    yield decimals.written(scale.most(None), ".") if row.graded else ""
    yield number(row.pending)
    yield "" if row.late is None else "yes" if row.late else "no"
    yield "review" if row.graded and row.pending else row.status
