"""Where a person decides: reads the queue from a store, checks a decision, and keeps it."""

from __future__ import annotations

import difflib
import math
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.batch import finish, lock
from grader.batch import says as store_says
from grader.batch.review import says
from grader.batch.review.queue import Item, Unread, can_be_decided, item, items, worth_reading
from grader.batch.score import settled
from grader.model import Refusal, Text, same
from grader.report.text_words import points as shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grader.batch.rows import Decision, Row
    from grader.batch.store import Store

LONGEST = {"comment": 4_000, "name": 120}
"""Characters that are kept."""
TRIES, PAUSE = 4, 0.25
"""For the folder, which another person's decision holds for a moment; seconds between two."""
NOTHING = same("")
_one_at_a_time = threading.Lock()


@dataclass(frozen=True, slots=True)
class Asked:
    """What someone wants to settle, as they typed it."""

    points: str
    """Empty takes the earlier decision back."""
    comment: str
    person: str
    how: Text = NOTHING
    """How to give a name here, where it is missing: `` with --by …``."""


def queue(store: Store) -> tuple[list[Item], list[Unread]]:
    """What a person has to look at in the attempts that count, and what nobody could read."""
    standing: dict[str, list[Decision]] = {}
    for made in store.decisions():
        standing.setdefault(made.digest, []).append(made)
    decided = frozenset(standing)
    found: list[Item] = []
    unread: list[Unread] = []
    for row in store.rows(latest=True):
        if row.status in ("refused", "ungradable"):
            unread.append(Unread(row.id, row.name, row.status, row.reason))
        elif worth_reading(row, decided):
            report = store.report(row.id)
            found += items(row, report, standing.get(row.digest or "", ())) if report else ()
    return found, unread


def read(store: Store, submission: str) -> tuple[Row, dict[str, Any]]:
    """A submission and its report.

    Raises:
        Refusal: there is no such submission, or it has no report.
    """
    row = store.row(submission)
    if row is None:
        raise Refusal(store_says.no_row(store, submission))
    report = store.report(submission)
    if report is None:
        why = same(" ") + row.reason if row.reason else same("")
        raise Refusal(says.NO_REPORT.format(id=submission, why=why))
    return row, report


def of(store: Store, row: Row, report: Mapping[str, Any]) -> list[Item]:
    """What there is to look at in one submission."""
    return list(items(row, report, store.decisions(row.digest)))


def looked_up(store: Store, row: Row, report: Mapping[str, Any], check: str) -> Item:
    """One check of a submission, whether it is in the queue or not.

    Raises:
        Refusal: the report has no such check, or there is nothing about it to decide.
    """
    decisions = list(store.decisions(row.digest))
    queued = next((i for i in items(row, report, decisions) if i.check == check), None)
    if queued:
        return queued
    place = _place(row, report, check)
    now = settled(report, decisions)[place]
    return item(row, report["checks"][place], now, "settled", place)


def _place(row: Row, report: Mapping[str, Any], check: str) -> int:
    ids = [one["id"] for one in report["checks"]]
    if check not in ids:
        close = difflib.get_close_matches(check, ids, 1)
        near = says.NEAR.format(close=close[0]) if close else same("")
        raise Refusal(says.NO_CHECK.format(id=row.id, check=check, near=near))
    found = report["checks"][ids.index(check)]
    if not can_be_decided(found):
        why = says.NOT_APPLIED if found["outcome"] == "skipped" else says.NO_POINTS
        raise Refusal(why.format(id=row.id, check=check))
    return ids.index(check)


def settle(store: Store, row: Row, seen: Item, asked: Asked) -> Decision:
    """Keep what a person decided about an item, or take it back.

    Raises:
        Refusal: there are no such points, no name, or nothing to take back.
    """
    person, comment = " ".join(asked.person.split()), asked.comment.strip()
    if not person:
        raise Refusal(says.WHO.format(how=asked.how))
    for what, text, kind in ((says.NAME, person, "name"), (says.COMMENT, comment, "comment")):
        if len(text) > LONGEST[kind]:
            facts = {"what": what, "n": len(text), "most": LONGEST[kind]}
            raise Refusal(says.TOO_LONG.format(**facts))
    if not asked.points.strip():
        if seen.open:
            raise Refusal(says.NOT_DECIDED.format(check=seen.check, id=row.id))
        return store.decide(row, seen.check, None, comment, person)
    return store.decide(row, seen.check, number(asked.points, seen), comment, person)


def number(value: str, seen: Item) -> float:
    """A number of points that the check can give; a comma is as good as a point.

    Raises:
        Refusal: it is none.
    """
    try:
        given = float(value.strip().replace(",", "."))
    except ValueError:
        given = math.nan
    if not math.isfinite(given):
        raise Refusal(says.NOT_A_NUMBER.format(value=value.strip()[:40]))
    if not 0 <= given <= seen.points:
        facts = {"check": seen.check, "most": shown(seen.points), "value": shown(given)}
        raise Refusal(says.OUT_OF_RANGE.format(**facts))
    return given


def twins(store: Store, row: Row) -> Iterator[str]:
    """Others who handed the same files in: the decision holds for them too."""
    found = store.db.execute(
        "SELECT id FROM submissions WHERE digest = ? AND id != ? ORDER BY n", (row.digest, row.id)
    )
    yield from (id_ for (id_,) in found)


def refresh(store: Store) -> bool:
    """Write gradebook and class page anew; False where a run holds the folder, and will itself."""
    with _one_at_a_time:
        for left in reversed(range(TRIES)):
            try:
                with lock.locked(store.folder):
                    finish.write(store)
            except Refusal:
                time.sleep(PAUSE if left else 0)
            else:
                return True
    return False
