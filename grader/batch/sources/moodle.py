"""Moodle: a folder (or a prefix) ``Name_participant_assignsubmission_file`` for each student."""

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

PERSON = re.compile(
    r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<plugin>file|onlinetext)(?:_(?P<file>.*))?"
)
"""What comes after the plugin is the file itself, where the download has no folders."""


def matched(top: str) -> re.Match[str] | None:
    """The parts of a top folder's or file's name that Moodle gave, if it did."""
    return PERSON.fullmatch(top)


def entries(box: Box, files: Sequence[File]) -> Iterator[Entry]:
    """Every participant's submission."""
    people: dict[str, list[Handed]] = {}
    names: dict[str, str] = {}
    for file in files:
        top, _, rest = file.name.partition("/")
        if found := matched(top):
            names.setdefault(found["id"], found["name"])
            inner = rest or found["file"] or top
            if found["plugin"] == "onlinetext":
                inner = "onlinetext.html"
            handed = Handed(inner, file.member, (0, f"{file.modified} {inner}"))
            people.setdefault(found["id"], []).append(handed)
    for id_, own in sorted(people.items(), key=lambda item: (names[item[0]], item[0])):
        name = names[id_]
        person = Person(f"moodle:{id_}", f"{name}-{id_}", (Student(id_, name),))
        yield from handed_in(person, own, box)
