"""What became of each check from one report to the next; pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.model import Text, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Report, Result

FIXED = Text(en="fixed: {ids}", es="arreglado: {ids}")
BROKEN = Text(en="broken: {ids}", es="roto: {ids}")
MOVED = Text(en="changed: {ids}", es="cambia: {ids}")
SAME = Text(en="same: {n}", es="igual: {n}")


@dataclass(frozen=True, slots=True)
class Changes:
    """Ids of checks, in the order of the report."""

    fixed: tuple[str, ...]
    """They failed or could not be judged, and do so no longer."""
    broken: tuple[str, ...]
    """The other way round."""
    moved: tuple[str, ...]
    """Neither, but the outcome or the points are others than they were."""
    same: int
    """How many are as they were."""


def compared(before: Report, after: Report) -> Changes:
    """What changed; a check that was not there before is compared with one that passed."""
    was = {result.about.id: result for result in before.results}
    pairs = [(was.get(result.about.id), result) for result in after.results]
    fixed = [new for old, new in pairs if _fault(old) and not _fault(new)]
    broken = [new for old, new in pairs if _fault(new) and not _fault(old)]
    crossed = {result.about.id for result in (*fixed, *broken)}
    rest = [(old, new) for old, new in pairs if new.about.id not in crossed]
    moved = [new for old, new in rest if old is not None and _state(old) != _state(new)]
    return Changes(_ids(fixed), _ids(broken), _ids(moved), len(rest) - len(moved))


def said(changes: Changes) -> Text:
    """``fixed: scores; broken: mask; same: 20``; what did not happen is left out."""
    listed = ((FIXED, changes.fixed), (BROKEN, changes.broken), (MOVED, changes.moved))
    parts = [says.format(ids=", ".join(ids)) for says, ids in listed if ids]
    whole = same("")
    for part in parts:
        whole = whole + part + same("; ")
    return whole + SAME.format(n=changes.same)


def _fault(result: Result | None) -> bool:
    return result is not None and result.outcome in ("failed", "blocked")


def _state(result: Result) -> tuple[str, float]:
    return result.outcome, result.earned


def _ids(results: Sequence[Result]) -> tuple[str, ...]:
    return tuple(result.about.id for result in results)
