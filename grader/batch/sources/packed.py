"""A zip of repositories: each folder and each archive at its top is a submission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.batch.rows import Student
from grader.batch.sources.folder import KINDS
from grader.batch.sources.person import Handed, Person
from grader.batch.sources.person import entries as handed_in
from grader.submission.archive import stem
from grader.submission.names import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.sources.box import Box, File
    from grader.batch.sources.entry import Entry


def entries(box: Box, files: Sequence[File]) -> Iterator[Entry]:
    """Every submission, by name."""
    inside: dict[str, list[Handed]] = {}
    for file in files:
        top, _, rest = file.name.partition("/")
        if rest or top.lower().endswith(KINDS):
            handed = Handed(rest or top, file.member, (0, file.modified))
            inside.setdefault(top, []).append(handed)
    for top, own in sorted(inside.items()):
        name = shown(stem(top))
        person = Person(f"packed:{top}", name, (Student(name, name),))
        yield from handed_in(person, own, box)
