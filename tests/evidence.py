"""Evidence on classes with known mistakes, without a process: what the sandbox would bring."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head import asking, diagnosis, probes, readout
from grader.labs.multi_head.analysis import NOT_FORMULA
from grader.labs.multi_head.cases import Case, agrees, cases_of
from grader.labs.multi_head.compare import Judged, judge_all
from grader.labs.multi_head.expected import forward, weights_of
from grader.labs.multi_head.misconceptions import CATALOGUE, by_id
from grader.labs.multi_head.properties import planted
from grader.model import (
    Answer,
    Containment,
    Evidence,
    Failure,
    Imported,
    Made,
    Output,
    Probe,
    Submission,
    same,
)
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEED = 3
IMPORTED = Imported(
    has_class=True,
    has_forward=True,
    has_call=False,
    has_single_head=True,
    parameters=None,
    forward_parameters=None,
    near=(),
    modules=(),
)
Class = type[MultiHeadAttention]


def making(*ids: str) -> Class:
    """One class that makes these mistakes, as one program would; the reference for none."""
    chosen = sorted((by_id[i] for i in ids), key=CATALOGUE.index, reverse=True)
    return type("Student", tuple(m.cls for m in chosen), {}) if chosen else MultiHeadAttention


def answered(cls: Class, asked: Sequence[Probe]) -> list[tuple[Probe, Answer]]:
    """What the class answers to each question."""
    return [(p, answer(cls, p)) for p in asked]


def answer(cls: Class, probe: Probe) -> Answer:
    weights = probe.weights or weights_of(
        made(probe.d_model, probe.n_heads, probe.seed), probe.d_model
    )
    assert weights is not None
    try:
        return Output(np.array(forward(probe, weights, cls)))
    except Exception as error:
        return Failure("raised", same(str(error)), f"{type(error).__name__}: {error}")


@cache
def made(d_model: int, n_heads: int, seed: int) -> Made:
    mha = MultiHeadAttention(d_model, n_heads, seed)
    weights = {n: getattr(mha, n).astype(float) for n in ("W_Q", "W_K", "W_V", "W_O")}
    return Made(weights, {}, {}, {}, {}, moved_rng=False)


def objects(asked: Sequence[Probe]) -> dict[tuple[int, ...], Made]:
    return {size: made(*size) for size in {(p.d_model, p.n_heads, p.seed) for p in asked}}


def evidence_of(cls: Class, seed: int = SEED) -> Evidence:
    """The whole conversation: the first questions, then what is asked next."""
    asked = probes.battery(seed)
    evidence = Evidence(
        submission=Submission("s", "s", {}, ""),
        imported=IMPORTED,
        made=dict(objects(asked)),
        calls=(),
        answers=answered(cls, asked),
        singles=(),
        containment=Containment((), "open", "shared", {}, same("")),
        today=dt.date(2026, 1, 1),
        seed=seed,
    )
    more = list(asking.more(evidence))
    return replace(
        evidence,
        answers=[*evidence.answers, *answered(cls, more)],
        made={**evidence.made, **objects(more)},
    )


def questions(seed: int = SEED) -> list[Probe]:
    """Those that a name is found and confirmed by."""
    formula = [p for p in probes.battery(seed) if p.family not in NOT_FORMULA]
    return [*formula, *probes.confirming(seed), *readout.questions(seed).values()]


def judged(cls: Class, seed: int = SEED) -> tuple[list[Judged], list[Judged]]:
    """What ``diagnosis.name`` is given: the basis, and the answers on flat scores."""
    asked = questions(seed)
    found = judge_all(answered(cls, asked), objects(asked))
    read = planted(found)
    basis = [j for j in found if not j.probe.family.startswith(readout.FAMILY)]
    return basis, [read[n] for n in readout.FLAT if n in read]


def shows(ids: Sequence[str], basis: Sequence[Judged]) -> bool:
    """Each of the mistakes makes a difference to some number, and numbers are wrong."""
    cases = [c for c in cases_of(basis) if c.y is not None]
    if sum(c.wrong for c in cases) < diagnosis.ENOUGH:
        return False
    return all(_matters(making(*(i for i in ids if i != one)), cases) for one in ids)


def _matters(fewer: Class, cases: Sequence[Case]) -> bool:
    return any(not agrees(_called(fewer, case), case) for case in cases)


def _called(cls: Class, case: Case) -> np.ndarray | None:
    with np.errstate(all="ignore"):
        try:
            return np.asarray(
                cls.from_weights(*case.weights, case.n_heads).forward(case.x, case.mask)
            )
        except Exception:
            return None


def alike(one: Class, other: Class, seed: int = 77) -> bool:
    """Both answer the same to questions that neither was asked before."""
    sizes = ((5, 14, 7), (6, 15, 3), (4, 20, 4), (3, 22, 2))
    for p in probes.guarded(seed, sizes):
        a, b = (answer(cls, p) for cls in (one, other))
        if isinstance(a, Output) and isinstance(b, Output):
            if a.y.shape != b.y.shape or not np.allclose(a.y, b.y, 1e-5, 1e-5, equal_nan=True):
                return False
        elif isinstance(a, Output) or isinstance(b, Output):
            return False
    return True


def combinations(size: int, count: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Random sets of mistakes in different steps, each of which shows in numbers."""
    draw, ids = random.Random(seed), [m.id for m in CATALOGUE]
    while count:
        some = tuple(draw.sample(ids, size))
        if len({i.partition("/")[0] for i in some}) == size and shows(
            some, judged(making(*some))[0]
        ):
            count -= 1
            yield some
