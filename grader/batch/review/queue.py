"""What needs a person, found in reports and decisions: pure, so that it is the same everywhere.

Three things do. A check in ``review`` says so itself. A submission whose class fails by nothing
but ``agreement`` may be right in a way that nobody has thought of. And what was decided stays
in sight, so that it can be looked at again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from grader.batch.score import Settled, settled
from grader.model import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from grader.batch.rows import Decision, Row

Why = Literal["review", "agreement", "decided", "settled"]
"""The last: the grader settled it, and someone looks at it all the same."""
AGREEMENT = "agreement"
LOST = ("failed", "blocked")


@dataclass(frozen=True, slots=True)
class Said:
    """What the grader said about a check: a sentence, and where."""

    says: Text
    file: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One check of one submission that a person looks at."""

    submission: str
    """The id of its row."""
    name: str
    digest: str
    check: str
    title: Text
    why: Why
    place: int
    """Of the check in its report, so that a list follows the lab."""
    outcome: str
    """The grader's own, whatever was decided."""
    points: float
    """What the check is worth."""
    earned: float
    """What it earns now."""
    said: tuple[Said, ...] = ()
    decision: Decision | None = None
    """The one that counts."""

    @property
    def open(self) -> bool:
        """Nobody has decided it yet."""
        return self.decision is None


@dataclass(frozen=True, slots=True)
class Unread:
    """A submission without a report: there is nothing to decide, and someone should know."""

    submission: str
    name: str
    status: str
    """``refused`` or ``ungradable``."""
    reason: Text | None


def worth_reading(row: Row, decided: frozenset[str]) -> bool:
    """Its report may hold something for a person; most of a class passes and does not."""
    return row.graded and (bool(row.pending) or not row.passed or row.digest in decided)


def items(
    row: Row, report: Mapping[str, Any], decisions: Iterable[Decision]
) -> Iterator[Item]:  # Any: whatever JSON can hold
    """What a person has to look at, or has looked at, in one submission.

    Args:
        row: the submission; it is graded.
        report: its report, as the JSON format has it.
        decisions: those that stand for its digest.
    """
    checks = report["checks"]
    doubtful = _only_agreement(checks)
    for place, (check, now) in enumerate(zip(checks, settled(report, decisions), strict=True)):
        why = _why(check, now, doubtful=doubtful)
        if why:
            yield item(row, check, now, why, place)


def item(row: Row, check: Mapping[str, Any], now: Settled, why: Why, place: int) -> Item:
    """A check of a report as something to look at."""
    return Item(
        submission=row.id,
        name=row.name,
        digest=row.digest or "",
        check=check["id"],
        title=_text(check["title"]),
        why=why,
        place=place,
        outcome=check["outcome"],
        points=now.points,
        earned=now.earned,
        said=tuple(_said(check["findings"])),
        decision=now.decision,
    )


def can_be_decided(check: Mapping[str, Any]) -> bool:
    """It carries points, and it applies."""
    return float(check["points"]) > 0 and check["outcome"] != "skipped"


def _why(check: Mapping[str, Any], now: Settled, *, doubtful: bool) -> Why | None:
    if not can_be_decided(check):
        return None
    if check["outcome"] == "review":
        return "review"
    if doubtful and check["id"] == AGREEMENT:
        return "agreement"
    return "decided" if now.decision else None


def _only_agreement(checks: Iterable[Mapping[str, Any]]) -> bool:
    """``agreement`` failed, and nothing else of its block did, nor could not be judged."""
    graded = [check for check in checks if check["points"]]
    found = next((c for c in graded if c["id"] == AGREEMENT and c["outcome"] == "failed"), None)
    if found is None:
        return False
    lost = {c["id"] for c in graded if c["block"] == found["block"] and c["outcome"] in LOST}
    return lost == {AGREEMENT}


def _said(findings: Iterable[Mapping[str, Any]]) -> Iterator[Said]:
    """What led to the outcome; remarks in passing only where there is nothing else."""
    findings = list(findings)
    for found in [f for f in findings if not f["note"]] or findings:
        yield Said(_text(found["says"]), found["file"], found["line"])


def _text(both: Mapping[str, str]) -> Text:
    return Text(both["en"], both["es"])


def by_check(found: Iterable[Item]) -> dict[str, list[Item]]:
    """Items under their checks in the order of the lab, so that like is decided with like."""
    groups: dict[str, list[Item]] = {}
    for one in sorted(found, key=lambda each: each.place):
        groups.setdefault(one.check, []).append(one)
    return groups


def following(found: Iterable[Item], submission: str, check: str) -> Item | None:
    """The next open item after this one, and then from the start; None if there is no other."""
    ordered = [one for group in by_check(found).values() for one in group]
    at = next(
        (n for n, i in enumerate(ordered) if (i.submission, i.check) == (submission, check)), -1
    )
    return next((one for one in ordered[at + 1 :] + ordered[: max(at, 0)] if one.open), None)
