"""Every known mistake fails the check that its row names, and no other step's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.labs.multi_head.analysis import analyse
from grader.labs.multi_head.misconceptions import CATALOGUE, by_id
from grader.labs.multi_head.rulings import STEP_CHECKS
from grader.labs.multi_head.steps import decide
from reference import MultiHeadAttention
from tests.evidence import evidence_of

if TYPE_CHECKING:
    from grader.model import Misconception

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


def test_the_reference_itself_passes_every_step() -> None:
    analysis = analyse(evidence_of(MultiHeadAttention))

    assert analysis.right
    assert {r.outcome for r in decide(analysis).values()} == {"passed"}


@pytest.mark.parametrize("mistake", CATALOGUE, ids=lambda m: m.id)
def test_a_mistake_fails_the_check_of_its_row(mistake: Misconception) -> None:
    analysis = analyse(evidence_of(mistake.cls))
    failed = {check for check, r in decide(analysis).items() if r.outcome == "failed"}

    if mistake.id in BELOW_TOLERANCE:
        assert analysis.right
        return
    assert not analysis.right
    charged = by_id[SAME_FUNCTION.get(mistake.id, mistake.id)].check
    assert failed == ({charged} & set(STEP_CHECKS))
