"""The coordinator: reads snapshots one by one, has the new ones graded, keeps what comes back.

It never holds more than a few snapshots. Every result is in the store before the next is looked
at, so that it may be killed at any moment.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grader.batch import files, ledger
from grader.batch import plan as plans
from grader.batch.snapshot import fingerprint
from grader.batch.work import Job, failure
from grader.model import Refusal
from grader.submission.when import committed_at

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator

    from grader.batch.hands import Hands
    from grader.batch.plan import Plan
    from grader.batch.snapshot import Snapshots
    from grader.batch.store import Store
    from grader.batch.work import Done
    from grader.model import Submission

TICK = 0.2
"""Seconds after which to look whether someone wants to stop."""
Told = Callable[[str, str], None]
"""What is told of each submission as it is settled: its id, and how."""


@dataclass(slots=True)
class Run:
    """One pass over a store's submissions."""

    store: Store
    plan: Plan
    hands: Hands
    snapshots: Snapshots
    tell: Told
    stopped: Callable[[], bool]
    wanted: Callable[[str], bool] = lambda _: True
    """Which ids to look at."""
    due: dt.datetime | None = None
    """After this a commit is late."""
    _plan_digest: str = field(init=False)
    _flying: dict[str, list[str]] = field(default_factory=dict)
    """By key, the ids that wait for its result."""

    def __post_init__(self) -> None:
        """The same for every submission, and not for nothing."""
        self._plan_digest = self.plan.digest

    def go(self) -> bool:
        """Look at everything; False if it was stopped before the end."""
        rows, more = self._rows(), True
        while more or self._flying:
            while more and self.hands.room() and not self.stopped():
                row = next(rows, None)
                more = row is not None
                if row is not None:
                    self._look(*row)
            if more and not self._flying and self.stopped():
                return False
            if self._flying:
                for done in self.hands.take(TICK):
                    self._keep(done)
        return True

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        for row in ledger.listed(self.store):
            source = json.loads(row[3])
            if source and self.wanted(row[0]):
                yield (*row[:3], source, *row[4:])

    def _look(self, id_: str, name: str, place: str, source: Any, *known: str | None) -> None:
        try:
            submission = self.snapshots.read(source, name, place)
        except Refusal as refusal:
            ledger.refused(self.store, id_, refusal.says)
            self.tell(id_, "refused")
            return
        except Exception as error:  # noqa: BLE001 - ours, and no reason to stop a class
            ledger.ungradable(self.store, [id_], failure(error), None)
            self.tell(id_, "ungradable")
            return
        self._date(id_, source, submission)
        key = plans.key(self._plan_digest, fingerprint(submission))
        if key in self._flying:
            self._flying[key].append(id_)
        elif ledger.has_result(self.store, key):
            if known != ("graded", submission.digest, key):
                ledger.cached(self.store, id_, submission.digest, key)
            self.tell(id_, "cached")
        else:
            self._flying[key] = [id_]
            self.hands.give(Job(key, submission))

    def _date(self, id_: str, source: Any, submission: Submission) -> None:
        """Where a deadline matters and only git can tell when it was done."""
        if self.due and source["kind"] == "path" and submission.git and submission.git.head:
            folder = os.fsdecode(bytes.fromhex(source["path"]))
            when = committed_at(folder, submission.git.head)
            if when:
                ledger.dated(self.store, id_, when.isoformat(), late=when > self.due)

    def _keep(self, done: Done) -> None:
        ids = self._flying.pop(done.key)
        if done.failed:
            ledger.ungradable(self.store, ids, done.failed, done.digest)
        else:
            ledger.graded(self.store, done, self._plan_digest, ids)
            files.write_reports(self.store, ids)
        for id_ in ids:
            self.tell(id_, "ungradable" if done.failed else "graded")
