"""Opens ``results.sqlite``, and refuses what is none of ours."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

from grader.batch import says, schema
from grader.batch.keeping import why
from grader.model import Refusal, same

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 60.0
"""Seconds to wait for another process's short transaction."""


def connected(file: Path, *, reading: bool = False) -> sqlite3.Connection:
    """A connection to a store, its tables made where there are none.

    Args:
        file: where it is, or is to be.
        reading: that it cannot be written is no reason not to open it.

    Raises:
        Refusal: it cannot be opened, or is of another version, or damaged.
    """
    try:
        return _checked(_opened(file.absolute().as_uri()), file)
    except sqlite3.OperationalError as error:
        # SQLite's log needs a disk that can be written; without a log there is nothing to miss.
        if reading and not _logged(file):
            with contextlib.suppress(sqlite3.OperationalError):
                return _checked(_opened(file.absolute().as_uri() + "?immutable=1", ""), file)
        raise Refusal(says.CLOSED.format(file=file, why=why(error))) from None


def _logged(file: Path) -> bool:
    log = file.with_name(f"{file.name}-wal")
    return log.is_file() and log.stat().st_size > 0


LOG = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"


def _opened(uri: str, first: str = LOG) -> sqlite3.Connection:
    db = sqlite3.connect(uri, timeout=PATIENCE, isolation_level=None, uri=True)
    try:
        db.executescript(f"{first} PRAGMA foreign_keys = ON;")
        db.execute("SELECT name FROM sqlite_master")
    except sqlite3.OperationalError:
        db.close()
        raise
    except sqlite3.DatabaseError:
        return db  # damaged: whoever looks next says so
    return db


def _checked(db: sqlite3.Connection, file: Path) -> sqlite3.Connection:
    try:
        named = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        if not named:
            _make(db)
        ours = not named or "meta" in named
        query = "SELECT value FROM meta WHERE key = 'schema'"
        found = db.execute(query).fetchone() if ours else None
    except sqlite3.OperationalError:
        db.close()
        raise
    except sqlite3.Error as error:
        db.close()
        raise Refusal(says.DAMAGED.format(file=file, why=same(str(error)))) from None
    if found is None or found[0] != schema.VERSION:
        db.close()
        facts = {"found": found[0] if found else "?", "known": schema.VERSION}
        raise Refusal(says.FOREIGN.format(file=file, **facts))
    return db


def _make(db: sqlite3.Connection) -> None:
    """All tables or none: whoever is killed here, or comes second, leaves a whole store."""
    db.executescript(f"BEGIN IMMEDIATE; {schema.TABLES}")
    db.execute("INSERT OR IGNORE INTO meta VALUES ('schema', ?)", (schema.VERSION,))
    db.execute("COMMIT")
