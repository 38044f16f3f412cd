"""Known mistakes are named, alone and together; what is not known is measured, or not guessed."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.labs.multi_head import diagnosis, divisor, probes
from grader.labs.multi_head.analysis import analyse
from grader.labs.multi_head.bench import Bench
from grader.labs.multi_head.cases import cases_of
from grader.labs.multi_head.misconceptions import CATALOGUE, by_id
from grader.labs.multi_head.replies import one_by_one, replies
from grader.labs.multi_head.rulings import STEP_CHECKS
from grader.labs.multi_head.stacks import grows, moved, moves, usual
from grader.labs.multi_head.steps import decide
from grader.labs.multi_head.tails import tail
from grader.labs.multi_head.together import METHODS, STEPS, compatible
from grader.labs.multi_head.told import diagnose
from grader.labs.multi_head.walker import Question, explored
from reference import MultiHeadAttention
from tests.evidence import alike, combinations, evidence_of, judged, making, shows

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.labs.multi_head.rulings import Rulings
    from grader.model import Misconception
    from reference.attention import Array

    Divided = Callable[[float, float, float, float], float]

PAIRS = list(combinations(2, 24, seed=4))
TRIPLES = list(combinations(3, 10, seed=4))


def failed(rulings: Rulings) -> set[str]:
    return {check for check, r in rulings.items() if r.outcome == "failed"}


def charged(ids: tuple[str, ...]) -> set[str]:
    return {by_id[i].check for i in ids} & set(STEP_CHECKS)


@pytest.mark.parametrize("mistake", CATALOGUE[::4], ids=lambda m: m.id)
def test_one_mistake_is_named_with_all_that_compute_the_same(mistake: Misconception) -> None:
    basis, flat = judged(mistake.cls)

    sets = diagnosis.name(basis, flat)

    if shows([mistake.id], basis):
        assert (mistake.id,) in sets
        assert all(alike(mistake.cls, making(*ids)) for ids in sets)


@pytest.mark.parametrize("ids", PAIRS, ids="+".join)
def test_two_mistakes_are_named_with_all_that_compute_the_same(ids: tuple[str, ...]) -> None:
    sets = diagnosis.name(*judged(making(*ids)))

    assert sets
    assert all(alike(making(*ids), making(*found)) for found in sets)


def test_of_three_mistakes_at_least_nine_in_ten_are_named_and_none_wrongly() -> None:
    named = [diagnosis.name(*judged(making(*ids))) for ids in TRIPLES]

    assert sum(map(bool, named)) >= 0.9 * len(TRIPLES)
    for ids, sets in zip(TRIPLES, named, strict=True):
        assert all(alike(making(*ids), making(*found)) for found in sets)


@pytest.mark.parametrize(
    ("ids", "also"),
    [
        (("mask/before-scaling", "scale/sqrt-d-model"), ()),
        (("mask/before-scaling", "scale/none"), ("scale/none",)),
        (("mask/after-softmax-added", "scale/after-softmax"), ()),
        (("split/reshape-dh-h", "av/a-times-k"), ()),
        (("merge/no-transpose", "out/residual"), ()),
        (("out/missing", "out/residual"), ()),
        (("mask/after-softmax-zeroed", "out/residual-and-layernorm"), ()),
    ],
    ids=str,
)
def test_mistakes_that_reach_into_each_others_step_are_named_as_one_program_makes_them(
    ids: tuple[str, ...], also: tuple[str, ...]
) -> None:
    found = diagnosis.name(*judged(making(*ids)))

    assert set(also or ids) in map(set, found)


@pytest.mark.parametrize("ids", PAIRS[:6], ids="+".join)
def test_exactly_the_steps_of_the_diagnosis_fail(ids: tuple[str, ...]) -> None:
    analysis = analyse(evidence_of(making(*ids)))

    assert failed(decide(analysis)) == charged(analysis.sets[0])


def test_two_mistakes_in_different_steps_fail_two_checks() -> None:
    analysis = analyse(evidence_of(making("split/reshape-dh-h", "out/missing")))

    assert failed(decide(analysis)) == {"reshape-order", "output-projection"}


def test_a_class_that_keeps_private_copies_is_named_on_its_own_weights() -> None:
    basis, _ = judged(making("scale/none", "out/missing"))

    assert diagnosis.name(basis) == (("scale/none", "out/missing"),)


def test_nothing_is_named_where_only_exceptions_differ() -> None:
    basis, flat = judged(making("out/transposed", "merge/concat-axis-0"))

    assert diagnosis.name(basis, flat) == ()


def test_right_answers_have_no_name() -> None:
    assert diagnosis.name(*judged(MultiHeadAttention)) == ()


@pytest.mark.parametrize("n", range(len(STEPS)), ids=STEPS)
def test_the_batched_rest_of_the_formula_is_the_reference(n: int) -> None:
    probe = next(p for p in probes.guarded(1) if p.mask is not None)
    weights = probes.planted_weights(np.random.default_rng(0), probe.d_model)
    bench, state = Bench(probe.x, weights, probe.n_heads), ()
    for step in range(n + 1):
        (state,) = bench.after(step, [((), state)], probe.mask).values()

    (rest,) = tail(bench, n, tuple(bench.arrays[i][None] for i in state), probe.mask)

    made = MultiHeadAttention.from_weights(*weights, n_heads=probe.n_heads)
    np.testing.assert_allclose(rest, made.forward(probe.x, probe.mask), atol=1e-12)


@pytest.mark.parametrize("n", range(1, len(STEPS) - 1), ids=STEPS[1:-1])
def test_a_step_from_many_states_at_once_is_the_step_from_each(n: int) -> None:
    probe = next(p for p in probes.guarded(1) if p.mask is not None)
    weights = probes.planted_weights(np.random.default_rng(0), probe.d_model)
    bench = Bench(probe.x, weights, probe.n_heads)
    first = [((m,), ()) for m, replaced in enumerate(METHODS) if set(replaced) == {0}]
    states = list(bench.after(0, first, probe.mask).values())
    for step in range(1, n):
        asked = [((), state) for state in states]
        states = list(bench.after(step, asked, probe.mask).values())

    (batch,) = (b for b in bench.batches(set(states)) if b.shapes == usual(n - 1, *bench.sizes))
    working = [(m,) for m, on in enumerate(METHODS) if set(on) == {n}]
    rows = [
        (mistake, state, [a[row] for a in many])
        for mistake in working
        for some, many in bench.results(n, mistake, batch, probe.mask)
        for row, state in enumerate(some)
    ]

    assert len(rows) > 10
    for mistake, state, found in rows:
        (one,) = bench.batches([state])
        ((_, (alone, *_)),) = bench.results(n, mistake, one, probe.mask)
        np.testing.assert_allclose(found[0], alone[0], rtol=1e-9, atol=1e-12)


def test_a_step_that_mixes_heads_or_tokens_is_not_taken_from_many_states_at_once() -> None:
    place = {m.id: n for n, m in enumerate(CATALOGUE)}

    assert grows(STEPS.index("softmax"), ()) == (0,)
    assert grows(STEPS.index("merge"), ()) == (0,)
    assert grows(STEPS.index("softmax"), (place["softmax/axis-heads-0"],)) is None
    assert grows(STEPS.index("merge"), (place["merge/no-transpose"],)) is None


def test_a_step_that_only_moves_numbers_is_known_by_where_each_comes_from() -> None:
    place = {m.id: n for n, m in enumerate(CATALOGUE)}
    merge, sizes, shapes = STEPS.index("merge"), (5, 6, 3), ((3, 5, 2),)
    heads = np.random.default_rng(0).normal(size=(4, 3, 5, 2))

    (places,) = moves(merge, (place["merge/no-transpose"],), shapes, sizes)

    (found,) = moved((heads,), (places,))
    np.testing.assert_array_equal(found, heads.reshape(4, 5, 6))
    assert moves(merge, (place["merge/heads-mean-tiled"],), shapes, sizes) is None


@pytest.mark.parametrize("ids", [(), *PAIRS[:12], ("mask/after-softmax-added",)], ids="+".join)
def test_answers_to_several_masks_at_once_are_the_class_s_own(ids: tuple[str, ...]) -> None:
    chosen = tuple(n for n, m in enumerate(CATALOGUE) if m.id in ids)
    group = diagnosis.grouped(cases_of(judged(MultiHeadAttention)[0]))[0]

    with np.errstate(all="ignore"):
        found = list(replies(chosen, group))
        alone = list(one_by_one(chosen, group))

    assert len(found) == len(group) == 5
    for a, b in zip(found, alone, strict=True):
        assert (a is None) == (b is None)
        if a is not None:
            np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True)


def test_what_is_kept_for_the_next_student_is_told_apart_by_every_number() -> None:
    probe = next(probes.guarded(1))
    weights = probes.planted_weights(np.random.default_rng(0), probe.d_model)
    other = replace(weights, W_V=weights.W_V + np.eye(probe.d_model) * 1e-12)

    one = Question(probe.x, None, weights, probe.n_heads)

    assert one == Question(probe.x.copy(), None, weights, probe.n_heads)
    assert one != Question(probe.x, None, other, probe.n_heads)
    assert one != Question(probe.x, np.zeros((probe.T, probe.T)), weights, probe.n_heads)
    assert one != Question(probe.x.astype(np.float32), None, weights, probe.n_heads)


def test_a_name_depends_on_no_student_before() -> None:
    mine, theirs = (judged(making(*ids)) for ids in PAIRS[:2])
    explored.cache_clear()
    alone = diagnosis.name(*mine)

    diagnosis.name(*theirs)

    assert diagnosis.name(*mine) == alone


def test_mistakes_of_one_kind_in_one_step_are_no_program() -> None:
    place = {m.id: n for n, m in enumerate(CATALOGUE)}

    assert not compatible(place["scale/none"], place["scale/twice"])
    assert compatible(place["split/reshape-dh-h"], place["av/a-times-k"])


# ── an unknown scale ─────────────────────────────────────────────────────────────────────────


def scaled(of: Divided) -> type[MultiHeadAttention]:
    class Scaled(MultiHeadAttention):
        def scale(self, scores: Array) -> Array:
            return scores / of(self.d_head, self.d_model, self.n_heads, scores.shape[-1])

    return Scaled


@pytest.mark.parametrize(
    ("of", "says"),
    [
        (lambda *_: math.sqrt(24), "4.899 = sqrt(24) whatever the sizes"),
        (lambda *_: 8.0, "You divide the scores by 8 whatever the sizes"),
        (lambda *_: 2.5, "2.5 = 5/2 whatever the sizes"),
        (lambda d, *_: d / 2, "You divide the scores by d_head/2: at d_model = "),
        (lambda d, *_: math.sqrt(d + 1), "by sqrt(d_head + 1): "),
        (lambda *s: math.sqrt(s[1] / 2), "by sqrt(d_model/2): "),
        (lambda *s: math.sqrt(s[0] * s[3]), "by sqrt(d_head) * sqrt(T): "),
        (lambda d, *_: -math.sqrt(d), "by -sqrt(d_head): "),
    ],
)
def test_an_unknown_divisor_is_measured_and_only_scores_fail(of: Divided, says: str) -> None:
    evidence = evidence_of(scaled(of))

    found = diagnose(evidence)

    assert found.sets == ()
    assert says in found.says.en
    assert failed(decide(analyse(evidence))) == {"scores"}


def test_a_divisor_is_not_measured_where_something_else_is_wrong_too() -> None:
    class Both(scaled(lambda *_: 3.7), making("out/missing")):
        pass

    assert divisor.measure(cases_of(judged(Both)[0])) is None


def test_a_name_says_how_many_answers_it_rests_on() -> None:
    evidence = evidence_of(making("scale/none"))
    count = sum(case.y is not None for case in cases_of(analyse(evidence).basis))

    found = diagnose(evidence)

    assert count > 300
    assert f"All {count} answers with numbers equal those" in found.says.en
    assert f"Las {count} respuestas con números coinciden" in found.says.es


# ── an unstable softmax ──────────────────────────────────────────────────────────────────────


class OneMaximumPerHead(MultiHeadAttention):
    """Right unless a row lies far below the largest score of its head."""

    def softmax(self, scores: Array) -> Array:
        e = np.exp(scores - scores.max(axis=(-1, -2), keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)


class GivesUp(MultiHeadAttention):
    """NaN where numbers are large, for a reason of its own."""

    def softmax(self, scores: Array) -> Array:
        found = super().softmax(scores)
        found[:, :1] = np.nan if np.abs(scores).max() > 700 else found[:, :1]
        return found


@pytest.mark.parametrize(
    ("cls", "says"),
    [
        (by_id["softmax/unstable"].cls, "exp does when it is given the scores as they are"),
        (by_id["softmax/global-max"].cls, "one maximum for all heads does"),
        (OneMaximumPerHead, "one maximum for its head does"),
        (making("softmax/unstable", "scale/none"), "exp does when it is given the scores"),
        (GivesUp, "exp overflows unless each row's own maximum"),
    ],
)
def test_why_large_scores_fail_is_told_by_which_queries_fail(
    cls: type[MultiHeadAttention], says: str
) -> None:
    ruling = decide(analyse(evidence_of(cls)))["softmax"]

    assert ruling.outcome == "failed"
    assert says in ruling.says.en


def test_the_sizes_of_scores_that_are_told_lie_on_either_side_of_exp_s_limit() -> None:
    evidence = evidence_of(by_id["softmax/unstable"].cls)

    says = decide(analyse(evidence))["softmax"].says.es

    right, lost = map(int, re.findall(r"mucho (\d+) en .* a partir de (\d+) todas", says)[0])
    assert right < 709 < lost


# ── what nobody knows ────────────────────────────────────────────────────────────────────────


class Strange(MultiHeadAttention):
    """Something that no catalogue has."""

    def softmax(self, scores: Array) -> Array:
        powers = np.abs(scores - scores.min(axis=-1, keepdims=True)) ** 1.3 + 0.1
        return powers / powers.sum(axis=-1, keepdims=True) * 0.93


def test_what_no_known_mistake_explains_is_said_with_what_holds_and_what_does_not() -> None:
    found = diagnose(evidence_of(Strange))

    assert found.sets == ()
    assert not found.complete
    assert "Seen to be right: " in found.says.en
    assert "output-projection" in found.says.en.partition("Seen to be wrong")[0]
    assert "Seen to be wrong: softmax" in found.says.en
    assert "a row of attention sums to 0.93 instead of 1" in found.says.en
    assert "Se ha visto que están mal: softmax" in found.says.es


class Sideways(MultiHeadAttention):
    """Every answer has the wrong shape."""

    def output(self, joined: Array) -> Array:
        return np.tanh(super().output(joined)).T


def test_answers_of_another_shape_are_no_reason_to_fail_over() -> None:
    found = diagnose(evidence_of(Sideways))

    assert found is None or not found.complete
