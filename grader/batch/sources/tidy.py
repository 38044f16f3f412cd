"""What people are called, without what a terminal, a table or a reader would mistake."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.batch.rows import Student
    from grader.batch.sources.entry import Entry

JOINERS = frozenset("\u200c\u200d")
"""They show nothing, and some names are spelt with them."""


def tidied(entry: Entry) -> Entry:
    """The entry with printable names: an LMS lets students write their own."""
    students = tuple(map(_student, entry.students))
    return replace(entry, name=plain(entry.name), place=plain(entry.place), students=students)


def _student(student: Student) -> Student:
    return replace(
        student,
        id=plain(student.id),
        name=plain(student.name),
        email=plain(student.email),
        number=plain(student.number),
        login=plain(student.login),
    )


def plain(text: str) -> str:
    """One line: any blank is a space, and what cannot be printed is written as an escape."""
    if text.isprintable():
        return text
    line = " ".join(text.split())
    return "".join(c if c.isprintable() or c in JOINERS else _escaped(c) for c in line)


def readable(name: str) -> str:
    """A name on the disk as text: what is not UTF-8 was most likely unpacked on an old Windows."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name).decode("cp1252", "replace")
    return name


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()
