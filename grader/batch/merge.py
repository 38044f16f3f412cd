"""Several stores become one: the parts of a class that a job array graded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.batch import finish, lock, says
from grader.batch.keeping import kept
from grader.batch.store import FILE, Store
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

ALIKE = ("grader", "rubric", "options")
"""What must be the same, or the class would be graded by two measures."""
TABLES = ("submissions", "students", "members", "results")
COPIED = "id, digest, submission, check_id, points, comment, person, decided_at"


def merge(out: Path, parts: Sequence[Path]) -> tuple[str, ...]:
    """Put the parts together in ``out``, and write the files of the whole.

    A submission that several parts have is taken from the first that graded it. Merging again, or
    more parts later, adds what is new.

    Returns:
        The parts of a job array that none of these is, as ``I/N``.

    Raises:
        Refusal: a part is no store, is not finished, or was graded in another way than the others.
    """
    for part in parts:
        with Store.open(part) as store:
            _whole(store, part)
            facts = {name: store.meta(name) for name in (*ALIKE, "secret", "source", "roster")}
        with Store.create(out) as whole, lock.locked(out):
            _same(whole, part, facts)
            _take(whole, part)
            whole.remember(**facts, run="going")
    with Store.create(out) as whole, lock.locked(out):
        finish.write(whole)
        whole.remember(run="done")
    return _absent(parts)


def _whole(store: Store, part: Path) -> None:
    waiting = "SELECT count(*) FROM submissions WHERE status = 'waiting'"
    if store.meta("run") != "done" or store.db.execute(waiting).fetchone()[0]:
        raise Refusal(says.UNFINISHED_PART.format(part=part))


def _same(whole: Store, part: Path, facts: dict[str, str]) -> None:
    for name in ALIKE:
        had = whole.meta(name)
        if had and had != facts[name]:
            raise Refusal(says.NOT_ALIKE.format(part=part, what=says.WHAT[name]))


def _take(whole: Store, part: Path) -> None:
    db = whole.db
    with kept(part):
        db.execute("ATTACH ? AS part", (str(part / FILE),))
    try:
        with whole.writing():
            for table in TABLES:
                db.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM part.{table}")  # noqa: S608 - our own names
            db.execute(
                "INSERT OR REPLACE INTO submissions SELECT p.* FROM part.submissions p JOIN "
                "submissions s ON s.id = p.id WHERE p.status = 'graded' AND s.status != 'graded'"
            )
            db.execute("UPDATE submissions SET written = NULL")
            columns = COPIED.partition(", ")[2]
            db.execute(
                f"INSERT INTO decisions({columns}) SELECT {columns} FROM part.decisions p "  # noqa: S608 - likewise
                f"WHERE NOT EXISTS (SELECT 1 FROM decisions d WHERE d.digest = p.digest AND "
                "d.check_id = p.check_id AND d.decided_at = p.decided_at AND d.person = p.person) "
                "ORDER BY p.id"
            )
    finally:
        db.execute("DETACH part")


def _absent(parts: Iterable[Path]) -> tuple[str, ...]:
    here: set[str] = set()
    for part in parts:
        with Store.open(part) as store:
            here.add(store.meta("shard"))
    counts = {int(shard.partition("/")[2]) for shard in here if shard}
    all_ = [f"{i}/{n}" for n in sorted(counts) for i in range(1, n + 1)]
    return tuple(shard for shard in all_ if shard not in here)
