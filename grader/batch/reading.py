"""From what SQLite returns to frozen rows."""

from __future__ import annotations

import json
from typing import Any

from grader.batch.rows import Row, Student
from grader.model import Text


def row(found: tuple[Any, ...], students: tuple[Student, ...]) -> Row:
    """A submission as ``schema.ROW`` selects it."""
    (id_, name, place, status, en, es, attempt, latest, at, late, digest, key) = found[:12]
    earned, pending, possible, passed, seconds, diagnosis = found[12:]
    return Row(
        id=id_,
        name=name,
        students=students,
        place=place,
        status=status,
        reason=Text(en, es or en) if en else None,
        attempt=attempt,
        latest=bool(latest),
        submitted_at=at,
        late=None if late is None else bool(late),
        digest=digest,
        key=key,
        earned=earned,
        pending=pending,
        possible=possible,
        passed=None if passed is None else bool(passed),
        seconds=seconds,
        diagnosis=tuple(map(tuple, json.loads(diagnosis))) if diagnosis else (),
    )


def student(found: tuple[Any, ...]) -> Student:
    """A student as ``schema.MEMBERS`` selects them."""
    id_, name, email, number, login, enrolled, more = found
    return Student(id_, name, email, number, login, bool(enrolled), json.loads(more))
