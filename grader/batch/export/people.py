"""Which row of a gradebook is whose: by what systems know a student by, then by name.

Nothing is guessed. A grade in the wrong row is worse than none, so whatever does not fit is
refused with a sentence before anything is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.batch.export import words
from grader.batch.sources.roster import parts
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from grader.batch.export.book import Book, Line
    from grader.batch.rows import Row, Student

OURS: Mapping[str, Sequence[str]] = {
    "id": ("id",),
    "number": ("number", "id"),
    "login": ("login", "email", "id"),
    "email": ("email", "login", "id"),
}
"""For what a gradebook knows a student by: which of our words for the student that can be."""


@dataclass(frozen=True, slots=True)
class Matched:
    """The students of a class with their rows, and who has none."""

    pairs: tuple[tuple[Student, Row, Line], ...]
    strangers: tuple[Student, ...]
    """In the class and not in the gradebook."""
    absent: tuple[Line, ...]
    """In the gradebook and not in the class."""


def matched(class_: Iterable[tuple[Student, Row]], book: Book, *, trust_ids: bool) -> Matched:
    """Find every student's row.

    Args:
        class_: the students, each with the submission that counts.
        book: the gradebook.
        trust_ids: an id that fits is enough, whatever the names say.

    Raises:
        Refusal: a student is there twice, or the words for one are those of two rows, or two
            students have one row, or an id fits somebody of another name.
    """
    people = _once(class_)
    by_word, by_name = _by_word(book.lines), _by_name(book.lines)
    names = Counter(_plain(student.name) for student, _ in people)
    taken: dict[int, Student] = {}
    pairs, strangers = [], []
    for student, row in people:
        lines = _by_ids(student, by_word)
        line = _chosen(student, lines, trust_ids=trust_ids) if lines else None
        if line is None and names[_plain(student.name)] == 1:
            line = by_name.get(_plain(student.name))
        if line is None:
            strangers.append(student)
            continue
        first = taken.setdefault(line.row, student)
        if first is not student:
            facts = {"one": first.name, "other": student.name, "name": line.name}
            raise Refusal(words.ONE_ROW.format(**facts))
        pairs.append((student, row, line))
    absent = tuple(line for line in book.lines if line.row not in taken)
    return Matched(tuple(pairs), tuple(strangers), absent)


def _once(class_: Iterable[tuple[Student, Row]]) -> list[tuple[Student, Row]]:
    seen: dict[str, Row] = {}
    people = list(class_)
    for student, row in people:
        first = seen.setdefault(student.id, row)
        if first is not row:
            facts = {"name": student.name, "first": first.id, "second": row.id}
            raise Refusal(words.TWICE_IN_CLASS.format(**facts))
    return people


def _by_word(lines: Iterable[Line]) -> dict[tuple[str, str], Line]:
    return {(k, word.casefold()): line for line in lines for k, word in line.known_as.items()}


def _by_name(lines: Sequence[Line]) -> dict[str, Line]:
    """By names that only one row has."""
    names = Counter(_plain(line.name) for line in lines)
    return {name: line for line in lines if names[name := _plain(line.name)] == 1}


def _plain(name: str) -> str:
    """``López, Ana`` and ``Ana  López`` as one; accents count."""
    last, comma, first = unicodedata.normalize("NFC", name).casefold().partition(",")
    return " ".join(f"{first} {last}".split() if comma else last.split())


def _by_ids(student: Student, by_word: Mapping[tuple[str, str], Line]) -> list[Line]:
    """The rows that any of the student's words lead to, the surest first."""
    keys = [(kind, getattr(student, word)) for kind, ours in OURS.items() for word in ours]
    found = [by_word.get((kind, word.casefold())) for kind, word in keys if word]
    return list({line.row: line for line in found if line is not None}.values())


def _chosen(student: Student, lines: Sequence[Line], *, trust_ids: bool) -> Line:
    """The row that the ids mean; a name decides where numbers of two kinds happen to be equal."""
    named = [line for line in lines if _same_person(student, line)]
    if len(named) == 1 and (len(lines) > 1 or not trust_ids):
        return named[0]
    if len(lines) > 1:
        who = [line.name for line in lines]
        raise Refusal(words.TWO_ROWS.format(name=student.name, who=words.listed(who, 4)))
    if not trust_ids:
        facts = {"name": student.name, "id": student.id, "other": lines[0].name}
        raise Refusal(words.OTHER_NAME.format(**facts))
    return lines[0]


def _same_person(student: Student, line: Line) -> bool:
    """The names have a word in common, or the class has no name but a word of the row's."""
    own = list(_words(student))
    theirs = parts(line.name)
    if not theirs or student.name in ("", student.id):
        return True
    joined = "".join(own)  # Canvas takes out what stands between the words of a name
    return any(word in own or (len(word) > 2 and word in joined) for word in theirs)


def _words(student: Student) -> Iterator[str]:
    yield from parts(student.name)
    for word in (student.login, student.email.partition("@")[0]):
        yield from re.findall(r"\w+", " ".join(parts(word)))
