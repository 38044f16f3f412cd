"""What all checks of ``forward`` share: the answers judged, and the bug named where there is one.

Computed once for each piece of evidence; pure, like everything in this package.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head import readout
from grader.labs.multi_head.compare import ROUGH, Judged, judge, judge_all
from grader.labs.multi_head.properties import PROPERTIES
from grader.model import (
    Evidence,
    Failure,
    Output,
    Probe,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
    bias_only: bool
    """With its bias vectors at zero the class is right."""
    unwritten: Failure | None
    """The forward pass is not written yet."""
    steady: bool
    """Asked again, it answered the same, and calls left its weights alone."""
    meddles: bool
    """Calls modified the x or the mask that they were given."""
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

    def wrong(self, *families: str) -> list[Judged]:
        """Answers of the basis that differ, smallest first; of some families or all."""
        return [j for j in self.basis if not j.ok and (not families or j.probe.family in families)]


@lru_cache(maxsize=2)
def analyse(evidence: Evidence) -> Analysis:
    """Judge every answer, and if some differ find out how."""
    judged = judge_all(evidence.answers, evidence.made)
    basis = basis_of(judged)
    main = tuple(j for j in judged if not special(j.probe))
    wrong = [j for j in basis if not j.ok]
    no_bias = [j for j in judged if j.probe.no_bias]
    offset = without_offset(judged, basis)
    steady = is_steady(main)
    read = planted(judged) if wrong and steady else {}
    return Analysis(
        judged=main,
        basis=basis,
        elsewhere=judge_all(evidence.elsewhere, evidence.made_elsewhere),
        sets=named(basis, [read[n] for n in readout.FLAT if n in read]) if wrong and steady else (),
        bias_only=any(some and all(j.ok for j in some) for some in (no_bias, offset)),
        unwritten=unwritten_of(main),
        steady=steady,
        meddles=any(
            isinstance(j.answer, Output) and j.answer.changed & {"x", "mask"} for j in main
        ),
        shown=shown_by(read),
    )


def named(basis: Sequence[Judged], flat: Sequence[Judged]) -> tuple[Ids, ...]:
    """The sets of known mistakes that reproduce these answers."""
    # The catalogue takes as long to load as a right submission to judge, and it needs none of it.
    from grader.labs.multi_head.diagnosis import name  # noqa: PLC0415

    return name(basis, flat)


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


def key_of(probe: Probe) -> tuple[int, int, int]:
    """Which object was asked."""
    return (probe.d_model, probe.n_heads, probe.seed)


def basis_of(judged: Sequence[Judged]) -> tuple[Judged, ...]:
    """The answers that the formula is judged by."""
    formula = [j for j in judged if j.probe.family not in NOT_FORMULA and not j.probe.no_bias]
    formula = [j for j in formula if not j.probe.family.startswith(readout.FAMILY)]
    batched = [j for j in formula if j.probe.batched]
    fresh = [j for j in formula if j.probe.fresh and not j.probe.batched]
    first = [j for j in formula if not j.probe.fresh and not j.probe.batched]
    if any(j.finite for j in batched):
        return tuple(batched)
    pairs = list(zip(first, fresh, strict=False))
    remembers = any(a.ok != b.ok for a, b in pairs)
    confirming = [j for j in fresh if j.probe.family == "confirm"]
    return tuple(fresh) if remembers else (*first, *confirming)


def is_steady(judged: Iterable[Judged]) -> bool:
    """Nothing that a call did shows in a later answer, and the same question has one answer."""
    seen: dict[tuple[object, ...], Judged] = {}
    for j in judged:
        if not isinstance(j.answer, Output):
            continue
        if "weights" in j.answer.changed:
            return False
        before = seen.setdefault(question(j.probe), j)
        if before is not j and isinstance(before.answer, Output):
            a, b = before.answer.y, j.answer.y
            if a.shape != b.shape or not np.allclose(a, b, rtol=1e-6, atol=1e-7, equal_nan=True):
                return False
    return True


def question(probe: Probe) -> tuple[object, ...]:
    """Two probes with the same one ask the same thing."""
    mask = None if probe.mask is None else probe.mask.tobytes()
    style = (probe.float32, probe.fresh, probe.keyword, probe.explicit_none)
    return (*key_of(probe), probe.x.tobytes(), mask, *style)


def unwritten_of(judged: Sequence[Judged]) -> Failure | None:
    """The failure that says "not written yet", if that is all that ever came back."""
    failures = [j.answer for j in judged if isinstance(j.answer, Failure)]
    if len(failures) < len(judged) or not failures:
        return None
    return failures[0] if failures[0].kind == "unwritten" else None


def planted(judged: Iterable[Judged]) -> dict[str, Judged]:
    """The answers to the read-out's probes by name; none where replaced weights are ignored."""
    found = {
        j.probe.family.removeprefix(readout.FAMILY): j
        for j in judged
        if j.probe.family.startswith(readout.FAMILY)
    }
    return found if found and read_out(found).obeyed else {}


def read_out(found: Mapping[str, Judged]) -> readout.Readout:
    """The read-out of these answers."""
    return readout.readout({name: (j.probe, j.answer) for name, j in found.items()})


def shown_by(found: Mapping[str, Judged]) -> dict[str, readout.Shown]:
    """What the read-out's probes establish of each step."""
    r = read_out(found)
    return {check: holds(r) for check, holds in PROPERTIES.items()} if found else {}
