"""Classes that were never graded: a store with students whose results are made up, quickly."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from grader.batch import Store, Student, ledger
from grader.batch.sources.entry import Entry
from grader.batch.work import NAME, Done
from grader.labs.multi_head import LAB
from grader.labs.multi_head.misconceptions import by_id
from grader.model import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FIRST = ("Ana", "Íñigo", "Zoë", "José María", "Łukasz", "Noa", "Çağla", "Bruno", "Émilie", "Wei")
LAST = ("García López", "Ñúñez", "O'Brien", "Smith-Jones", "Müller", "de la Cruz", "Nguyễn")
COMMON = ("split/reshape-dh-h", "scale/sqrt-d-model", "out/missing", "softmax/axis-queries-2")


@dataclass(frozen=True, slots=True)
class Made:
    """A student and how the submission came out."""

    student: Student
    failed: tuple[str, ...] = ()
    review: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    sets: tuple[tuple[str, ...], ...] = ()
    late: bool | None = None
    refused: Text | None = None
    missing: Text | None = None
    waiting: bool = False
    group: tuple[Student, ...] = ()


@cache
def abouts() -> list[Any]:
    return [check.about for check in LAB.checks]


def report(made: Made) -> dict[str, Any]:
    """What the JSON format would say, without the findings."""
    lists = {"failed": made.failed, "review": made.review, "skipped": made.skipped}
    outcomes = {id_: outcome for outcome, ids in lists.items() for id_ in ids}
    checks = [
        {
            "id": about.id,
            "block": about.block,
            "outcome": outcomes.get(about.id, "passed"),
            "points": about.points,
            "earned": 0 if about.id in outcomes else about.points,
            "title": {"en": about.title.en, "es": about.title.es},
            "findings": [],
        }
        for about in abouts()
    ]
    return {"submission": {"name": "", "path": ""}, "checks": checks, "seconds": 0.1}


def store_of(folder: Path, people: Iterable[Made], source: str = "/classes/lab-15.zip") -> Path:
    """A folder as ``grade batch`` leaves it, but for the files beside the store."""
    people = list(people)
    with Store.create(folder) as store:
        ledger.enlist(store, map(_entry, people))
        store.remember(source=source, run="done")
        ids = [row[0] for row in ledger.listed(store)]
        for id_, made in zip(ids, people, strict=True):
            if not (made.refused or made.missing or made.waiting):
                ledger.graded(store, _done(made, id_), "plan", [id_])
    return folder


def _entry(made: Made) -> Entry:
    student = made.student
    return Entry(
        origin=student.id,
        wish=f"{student.name}-{student.id}",
        name=student.name,
        place=f"lab-15.zip: {student.id}",
        students=made.group or (student,),
        source={} if made.missing else {"kind": "made"},
        late=made.late,
        refused=made.refused,
        missing=made.missing,
    )


def _done(made: Made, id_: str) -> Done:
    data = report(made)
    of = {kind: sum(c["points"] for c in data["checks"] if c["outcome"] == kind)
          for kind in ("passed", "failed", "review")}  # fmt: skip
    return Done(
        key=f"key of {id_}",
        digest=f"digest of {id_}",
        report=json.dumps(data),
        page=zlib.compress(f"<!doctype html><title>{NAME}</title><p>{NAME}".encode()),
        earned=of["passed"],
        pending=of["review"],
        possible=sum(of.values()),
        passed=not made.failed,
        seconds=0.1,
        diagnosis=json.dumps(made.sets),
    )


def many(count: int) -> Iterator[Made]:
    """A class with everything that can happen in one, the same for the same size."""
    for n in range(count):
        name = f"{FIRST[n % len(FIRST)]} {LAST[n // 3 % len(LAST)]}"
        student = Student(str(40_000 + 7 * n), name, f"s{n}@uni.example", f"A{n:05}", f"s{n}")
        yield _one(student, n)


def _one(student: Student, n: int) -> Made:
    late = n % 11 == 3
    if n % 97 == 41:
        return Made(student, refused=Text("It is no zip.", "No es un zip."))
    if n % 53 == 31:
        return Made(student, missing=Text("Nothing was handed in.", "No ha entregado nada."))
    review = ("manifest-true",) if n % 9 == 4 else ()
    skipped = ("committed",) if n % 2 else ()
    if n % 5 < 2:
        return Made(student, review=review, skipped=skipped, late=late)
    if n % 29 == 7:
        sets: tuple[tuple[str, ...], ...] = ()
        failed = ("agreement", "shape", "single-head")
    else:
        known = COMMON[(n * n) % 7 % 4]
        sets = ((known, COMMON[3]),) if n % 23 == 5 and known != COMMON[3] else ((known,),)
        if n % 31 == 10:
            sets = ((known,), ("proj/w-left",))
        failed = ("agreement", *dict.fromkeys(by_id[i].check for i in sets[0] if i in by_id))
    more = tuple(a.id for k, a in enumerate(abouts()) if a.points and (n * 13 + k * k) % 37 == 0)
    return Made(student, tuple(dict.fromkeys((*failed, *more))), review, skipped, sets, late=late)
