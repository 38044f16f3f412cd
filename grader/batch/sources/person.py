"""What one person handed in to an LMS, as one submission, or one for each attempt."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.batch.sources import words
from grader.batch.sources.entry import Entry
from grader.batch.sources.folder import KINDS
from grader.submission.names import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.rows import Student
    from grader.batch.sources.box import Box
    from grader.model import Text

NOTES = ("_text.html", "_link.html", "onlinetext.html", "onlinetext.htm")
"""What an LMS writes itself, for a text or an address that was typed."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A file, under the name that the student gave it."""

    name: str
    member: str
    order: tuple[int, str]
    """By which later files are told from earlier ones."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who handed something in, and how the LMS marks it."""

    origin: str
    wish: str
    students: tuple[Student, ...]
    submitted_at: str | None = None
    late: bool | None = None

    @property
    def name(self) -> str:
        """What to call the submission."""
        return ", ".join(student.name for student in self.students)


def entries(person: Person, files: Sequence[Handed], box: Box) -> Iterator[Entry]:
    """The submission of one person; several archives and no program are as many attempts."""
    work = [file for file in files if not file.name.lower().endswith(NOTES)]
    archives = [file for file in work if file.name.lower().endswith(KINDS)]
    if not work:
        why = words.ONLY_LINK if files else words.EMPTY_HANDED
        yield _entry(person, (), box, refused=why)
    elif archives and not any(file.name.lower().endswith(".py") for file in work):
        ordered = sorted(archives, key=lambda file: file.order)
        for n, file in enumerate(ordered, 1):
            yield _entry(person, [file], box, attempt=n, latest=n == len(ordered))
    else:
        yield _entry(person, work, box)


def _entry(
    person: Person,
    files: Sequence[Handed],
    box: Box,
    *,
    attempt: int = 1,
    latest: bool = True,
    refused: Text | None = None,
) -> Entry:
    source = {
        "kind": "members",
        "box": os.fsencode(box.place).hex(),
        "files": [[file.name, file.member] for file in files],
    }
    inside = shown(files[0].name) if len(files) == 1 else person.wish
    return Entry(
        origin=f"{person.origin}:{files[0].member}" if len(files) == 1 else person.origin,
        wish=person.wish if attempt == 1 else f"{person.wish}-attempt-{attempt}",
        name=person.name,
        place=f"{shown(str(box.place))}: {inside}",
        students=person.students,
        source=source if files else {},
        attempt=attempt,
        latest=latest,
        submitted_at=person.submitted_at,
        late=person.late,
        refused=refused,
    )
