"""What all checks of ``forward`` share: the answers judged, and the bug named where there is one.

Computed once for each piece of evidence; pure, like everything in this package.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from grader.labs.multi_head import readout
from grader.labs.multi_head.compare import ROUGH, SLIGHT, Judged, judge, judge_all
from grader.labs.multi_head.line import Hint, find
from grader.labs.multi_head.properties import planted, read_out, shown_by
from grader.labs.multi_head.steady import counted, is_steady, key_of, question, short
from grader.model import (
    Evidence,
    Failure,
    Output,
    Probe,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.labs.multi_head.divisor import Divisor

Ids = tuple[str, ...]
"""Some known mistakes together."""
NOT_FORMULA = ("again", "style", "zero", "offset")
"""Families that ask about something else than the formula."""


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """The answers as the checks read them."""

    judged: tuple[Judged, ...]
    """Every answer."""
    basis: tuple[Judged, ...]
    """Those that the formula is judged by: first answers, or those of fresh objects where the
    class remembers something, or those with a batch axis where it demands one."""
    elsewhere: tuple[Judged, ...]
    """Some questions again, asked of another process."""
    sets: tuple[Ids, ...]
    """The smallest sets of known mistakes that reproduce the basis, as alternatives."""
    divisor: Divisor | None
    """What the scores are divided by, where that alone is wrong and no known mistake fits."""
    bias_only: bool
    """With its bias vectors at zero the class is right."""
    unwritten: Failure | None
    """The forward pass is not written yet."""
    steady: bool
    """Asked again, it answered the same, and calls left its weights alone."""
    meddles: bool
    """Calls modified the x or the mask that they were given."""
    hint: Hint | None
    """The line where the first value leaves the formula, as the student's process tells it."""
    shown: dict[str, readout.Shown]
    """What the read-out of each step came to; empty where it was not needed or not possible."""

    @property
    def right(self) -> bool:
        """Everything agrees with the reference."""
        return all(j.ok for j in self.judged)

    @property
    def rough(self) -> bool:
        """Wrong only as far as half precision or rounding is."""
        wrong = [j for j in self.basis if not j.ok]
        return bool(wrong) and all(j.error < ROUGH for j in wrong)

    @property
    def slight(self) -> bool:
        """Wrong by hardly more than the tolerance: no step is wrong by so little."""
        return all(j.ok or j.error < SLIGHT for j in self.basis)

    @property
    def rounded(self) -> bool:
        """The numbers that are wrong are short: rounded, or of half precision."""
        wrong = [j.answer.y for j in self.basis if not j.ok and isinstance(j.answer, Output)]
        return all(short(y) for y in wrong)

    def wrong(self, *families: str) -> list[Judged]:
        """Answers of the basis that differ, smallest first; of some families or all."""
        return [j for j in self.basis if not j.ok and (not families or j.probe.family in families)]


@lru_cache(maxsize=2)
def analyse(evidence: Evidence) -> Analysis:
    """Judge every answer, and if some differ find out how."""
    judged = counted(judge_all(evidence.answers, evidence.made))
    basis = basis_of(judged)
    main = tuple(j for j in judged if not special(j.probe))
    wrong = [j for j in basis if not j.ok]
    no_bias = [j for j in judged if j.probe.no_bias]
    offset = without_offset(judged, basis)
    steady = is_steady(main)
    read = planted(judged) if wrong and steady else {}
    sets = named(basis, read) if wrong and steady else ()
    return Analysis(
        judged=main,
        basis=basis,
        elsewhere=counted(judge_all(evidence.elsewhere, evidence.made_elsewhere)),
        sets=sets,
        divisor=divided(basis) if wrong and steady and not sets else None,
        bias_only=any(some and all(j.ok for j in some) for some in (no_bias, offset)),
        unwritten=unwritten_of(main),
        steady=steady,
        meddles=any(
            isinstance(j.answer, Output) and j.answer.changed & {"x", "mask"} for j in main
        ),
        hint=find(evidence.trace, judged, sets, evidence.submission.files) if steady else None,
        shown=shown_by(read),
    )


def named(basis: Sequence[Judged], read: Mapping[str, Judged]) -> tuple[Ids, ...]:
    """The sets of known mistakes that reproduce these answers."""
    # The catalogue takes as long to load as a right submission to judge, and it needs none of it.
    from grader.labs.multi_head.diagnosis import name  # noqa: PLC0415

    flat = [read[n] for n in readout.FLAT if n in read]
    return name(basis, flat, obeyed=bool(read) and read_out(read).obeyed)


def divided(basis: Sequence[Judged]) -> Divisor | None:
    """What the scores are divided by, if only that is wrong."""
    from grader.labs.multi_head.cases import cases_of  # noqa: PLC0415
    from grader.labs.multi_head.divisor import measure  # noqa: PLC0415

    return measure(cases_of(basis))


def special(probe: Probe) -> bool:
    """Asked in order to understand, not to grade."""
    understand = ("offset", "confirm")
    return (
        probe.no_bias
        or probe.batched
        or probe.family in understand
        or probe.family.startswith(readout.FAMILY)
    )


def without_offset(judged: Sequence[Judged], basis: Sequence[Judged]) -> list[Judged]:
    """The answers less what the same object says to x = 0: a bias of V or of the output is that.

    Rows of attention sum to 1, so a bias of the values comes out as the same row for every token.
    """
    offsets = {
        key_of(j.probe): j.answer.y
        for j in judged
        if j.probe.family == "offset" and isinstance(j.answer, Output)
    }
    found = []
    for j in basis:
        offset = offsets.get(key_of(j.probe))
        if (
            offset is None
            or not isinstance(j.answer, Output)
            or j.answer.y.shape != j.probe.x.shape
        ):
            return []
        found.append(judge(j.probe, replace(j.answer, y=j.answer.y - offset), j.weights))
    return found


def basis_of(judged: Sequence[Judged]) -> tuple[Judged, ...]:
    """The answers that the formula is judged by."""
    formula = [j for j in judged if j.probe.family not in NOT_FORMULA and not j.probe.no_bias]
    formula = [j for j in formula if not j.probe.family.startswith(readout.FAMILY)]
    batched = [j for j in formula if j.probe.batched]
    fresh = [j for j in formula if j.probe.fresh and not j.probe.batched]
    first = [j for j in formula if not j.probe.fresh and not j.probe.batched]
    if any(j.finite for j in batched):
        return tuple(batched)
    before = {question(j.probe): j.ok for j in first} if fresh else {}
    remembers = any(before.get(question(j.probe, whoever=True), j.ok) != j.ok for j in fresh)
    confirming = [j for j in fresh if j.probe.family == "confirm"]
    return tuple(fresh) if remembers else (*first, *confirming)


def unwritten_of(judged: Sequence[Judged]) -> Failure | None:
    """The failure that says "not written yet", if that is all that ever came back."""
    failures = [j.answer for j in judged if isinstance(j.answer, Failure)]
    if len(failures) < len(judged) or not failures:
        return None
    return failures[0] if failures[0].kind == "unwritten" else None
