"""Opens ``results.sqlite``, and refuses what is none of ours."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from grader.batch import says, schema
from grader.model import Refusal, same

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 60.0
"""Seconds to wait for another process's short transaction."""


def connected(file: Path) -> sqlite3.Connection:
    """A connection to a store, its tables made where there are none.

    Raises:
        Refusal: it is of another version, or damaged.
    """
    db = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    try:
        db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
        db.execute("PRAGMA foreign_keys = ON")
        named = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        if not named:
            _make(db)
        ours = not named or "meta" in named
        query = "SELECT value FROM meta WHERE key = 'schema'"
        found = db.execute(query).fetchone() if ours else None
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
