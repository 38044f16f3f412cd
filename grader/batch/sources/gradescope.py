"""Gradescope: a folder for each submission; ``submission_metadata.yml`` says whose each one is."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import yaml

from grader.batch.rows import Student
from grader.batch.sources import words
from grader.batch.sources.box import content
from grader.batch.sources.person import Handed, Person
from grader.batch.sources.person import entries as handed_in
from grader.model import Refusal
from grader.submission.limits import MIB

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.sources.box import Box, File
    from grader.batch.sources.entry import Entry

METADATA = "submission_metadata.yml"
MOST = 64 * MIB


def entries(box: Box, files: Sequence[File]) -> Iterator[Entry]:
    """Every submission; a group's is one, for all its members.

    Raises:
        Refusal: the metadata cannot be read.
    """
    metadata = next((file for file in files if file.name == METADATA), None)
    if metadata is None:
        raise Refusal(words.NO_METADATA.format(place=box.place, file=METADATA))
    inside: dict[str, list[Handed]] = {}
    for file in files:
        top, _, rest = file.name.partition("/")
        if rest:
            handed = Handed(rest, file.member, (0, f"{file.modified} {rest}"))
            inside.setdefault(top, []).append(handed)
    for folder, facts in _facts(content(box, metadata.member, MOST), box).items():
        person = _person(folder, facts)
        yield from handed_in(person, inside.get(folder, []), box)


def _facts(data: bytes, box: Box) -> dict[str, dict[str, Any]]:
    """By folder, what Ruby wrote: its symbols are keys that begin with a colon."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        found = yaml.load(data, Loader=loader)  # noqa: S506 - the safe loader, in C where it is
    except (yaml.YAMLError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(v, dict) for v in found.values()):
        raise Refusal(words.BAD_METADATA.format(place=box.place, file=METADATA))
    return {str(folder): _plain(facts) for folder, facts in found.items()}


def _plain(facts: dict[Any, Any]) -> dict[str, Any]:
    return {str(key).removeprefix(":"): value for key, value in facts.items()}


def _person(folder: str, facts: dict[str, Any]) -> Person:
    listed = facts.get("submitters")
    people = [_plain(p) for p in listed if isinstance(p, dict)] if isinstance(listed, list) else []
    students = tuple(_student(p, folder) for p in people) or (Student(folder, folder),)
    when = facts.get("created_at")
    if isinstance(when, dt.datetime) and when.tzinfo is None:
        when = when.replace(tzinfo=dt.UTC)
    return Person(
        origin=f"gradescope:{folder}",
        wish="-".join(student.name for student in students),
        students=students,
        submitted_at=when.isoformat() if isinstance(when, dt.datetime) else None,
    )


def _student(facts: dict[str, Any], folder: str) -> Student:
    name, sid, email = (str(facts.get(key) or "") for key in ("name", "sid", "email"))
    return Student(id=email or sid or name or folder, name=name or email, email=email, number=sid)
