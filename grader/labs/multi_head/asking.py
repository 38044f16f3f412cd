"""Which questions come next, given the answers so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head import probes, readout
from grader.labs.multi_head.analysis import NOT_FORMULA, basis_of, special
from grader.labs.multi_head.compare import judge_all
from grader.labs.multi_head.expected import weights_of
from grader.labs.multi_head.say import smallest
from grader.labs.multi_head.steady import is_steady, key_of
from grader.model import (
    Evidence,
    Failure,
    Imported,
    Made,
    Maker,
    Output,
    Probe,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

# ── which questions come next ────────────────────────────────────────────────────────────────


def more(evidence: Evidence) -> list[Probe]:
    """What to ask after the first questions; nothing if all answers were right."""
    if not isinstance(evidence.imported, Imported) or not evidence.imported.has_class:
        return []
    judged = judge_all(evidence.answers, evidence.made)
    asked = [j.probe for j in judged if j.probe.family not in ("again", "style")]
    if any(j.probe.fresh or j.probe.batched or j.probe.family == "independent" for j in judged):
        return []
    if all(j.ok for j in judged):
        return independent(evidence)
    if not any(isinstance(j.answer, Output) for j in judged):
        return [p.but(batched=True) for p in asked]
    formula = [p.but(fresh=True) for p in asked if p.family not in NOT_FORMULA]
    extra = [*probes.confirming(evidence.seed), *readout.questions(evidence.seed).values()]
    if any(not j.ok and j.finite for j in judged if j.probe.family == "zero"):
        extra += offsets([*formula, *probes.confirming(evidence.seed)])
    if any(not zero for m in evidence.made.values() for zero, _ in vectors_of(m)):
        extra += [p.but(no_bias=True) for p in formula]
    return formula + extra


def offsets(asked: Sequence[Probe]) -> list[Probe]:
    """X = 0 for every object that is asked: its answer is what a bias adds."""
    one = {key_of(p): p for p in asked}
    return [Probe(*key, np.zeros((1, key[0])), family="offset", fresh=True) for key in one]


def vectors_of(maker: Maker) -> list[tuple[bool, int]]:
    """For each array of one row that an object holds, whether it is all zero, and its size."""
    return list(maker.vectors.values()) if isinstance(maker, Made) else []


def independent(evidence: Evidence) -> list[Probe]:
    """Where a class's own four matrices are not independent, swaps hide: ask with others."""
    rng = probes.rng_for(evidence.seed, 8)
    again = list(probes.guarded(evidence.seed))
    own = [(key, weights_of(m, key[0])) for key, m in evidence.made.items() if isinstance(m, Made)]
    for (d_model, *_), w in own:
        if w is not None and d_model > 1 and degenerate([*w]):
            return [
                p.but(weights=probes.planted_weights(rng, p.d_model), family="independent")
                for p in again
            ]
    return []


def degenerate(weights: Sequence[np.ndarray]) -> bool:
    """Two of the four are equal, or one is zero, an identity, or of another size altogether."""
    equal = len({w.tobytes() for w in weights}) < len(weights)
    plain = any(not w[0, 1:].any() and np.array_equal(w, w[0, 0] * np.eye(len(w))) for w in weights)
    spread = np.stack(weights).std(axis=(1, 2)) * len(weights[0]) ** 0.5
    odd = len(weights[0]) >= 4 and not ((spread > 0.3) & (spread < 3)).all()
    return bool(equal or plain or odd)


def plainest(evidence: Evidence) -> tuple[Probe, float] | None:
    """The wrong answer that a student would be shown, with its error, if it may be simplified.

    Not where nothing is steady, nor where all that came back is exceptions: of these any input
    tells as much.
    """
    judged = judge_all(evidence.answers, evidence.made)
    basis = basis_of(judged)
    wrong = [j for j in basis if not j.ok]
    shown = smallest([j for j in wrong if j.finite] or wrong)
    if shown is None or isinstance(shown.answer, Failure) or shown.probe.batched:
        return None
    if shown.probe.weights is not None:  # of its own size, and not the student's to paste
        return None
    if not any(j.finite for j in basis) or not is_steady(
        [j for j in judged if not special(j.probe)]
    ):
        return None
    return shown.probe, shown.error


def sample(evidence: Evidence) -> list[Probe]:
    """Some of the first questions in another order, after some that were never asked."""
    rng = probes.rng_for(evidence.seed, 9)
    asked = [p for p, _ in evidence.answers if plain(p)]
    chosen = [asked[i] for i in rng.permutation(len(asked))[:SAMPLE]]
    new = list(probes.guarded(evidence.seed + 3, ((4, 10, 2), (6, 12, 6))))
    return [p.but(family="elsewhere") for p in (*new, *chosen)]


SAMPLE = 40


def plain(probe: Probe) -> bool:
    """A first question, in the ordinary way of asking."""
    odd = probe.fresh or probe.batched or probe.no_bias or probe.keyword or probe.explicit_none
    return not odd and probe.weights is None
