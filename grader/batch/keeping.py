"""What may go wrong where results are kept, said in a sentence: it is no fault of the grader."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from grader.batch import says
from grader.model import Refusal, same
from grader.model.system import reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grader.model import Text

SYSTEM = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_IOERR: errno.EIO,
}
"""What SQLite says, as the system would have said it."""
EXTENDED = 0xFF
"""The bits of an error's code that tell its kind."""


@contextmanager
def kept(folder: Path) -> Iterator[None]:
    """Within, something is written to the results.

    Raises:
        Refusal: the disk is full, or cannot be written, or something else is in the way.
    """
    try:
        yield
    except OSError as error:
        raise Refusal(says.NOT_KEPT.format(folder=folder, why=reason(error))) from error
    except sqlite3.OperationalError as error:
        raise Refusal(says.NOT_KEPT.format(folder=folder, why=why(error))) from error


def why(error: sqlite3.Error) -> Text:
    """What SQLite has against it; the system's words where they say the same."""
    known = SYSTEM.get(getattr(error, "sqlite_errorcode", 0) & EXTENDED)
    return reason(OSError(known, str(error))) if known else same(str(error))
