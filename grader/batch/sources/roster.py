"""A roster: who should have handed something in, and who is who."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from grader.batch.rows import Student
from grader.batch.sources import table, words
from grader.batch.sources.entry import Entry
from grader.model import Refusal
from grader.submission.names import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

OURS = ("id", "name", "email", "number", "login")


def read(file: Path) -> Sequence[Student]:
    """The students of a roster.

    Raises:
        Refusal: it is no table with an ``id`` and a ``name``, or an id comes twice.
    """
    columns = table.header(file)
    if not {"id", "name"} <= set(columns):
        seen = ", ".join(map(shown, columns)) or "-"
        raise Refusal(words.ROSTER_HEADER.format(file=shown(str(file)), seen=seen))
    found: dict[str, Student] = {}
    for line, row in table.rows(file):
        id_ = row.get("id", "")
        if not id_ or id_ in found:
            facts = {"file": shown(str(file)), "line": line, "id": shown(id_)}
            raise Refusal((words.ROSTER_TWICE if id_ else words.ROSTER_ROW).format(**facts))
        more = {key: cell for key, cell in row.items() if key not in OURS and cell}
        name, email, number, login = (row.get(key, "") for key in OURS[1:])
        found[id_] = Student(id_, name or id_, email, number, login, more=more)
    return tuple(found.values())


def kept(students: Iterable[Student]) -> str:
    """A roster as the store remembers it: its file may be elsewhere the next time."""
    return json.dumps([asdict(student) for student in students])


def again(remembered: str) -> Sequence[Student]:
    """What ``kept`` made a text of; nobody for an empty one."""
    return tuple(Student(**facts) for facts in json.loads(remembered or "[]"))


@dataclass(slots=True)
class Roster:
    """Finds the students of a roster by whatever a source calls them."""

    students: Sequence[Student]

    def joined(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The entries with what the roster knows, then one for everyone who is missing."""
        keys = self._keys()
        came: set[str] = set()
        for entry in entries:
            met = [(student, _found(student, keys)) for student in entry.students]
            came |= {known.id for _, known in met if known}
            students = tuple(_merged(student, known) for student, known in met)
            # A folder's name says less than a roster does.
            named = [known.name for _, known in met if known]
            called = ", ".join(s.name for s in students)
            yield replace(entry, students=students, name=called if named else entry.name)
        for student in self.students:
            if student.id not in came:
                yield _missing(student)

    def _keys(self) -> dict[str, Student]:
        """Every word that means one student only."""
        meant: dict[str, set[str]] = {}
        by_id = {student.id: student for student in self.students}
        for student in self.students:
            for word in _words(student):
                meant.setdefault(word, set()).add(student.id)
        return {word: by_id[ids.pop()] for word, ids in meant.items() if len(ids) == 1}


def parts(name: str) -> list[str]:
    """A name's words without case, accents and what stands between them."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in folded if not unicodedata.combining(c))
    return re.findall(r"\w+", letters.replace("_", " "))


def _words(student: Student) -> Iterator[str]:
    exact = (student.id, student.email, student.number, student.login)
    yield from {f"={word.casefold()}" for word in exact if word}
    found = parts(student.name)
    yield _named(student.name)
    # Canvas puts the surname first and takes out all that is no letter.
    yield from {"~" + "".join(found[n:] + found[:n]) for n in range(len(found))}


def _named(name: str) -> str:
    """The same for a name in whichever order, as ``García López, Ana`` and ``Ana García López``."""
    return "~" + " ".join(sorted(parts(name)))


def _found(student: Student, keys: dict[str, Student]) -> Student | None:
    exact = (student.id, student.email, student.number, student.login)
    # GitHub Classroom: the assignment's name, a dash, the login.
    tails = [student.name[at + 1 :] for at, c in enumerate(student.name) if c == "-"]
    words = [
        *(f"={word.casefold()}" for word in exact if word),
        _named(student.name),
        "~" + "".join(parts(student.name)),
        *(f"={tail.casefold()}" for tail in tails if tail),
    ]
    return next((keys[word] for word in words if word in keys), None)


def _merged(student: Student, known: Student | None) -> Student:
    if known is None:
        return replace(student, enrolled=False)
    return replace(
        student,
        name=known.name,
        email=student.email or known.email,
        number=student.number or known.number,
        login=student.login or known.login,
        more={**known.more, **student.more, "roster": known.id},
    )


def _missing(student: Student) -> Entry:
    return Entry(
        origin=f"roster:{student.id}",
        wish=student.id,
        name=student.name,
        place="",
        students=(student,),
        missing=words.MISSING,
    )
