"""A whole class from its source to its files: list, grade, write; safe to start again."""

from __future__ import annotations

import secrets
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader import __version__
from grader.batch import finish, ledger, lock, says
from grader.batch.run import Run
from grader.batch.snapshot import Snapshots
from grader.batch.sources.tidy import plain
from grader.batch.store import Store
from grader.model import Refusal

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from grader.batch.hands import Hands
    from grader.batch.plan import Plan
    from grader.batch.run import Told
    from grader.batch.sources.entry import Entry

WORK = ".work"
"""Below the results: clones, and an archive while it is read."""
FAILED, REVIEW = "failed", "review"
"""Words of ``--only`` besides ids."""


@dataclass(frozen=True, slots=True)
class Course:
    """What was asked of ``grade batch``."""

    out: Path
    entries: Iterable[Entry]
    """Lists the source."""
    source: str
    """Its path, for people."""
    plan: Plan
    """Its secret is only a wish: what the store has comes first where it is empty."""
    hands: Callable[[Plan], Hands]
    """Starts the workers."""
    force: bool = False
    only: tuple[str, ...] = ()
    due: dt.datetime | None = None
    shard: tuple[int, int] | None = None
    """The I-th of N parts."""
    roster: str = ""
    """As ``sources.roster.kept`` writes it, where one was named: later runs use it again."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Those who look on."""

    begins: Callable[[int], None]
    """Called with the number of submissions that will be looked at."""
    tell: Told
    stopped: Callable[[], bool]


def grade_class(course: Course, watch: Watch) -> bool:
    """Grade what is missing; False if it was stopped before the end.

    Raises:
        Refusal: the folder, the store or the source cannot be used.
    """
    with Store.create(course.out) as store, lock.locked(course.out):
        plan = _with_secret(course.plan, store)
        broken_off = store.meta("run", "done") != "done"
        facts = {"grader": __version__, "rubric": plan.rubric.digest, "options": plan.options}
        if course.only:
            _one_measure(store, course.out, facts)
        dates = ledger.dates(store) if course.only else {}
        gone = ledger.enlist(store, course.entries, course.shard or (1, 1))
        store.remember(**facts, source=plain(course.source), run="going", gone=str(gone))
        if course.roster:
            store.remember(roster=course.roster)
        if course.shard:
            store.remember(shard="{}/{}".format(*course.shard))
        wanted = chosen(store, course.only)
        ledger.redated(store, {origin: d for origin, d in dates.items() if d[0] not in wanted})
        if not course.only:
            ledger.outdate(store, plan.digest)
        if course.force:
            ledger.forget(store, wanted)
        watch.begins(len(wanted))
        with Snapshots(course.out / WORK) as snapshots, closing(course.hands(plan)) as hands:
            run = Run(
                store=store,
                plan=plan,
                hands=hands,
                snapshots=snapshots,
                tell=watch.tell,
                stopped=watch.stopped,
                wanted=wanted.__contains__,
                due=course.due,
            )
            whole = run.go()
        finish.write(store, every=broken_off)
        store.remember(run="done")
        return whole


def _one_measure(store: Store, out: Path, facts: Mapping[str, str]) -> None:
    for name, value in facts.items():
        if store.meta(name, value) != value:
            raise Refusal(says.TWO_MEASURES.format(out=out, what=says.WHAT[name]))


def _with_secret(plan: Plan, store: Store) -> Plan:
    """The secret that was given, or the one of the first run, or a new one."""
    secret = plan.secret or store.meta("secret") or secrets.token_hex(16)
    if store.meta("secret") != secret:
        store.remember(secret=secret)
    return replace(plan, secret=secret)


def chosen(store: Store, only: Iterable[str]) -> dict[str, None]:
    """The ids that ``--only`` names, in order; all without it.

    Raises:
        Refusal: it names a submission that is not there.
    """
    only = tuple(only)
    if not only:
        query = "SELECT id FROM submissions WHERE source != '{}' ORDER BY n"
        return dict.fromkeys(id_ for (id_,) in store.db.execute(query))
    found: dict[str, None] = {}
    for word in only:
        if word == FAILED:
            found |= {r.id: None for r in store.rows() if _failed(r.status, passed=r.passed)}
        elif word == REVIEW:
            found |= {r.id: None for r in store.rows() if r.pending}
        elif store.row(word):
            found[word] = None
        else:
            raise Refusal(says.no_row(store, word))
    return found


def _failed(status: str, *, passed: bool | None) -> bool:
    return status in ("refused", "ungradable") or (status == "graded" and not passed)
