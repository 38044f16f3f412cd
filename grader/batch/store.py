"""The truth about a class: ``results.sqlite``, read by everything and written by one run at a time.

A result is committed as soon as it is there, so a run that is killed loses only what was in
flight. Commits of results wait for no disk (WAL with ``synchronous=NORMAL``): after a power cut
the last of them may be gone and are computed again, but the file is whole. A person's decisions
cannot be computed again, so they wait for the disk (``FULL``).
"""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from grader.batch import keeping, reading, says, schema
from grader.batch.opening import connected
from grader.batch.rows import Decision
from grader.model import Refusal
from grader.model.system import reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from grader.batch.rows import Row, Student

FILE = "results.sqlite"
REPORTS = "reports"


class Store:
    """The results in a folder; a context manager. Reading never waits for a run that writes."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.folder = folder
        self.db = connection

    @classmethod
    def open(cls, folder: str | Path) -> Self:
        """The store that a run left (or is filling) in a folder.

        Raises:
            Refusal: there is none, or it is of another version, or damaged.
        """
        home = Path(folder)
        if not (home / FILE).is_file():
            raise Refusal(says.NO_STORE.format(folder=folder, file=FILE))
        return cls(home, connected(home / FILE, reading=True))

    @classmethod
    def create(cls, folder: str | Path) -> Self:
        """The store in a folder, made with the folder where there is none yet.

        Raises:
            Refusal: it cannot be made, or is of another version, or damaged.
        """
        home = Path(folder)
        try:
            (home / REPORTS).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refusal(says.NOT_MADE.format(folder=folder, why=reason(error))) from None
        return cls(home, connected(home / FILE))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside, or nothing of it.

        Raises:
            Refusal: the disk is full, or can only be read.
        """
        try:
            self.db.execute("BEGIN IMMEDIATE")
            yield self.db
            self.db.execute("COMMIT")
        except BaseException as error:
            if self.db.in_transaction:  # SQLite has ended it where the disk is full
                self.db.execute("ROLLBACK")
            if isinstance(error, sqlite3.OperationalError):
                facts = {"folder": self.folder, "why": keeping.why(error)}
                raise Refusal(says.NOT_KEPT.format(**facts)) from error
            raise

    def meta(self, key: str, default: str = "") -> str:
        """A fact about the whole, such as ``grader``, ``rubric`` or ``source``."""
        found = self.db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(found[0]) if found else default

    def remember(self, **facts: str) -> None:
        """Set facts about the whole."""
        with self.writing() as db:
            db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", facts.items())

    def rows(self, *, latest: bool = False) -> Iterator[Row]:
        """Every submission in the source's order; with ``latest`` only the attempts that count.

        Held by no lock between two rows, and never all in memory.
        """
        query = f"{schema.ROW} WHERE s.n > ? {'AND s.latest' if latest else ''} ORDER BY s.n"
        at = -1
        while page := self.db.execute(f"{query} LIMIT 200", (at,)).fetchall():
            for found in page:
                yield self._row(found)
            (at,) = self.db.execute(
                "SELECT n FROM submissions WHERE id = ?", (page[-1][0],)
            ).fetchone()

    def row(self, submission: str) -> Row | None:
        """The submission with this id."""
        asked = submission.encode("utf-8", "replace").decode()  # a terminal may send anything
        found = self.db.execute(f"{schema.ROW} WHERE s.id = ?", (asked,)).fetchone()
        return self._row(found) if found else None

    def grades(self) -> Iterator[tuple[Student, Row]]:
        """Every student with the attempt that counts, groups spread out: what a gradebook needs."""
        for row in self.rows(latest=True):
            for student in row.students:
                yield student, row

    def report(self, submission: str) -> dict[str, Any] | None:  # Any: whatever JSON can hold
        """The report of a graded submission, as the JSON format has it; None where none is."""
        found = self.db.execute(
            "SELECT r.report, s.name, s.place FROM submissions s JOIN results r ON r.key = s.key "
            "WHERE s.id = ? AND s.status = 'graded'",
            (submission,),
        ).fetchone()
        if found is None:
            return None
        report: dict[str, Any] = json.loads(found[0])
        # One snapshot may have been handed in under several names, and is graded once.
        report["submission"] |= {"name": found[1], "path": found[2]}
        return report

    def count(self) -> dict[str, int]:
        """How many submissions have each status."""
        return dict(self.db.execute("SELECT status, count(*) FROM submissions GROUP BY status"))

    def decide(
        self, row: Row, check: str, points: float | None, comment: str, person: str
    ) -> Decision:
        """Keep what a person settled about a check; an earlier decision stays in the history.

        It holds for the snapshot that was looked at: not for a later attempt, and for the same
        files however often they are graded again.

        Args:
            row: what was looked at; it has a digest.
            check: the id of the check.
            points: what it earns; None takes the earlier decision back.
            comment: for the student.
            person: who decides.
        """
        now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        values = (row.digest, row.id, check, points, comment, person, now)
        self.db.execute("PRAGMA synchronous = FULL")
        with self.writing() as db:
            made = db.execute(
                "INSERT INTO decisions(digest, submission, check_id, points, comment, person, "
                "decided_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            made_anew = "UPDATE submissions SET written = NULL WHERE digest = ?"
            db.execute(made_anew, (row.digest,))
        self.db.execute("PRAGMA synchronous = NORMAL")
        return Decision(int(made.lastrowid or 0), str(row.digest), *values[1:])

    def decisions(self, digest: str | None = None, *, history: bool = False) -> Iterator[Decision]:
        """What counts now, or with ``history`` all that was ever decided, the oldest first."""
        query, values = schema.HISTORY if history else schema.STANDING, []
        if digest is not None:
            query, values = f"{query} AND digest = ?", [digest]
        for found in self.db.execute(f"{query} ORDER BY id", values).fetchall():
            yield Decision(*found)

    def _row(self, found: tuple[Any, ...]) -> Row:
        members = self.db.execute(schema.MEMBERS, (found[0],))
        return reading.row(found, tuple(map(reading.student, members)))
