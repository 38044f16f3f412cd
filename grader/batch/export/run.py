"""One export from beginning to end: read, refuse or compute everything, and only then write."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.batch.counted import grades
from grader.batch.export import account_words, canvas, csv_, gradescope, moodle, people, words
from grader.batch.export.feedback import zipped
from grader.batch.export.filled import filled
from grader.batch.export.given import Scale, usual
from grader.batch.export.said import account, strangers
from grader.model import Refusal
from grader.model.system import reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.batch.export.given import Pending
    from grader.batch.rows import Row, Student
    from grader.batch.store import Store
    from grader.model import Text

BOOKS = {"canvas": canvas.book, "moodle": moodle.book, "gradescope": gradescope.book}
KINDS = ("csv", *BOOKS)


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for."""

    kind: str
    out: str
    gradebook: str | None = None
    column: str | None = None
    points: float | None = None
    pending: Pending = "leave"
    allow_missing: bool = False
    trust_ids: bool = False
    feedback: str | None = None
    force: bool = False


def export(store: Store, wish: Wish) -> Sequence[Text]:
    """Write what was asked for, and say what became of every student.

    Raises:
        Refusal: something does not fit; nothing was written.
    """
    targets = [Path(file) for file in (wish.out, wish.feedback) if file is not None]
    for target in targets:
        _may_be_written(target, wish)
    class_ = list(grades(store))
    scale = Scale(wish.points, usual(row for _, row in class_), wish.pending)
    if wish.kind == "csv":
        title = wish.column or Path(store.meta("source")).stem
        _write({targets[0]: csv_.table(class_, scale, title)})
        says = account_words.TABLE_ONE if len(class_) == 1 else account_words.TABLE
        return [says.format(file=wish.out, n=len(class_))]
    return _into_book(store, wish, class_, scale, targets)


def _into_book(
    store: Store,
    wish: Wish,
    class_: list[tuple[Student, Row]],
    scale: Scale,
    targets: Sequence[Path],
) -> Sequence[Text]:
    file = str(wish.gradebook)
    book = BOOKS[wish.kind](_read(file), file, wish.column)
    found = people.matched(class_, book, trust_ids=wish.trust_ids)
    if not found.pairs:
        raise Refusal(words.NOBODY)
    handed_in = {student.id for student, row in class_ if row.status != "missing"}
    unknown = [student for student in found.strangers if student.id in handed_in]
    if unknown and not wish.allow_missing:
        raise Refusal(words.STRANGERS.format(who=strangers(unknown)))
    unscaled = any(row.graded and not line.most for _, row, line in found.pairs)
    if wish.kind == "moodle" and wish.points is None and unscaled:
        raise Refusal(words.NO_MOST.format(file=file, title=book.title))
    data, told = filled(book, found, scale)
    contents, said = [data], account(told, found, wish)
    if wish.feedback:
        reports, n = zipped(store, told.written)
        contents.append(reports)
        says = account_words.ZIPPED_ONE if n == 1 else account_words.ZIPPED
        said.append(says.format(file=wish.feedback, n=n))
    _write(dict(zip(targets, contents, strict=True)))
    return said


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise Refusal(words.NO_FILE.format(file=file, why=reason(error))) from None


def _may_be_written(target: Path, wish: Wish) -> None:
    """Before any work: what is there stays there.

    Raises:
        Refusal: the file must not or cannot be made.
    """
    book = wish.gradebook and Path(wish.gradebook)
    if book and target.resolve() == book.resolve():
        raise Refusal(words.SAME_FILE)
    if target.exists() and not wish.force:
        raise Refusal(words.EXISTS.format(file=target))
    if not target.parent.is_dir():
        why = reason(FileNotFoundError(2, os.strerror(2)))
        raise Refusal(words.NOT_WRITTEN.format(file=target, why=why))


def _write(contents: Mapping[Path, bytes]) -> None:
    """All of the files, each whole; or none."""
    parts = {file: file.with_name(f".{file.name}.part") for file in contents}
    try:
        for file, data in contents.items():
            parts[file].write_bytes(data)
        for file, part in parts.items():
            os.replace(part, file)  # noqa: PTH105 - Path.replace resolves nothing more
    except OSError as error:
        for part in parts.values():
            part.unlink(missing_ok=True)
        why = reason(error)
        raise Refusal(words.NOT_WRITTEN.format(file=next(iter(contents)), why=why)) from None
