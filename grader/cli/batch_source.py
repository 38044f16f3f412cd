"""What ``grade batch`` is pointed at: found, recognised and listed, or refused in a sentence."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING

from grader.batch import due
from grader.batch.sources import roster
from grader.batch.sources.recognise import recognised
from grader.cli import batch_words as say
from grader.model import Refusal
from grader.model.system import reason

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator

    from grader.batch.sources.entry import Entry
    from grader.cli.batch_run import Asked


def listing(asked: Asked, deadline: dt.datetime | None) -> Iterator[Entry]:
    """The submissions, once all that was named is seen to be sound.

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
        known = roster.Roster(roster.read(Path(asked.roster))) if asked.roster else None
    except OSError as error:
        raise Refusal(say.CLOSED.format(source=asked.source, why=reason(error))) from None
    return due.marked(known.joined(found) if known else found, deadline)
