"""What ``grade batch`` is pointed at: found, recognised and listed, or refused in a sentence."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING

from grader.batch import due
from grader.batch.sources import roster
from grader.batch.sources.recognise import recognised
from grader.batch.store import FILE, Store
from grader.cli import batch_words as say
from grader.model import Refusal
from grader.model.system import reason

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence

    from grader.batch.rows import Student
    from grader.batch.sources.entry import Entry
    from grader.cli.batch_run import Asked


def enrolled(asked: Asked) -> Sequence[Student]:
    """The students of the roster that is named, or of the one that an earlier run was given.

    Raises:
        Refusal: it is no roster, or the store cannot be read.
    """
    if asked.roster:
        try:
            return roster.read(Path(asked.roster))
        except OSError as error:
            raise Refusal(say.CLOSED.format(source=asked.roster, why=reason(error))) from None
    if not (Path(asked.out) / FILE).is_file():
        return ()
    with Store.open(asked.out) as store:
        return roster.again(store.meta("roster"))


def listing(
    asked: Asked, deadline: dt.datetime | None, class_: Sequence[Student]
) -> Iterator[Entry]:
    """The submissions, once all that was named is seen to be sound.

    Args:
        asked: the command line.
        deadline: after which they are late.
        class_: the students of the roster; none without one.

    Raises:
        Refusal: there is no such source, or the results cannot lie where they are to.
    """
    source, out = Path(asked.source), Path(asked.out)
    if not os.path.lexists(source):
        raise Refusal(say.NO_SOURCE.format(source=asked.source))
    if os.path.lexists(out) and not out.is_dir():
        raise Refusal(say.OUT_IS_FILE.format(out=asked.out))
    if source.is_dir() and out.resolve().is_relative_to(source.resolve()):
        raise Refusal(say.OUT_IN_SOURCE.format(out=asked.out, source=asked.source))
    try:
        found = recognised(source, asked.form).entries()
        found = itertools.chain([next(found)], found)  # an empty class is refused before it begins
    except OSError as error:
        raise Refusal(say.CLOSED.format(source=asked.source, why=reason(error))) from None
    return due.marked(roster.Roster(class_).joined(found) if class_ else found, deadline)
