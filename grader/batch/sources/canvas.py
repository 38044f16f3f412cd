"""Canvas: one flat heap of files, each renamed ``name[_LATE]_user_attachment_original``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.batch.rows import Student
from grader.batch.sources.person import Handed, Person
from grader.batch.sources.person import entries as handed_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.sources.box import Box, File
    from grader.batch.sources.entry import Entry

FILE = re.compile(
    r"(?P<name>.+?)(?P<late>_LATE)?_(?P<user>\d+)_(?:(?P<attachment>\d+)_(?P<file>.+)"
    r"|(?P<note>(?:text|link)\.html))"
)
ANONYMOUS = re.compile(
    r"(?P<name>anon)(?P<late>_LATE)?_(?P<user>[A-Za-z0-9]+)(?P<late2>_LATE)?_"
    r"(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<note>(?:text|link)\.html))"
)
"""Where the assignment is graded anonymously, the name is ``anon`` and the user a word."""


def matched(name: str) -> re.Match[str] | None:
    """The parts of a name that Canvas gave, if it did."""
    return ANONYMOUS.fullmatch(name) or FILE.fullmatch(name)


def entries(box: Box, files: Sequence[File]) -> Iterator[Entry]:
    """Every student's submission; several loose files of one are one submission."""
    people: dict[str, list[tuple[re.Match[str], File]]] = {}
    for file in files:
        if found := matched(file.name):
            people.setdefault(found["user"], []).append((found, file))
    for user, own in sorted(people.items(), key=lambda item: item[1][0][0]["name"]):
        name = own[0][0]["name"]
        late = any(found["late"] or found.groupdict().get("late2") for found, _ in own)
        person = Person(
            origin=f"canvas:{user}",
            wish=f"{name}-{user}",
            students=(Student(user, name),),
            late=late,
        )
        yield from handed_in(person, [_handed(found, file) for found, file in own], box)


def _handed(found: re.Match[str], file: File) -> Handed:
    name = found["file"] or f"_{found['note']}"
    return Handed(name, file.member, (int(found["attachment"] or 0), name))
