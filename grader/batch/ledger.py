"""What a run writes to the store: the list of submissions, and what becomes of each."""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING, Any

from grader.batch import files
from grader.batch.sources.ids import unused
from grader.batch.sources.tidy import tidied

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from grader.batch.rows import Student
    from grader.batch.sources.entry import Entry
    from grader.batch.store import Store
    from grader.batch.work import Done
    from grader.model import Text

LIST = """
INSERT INTO submissions(id, n, origin, name, place, source, attempt, latest, submitted_at, late,
                        status, reason_en, reason_es)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
AGAIN = """
UPDATE submissions SET n = ?, name = ?, place = ?, source = ?, attempt = ?, latest = ?,
       submitted_at = ?, late = ?, written = CASE WHEN name = ? AND place = ? THEN written END
WHERE id = ?
"""
RESULT = """
INSERT OR REPLACE INTO results(key, digest, plan, report, earned, pending, possible, passed,
                               seconds, diagnosis, page, graded_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
STATUS = """
UPDATE submissions SET status = ?, reason_en = ?, reason_es = ?, digest = ?, key = ? WHERE id = ?
"""


def enlist(store: Store, entries: Iterable[Entry], shard: tuple[int, int] = (1, 1)) -> int:
    """Make the store's list that of the source, all at once.

    A submission that was there keeps what is known of it; one that is gone leaves the list, while
    its results stay and count again should it come back.

    Args:
        store: where to.
        entries: the whole source, so that ids and attempts are the same in every part of it.
        shard: the I-th of N parts to keep.

    Returns:
        How many have left.
    """
    with store.writing() as db:
        known = dict(db.execute("SELECT id, origin FROM submissions WHERE status != 'missing'"))
        db.execute("DELETE FROM submissions WHERE status = 'missing'")
        taken: set[str] = set()
        for n, entry in enumerate(map(tidied, entries)):
            id_ = unused(entry.wish, taken)
            taken.add(id_.casefold())
            if n % shard[1] == shard[0] - 1:
                had = known.pop(id_, None)
                if had is not None and (had != entry.origin or entry.refused or entry.missing):
                    files.unwrite(store, [id_])
                _put(db, id_, n, entry, known=had == entry.origin)
        files.unwrite(store, known)
        db.executemany("DELETE FROM submissions WHERE id = ?", [(id_,) for id_ in known])
    return len(known)


def _put(db: sqlite3.Connection, id_: str, n: int, entry: Entry, *, known: bool) -> None:
    source = json.dumps(dict(entry.source))
    when = (entry.attempt, entry.latest, entry.submitted_at, entry.late)
    settled = entry.refused or entry.missing
    if known and not settled:
        same = (entry.name, entry.place)
        db.execute(AGAIN, (n, *same, source, *when, *same, id_))
    else:
        status = "missing" if entry.missing else "refused" if entry.refused else "waiting"
        says = (settled.en, settled.es) if settled else (None, None)
        db.execute("DELETE FROM submissions WHERE id = ?", (id_,))
        who = (id_, n, entry.origin, entry.name, entry.place, source)
        db.execute(LIST, (*who, *when, status, *says))
    db.execute("DELETE FROM members WHERE submission = ?", (id_,))
    for at, student in enumerate(entry.students):
        _enrol(db, student)
        db.execute("INSERT OR IGNORE INTO members VALUES (?, ?, ?)", (id_, student.id, at))


def _enrol(db: sqlite3.Connection, student: Student) -> None:
    facts = (student.name, student.email, student.number, student.login)
    more = json.dumps(dict(student.more))
    values = (student.id, *facts, student.enrolled, more)
    db.execute("INSERT OR REPLACE INTO students VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def graded(store: Store, done: Done, plan: str, ids: Sequence[str]) -> None:
    """Keep a result for all who handed its snapshot in."""
    now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    score = (done.earned, done.pending, done.possible, done.passed, done.seconds)
    with store.writing() as db:
        values = (done.key, done.digest, plan, done.report, *score, done.diagnosis, done.page, now)
        db.execute(RESULT, values)
        for id_ in ids:
            db.execute(STATUS, ("graded", None, None, done.digest, done.key, id_))
        db.execute("UPDATE submissions SET written = NULL WHERE key = ?", (done.key,))


def cached(store: Store, id_: str, digest: str, key: str) -> None:
    """A submission turned out to have a result already."""
    with store.writing() as db:
        db.execute(STATUS, ("graded", None, None, digest, key, id_))


def refused(store: Store, id_: str, says: Text) -> None:
    """A submission cannot be read; that is its author's to mend."""
    now = store.db.execute("SELECT status, reason_en FROM submissions WHERE id = ?", (id_,))
    if now.fetchone() == ("refused", says.en):
        return
    with store.writing() as db:
        db.execute(STATUS, ("refused", says.en, says.es, None, None, id_))


def ungradable(store: Store, ids: Sequence[str], says: Text, digest: str | None) -> None:
    """Submissions that the grader itself could not grade; the next run tries again."""
    with store.writing() as db:
        for id_ in ids:
            db.execute(STATUS, ("ungradable", says.en, says.es, digest, None, id_))


def dated(store: Store, id_: str, when: str, *, late: bool) -> None:
    """When a submission was committed, where the source does not say when it was handed in."""
    with store.writing() as db:
        db.execute(
            "UPDATE submissions SET submitted_at = ?, late = ? "
            "WHERE id = ? AND submitted_at IS NULL",
            (when, late, id_),
        )


def dates(store: Store) -> dict[str, tuple[str, str, int | None]]:
    """By origin, the id and when it was handed in, of all that is dated."""
    query = "SELECT origin, id, submitted_at, late FROM submissions WHERE submitted_at IS NOT NULL"
    return {origin: (id_, when, late) for origin, id_, when, late in store.db.execute(query)}


def redated(store: Store, known: Mapping[str, tuple[str, str, int | None]]) -> None:
    """Give the dates back that a new listing does not tell, to those that are not looked at."""
    with store.writing() as db:
        db.executemany(
            "UPDATE submissions SET submitted_at = ?, late = ? "
            "WHERE id = ? AND origin = ? AND submitted_at IS NULL",
            [(when, late, id_, origin) for origin, (id_, when, late) in known.items()],
        )


def outdate(store: Store, plan: str) -> None:
    """What was graded under another plan waits again, so that a class is never graded by two."""
    with store.writing() as db:
        db.execute(
            "UPDATE submissions SET status = 'waiting' WHERE status = 'graded' AND NOT EXISTS "
            "(SELECT 1 FROM results r WHERE r.key = submissions.key AND r.plan = ?)",
            (plan,),
        )


def forget(store: Store, ids: Iterable[str]) -> None:
    """Drop the results of these submissions, so that they are graded anew."""
    drop = "DELETE FROM results WHERE key = (SELECT key FROM submissions WHERE id = ?)"
    with store.writing() as db:
        db.executemany(drop, [(id_,) for id_ in ids])
        db.execute(
            "UPDATE submissions SET status = 'waiting' WHERE status = 'graded' "
            "AND key NOT IN (SELECT key FROM results)"
        )


def has_result(store: Store, key: str) -> bool:
    """A snapshot was graded under this plan already."""
    return store.db.execute("SELECT 1 FROM results WHERE key = ?", (key,)).fetchone() is not None


def listed(store: Store) -> Iterable[tuple[Any, ...]]:
    """``(id, name, place, source, status, digest, key)`` of all in order, a page at a time."""
    query = (
        "SELECT n, id, name, place, source, status, digest, key FROM submissions "
        "WHERE n > ? ORDER BY n LIMIT 200"
    )
    at = -1
    while page := store.db.execute(query, (at,)).fetchall():
        for found in page:
            yield found[1:]
        at = page[-1][0]
