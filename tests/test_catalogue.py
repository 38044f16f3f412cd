"""Every known mistake fails the check that its row names, and no other step's."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from grader.labs.multi_head import asking, probes
from grader.labs.multi_head.analysis import analyse
from grader.labs.multi_head.compare import forward, weights_of
from grader.labs.multi_head.misconceptions import CATALOGUE, by_id
from grader.labs.multi_head.steps import STEP_CHECKS, decide
from grader.model import (
    Answer,
    Containment,
    Evidence,
    Failure,
    Imported,
    Made,
    Misconception,
    Output,
    Probe,
    Submission,
    same,
)
from reference import MultiHeadAttention

BELOW_TOLERANCE = {
    "softmax/eps-1e-9-in-sum",
    "softmax/eps-1e-6-in-sum",
    "softmax/eps-1e-8-in-weights",
    "out/bias-zero",
}
"""Right as far as outputs tell: an honest grader passes them."""
SAME_FUNCTION = {
    "score/k-q-transposed": "proj/qk-weights-swapped",
    "score/q-q": "proj/k-from-wq",
    "score/k-k": "proj/q-from-wk",
    "av/a-times-k": "proj/v-from-wk",
    "av/a-times-q": "proj/v-from-wq",
    "merge/first-head-tiled": "proj/first-slice-for-all-heads",
}
"""No test can tell these from the other, so the first in the forward pass is charged."""
SEED = 3


def answered(mistake: Misconception | None, asked: list[Probe]) -> list[tuple[Probe, Answer]]:
    """What a class with this mistake answers, as the sandbox would bring it."""
    return [(p, answer(mistake, p)) for p in asked]


def answer(mistake: Misconception | None, probe: Probe) -> Answer:
    weights = probe.weights or weights_of(
        made(probe.d_model, probe.n_heads, probe.seed), probe.d_model
    )
    assert weights is not None
    try:
        cls = mistake.cls if mistake else MultiHeadAttention
        return Output(np.array(forward(probe, weights, cls)))
    except Exception as error:
        return Failure("raised", same(str(error)), f"{type(error).__name__}: {error}")


@cache
def made(d_model: int, n_heads: int, seed: int) -> Made:
    mha = MultiHeadAttention(d_model, n_heads, seed)
    weights = {n: getattr(mha, n).astype(float) for n in ("W_Q", "W_K", "W_V", "W_O")}
    return Made(weights, {}, {}, {}, {}, moved_rng=False)


def evidence_of(mistake: Misconception | None) -> Evidence:
    """The whole conversation, without a process: the first questions, then what is asked next."""
    asked = probes.battery(SEED)
    evidence = Evidence(
        submission=Submission("s", "s", {}, ""),
        imported=Imported(True, True, False, True, None, None, (), ()),
        made=dict(objects(asked)),
        calls=(),
        answers=answered(mistake, asked),
        singles=(),
        containment=Containment((), "open", "shared", {}, same("")),
        today=dt.date(2026, 1, 1),
        seed=SEED,
    )
    more = list(asking.more(evidence))
    return replace(
        evidence,
        answers=[*evidence.answers, *answered(mistake, more)],
        made={**evidence.made, **objects(more)},
    )


def objects(asked: list[Probe]) -> dict[tuple[int, ...], Made]:
    sizes = {(p.d_model, p.n_heads, p.seed) for p in asked}
    return {size: made(*size) for size in sizes}


def test_the_reference_itself_passes_every_step():
    analysis = analyse(evidence_of(None))

    assert analysis.right
    assert {r.outcome for r in decide(analysis).values()} == {"passed"}


@pytest.mark.parametrize("mistake", CATALOGUE, ids=lambda m: m.id)
def test_a_mistake_fails_the_check_of_its_row(mistake: Misconception):
    analysis = analyse(evidence_of(mistake))
    failed = {check for check, r in decide(analysis).items() if r.outcome == "failed"}

    if mistake.id in BELOW_TOLERANCE:
        assert analysis.right
        return
    assert not analysis.right
    charged = by_id[SAME_FUNCTION.get(mistake.id, mistake.id)].check
    assert failed == ({charged} & set(STEP_CHECKS))
