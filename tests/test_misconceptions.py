"""The catalogue of known mistakes: it is complete, says what it should, and computes what it says.

The sizes are guarded (T, H, d_head and d_model all different, d_head no square), because on
others many mistakes are right by accident.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.labs.multi_head.misconceptions import CATALOGUE, by_id
from reference import MultiHeadAttention, causal_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grader.model import Misconception

    Array = NDArray[np.float64]
    Question = tuple[list[Array], int, Array, Array | None]

STEPS = ["proj", "split", "score", "scale", "mask", "softmax", "av", "merge", "out"]
EXPECTED = {
    "proj": "w-transposed w-left qk-weights-swapped v-from-wk v-from-wq k-from-wq q-from-wk "
    "kv-weights-swapped qv-weights-swapped v-unprojected no-projections v-chained-on-k "
    "qkv-chained embedding-split-first one-small-matrix-shared first-slice-for-all-heads "
    "shared-kv-mqa qkv-bias x-normalised-first q-from-wo k-from-wo v-from-wo",
    "split": "reshape-h-t-dh reshape-dh-h heads-dh-swapped axes-reversed no-transpose "
    "axes-fully-reversed reshape-t-last heads-ignored heads-reversed reshape-h-t-dh-v-only "
    "reshape-h-t-dh-qk-only reshape-dh-h-v-only reshape-dh-h-qk-only reshape-t-last-v-only "
    "reshape-t-last-qk-only reshape-h-t-dh-k-only heads-hard-coded-4",
    "score": "k-q-transposed k-not-transposed q-q k-k q-v cosine",
    "scale": "sqrt-d-model none multiplied multiplied-d-model d-head-no-root d-model-no-root "
    "sqrt-n-heads sqrt-t twice fourth-root-once int-truncated-root after-softmax "
    "d-head-hard-coded-16",
    "mask": "ignored multiplied sign-inverted transposed before-scaling zero-means-block "
    "nonzero-means-block negative-means-block times-minus-1e9 one-minus-times-1e9 cast-to-bool "
    "first-head-only typo-1e-9 fill-with-minus-10 fill-with-tiny-finfo-tiny after-softmax-added "
    "after-softmax-zeroed always-causal causal-when-none none-crashes",
    "softmax": "axis-queries-2 axis-heads-0 flat-per-head flat-all absent exp-unnormalised twice "
    "sum-no-keepdims-loop max-no-keepdims-loop sum-no-keepdims-batched global-max-sum-axis0 "
    "unstable global-max eps-1e-9-in-sum eps-1e-6-in-sum eps-1e-8-in-weights "
    "off-by-one-softmax1 off-by-one-without-max hardmax l1-normalised sigmoid base-2 "
    "no-keepdims-at-all max-over-queries",
    "av": "a-transposed a-times-k a-times-q residual-v dropout-0-1-no-rescale attention-ignored",
    "merge": "no-transpose interleaved axes-021 heads-mean-tiled heads-sum-tiled heads-mean "
    "heads-max-tiled first-head-tiled last-head-only heads-reversed concat-axis-0 vstack-reshape",
    "out": "missing transposed per-head-block per-head-shared-block per-head-summed-first-rows "
    "twice uses-wv uses-wq uses-wk on-x returns-x left elementwise relu tanh bias-nonzero "
    "bias-zero residual layernorm residual-and-layernorm mean-pooled scaled-by-sqrt-d",
}
IDS = [f"{step}/{name}" for step, names in EXPECTED.items() for name in names.split()]
CHECKS = {
    "proj": "projections",
    "split": "reshape-order",
    "score": "scores",
    "scale": "scores",
    "mask": "mask",
    "softmax": "softmax",
    "av": "agreement",
    "merge": "reshape-order",
    "out": "output-projection",
}
BIASES = {"proj/qkv-bias", "out/bias-nonzero", "out/bias-zero"}
BELOW_TOLERANCE = {
    "softmax/eps-1e-9-in-sum",
    "softmax/eps-1e-6-in-sum",
    "softmax/eps-1e-8-in-weights",
    "out/bias-zero",
}
ONLY_LARGE_SCORES = {"softmax/unstable", "softmax/global-max"}
ONLY_WITHOUT_MASK = {"mask/causal-when-none", "mask/none-crashes"}
RIGHT_ON_CAUSAL = {
    "mask/before-scaling",
    "mask/always-causal",
    "mask/nonzero-means-block",
    "mask/negative-means-block",
    "mask/one-minus-times-1e9",
}
ALWAYS_RAISE = {
    "proj/w-left",
    "score/k-not-transposed",
    "softmax/sum-no-keepdims-batched",
    "merge/heads-mean",
    "merge/concat-axis-0",
    "out/left",
    "out/elementwise",
}
SAME_WITHOUT_MASK = [
    {"proj/qk-weights-swapped", "score/k-q-transposed"},
    {"proj/v-from-wk", "av/a-times-k"},
    {"proj/v-from-wq", "av/a-times-q"},
    {"proj/k-from-wq", "score/q-q"},
    {"proj/q-from-wk", "score/k-k"},
    {"proj/first-slice-for-all-heads", "merge/first-head-tiled"},
    {"split/heads-reversed", "merge/heads-reversed"},
    {"scale/d-head-no-root", "scale/twice"},
    {"mask/always-causal", "mask/causal-when-none"},
    {"softmax/axis-queries-2", "softmax/global-max-sum-axis0"},
    {"merge/no-transpose", "merge/vstack-reshape"},
]
CODE = re.compile(r"@|\bself\.\w|np\.|\w\(|axis=|keepdims|\*\*| = | / |\[")


def question(kind: str, T: int = 5, d_model: int = 6, n_heads: int = 3, seed: int = 1) -> Question:
    rng = np.random.default_rng(seed)
    weights = [rng.standard_normal((d_model, d_model)) / d_model**0.5 for _ in range(4)]
    x = rng.standard_normal((T, d_model))
    masks = {
        "none": None,
        "finite": rng.standard_normal((T, T)),
        "causal": causal_mask(T, -np.inf),
    }
    return weights, n_heads, x, masks[kind]


def answer(
    cls: Any, weights: list[Array], n_heads: int, x: Array, mask: Array | None
) -> Array | None:
    """What it returns, or None where it raises as NumPy does for shapes that do not fit."""
    with np.errstate(all="ignore"):
        try:
            return cls.from_weights(*weights, n_heads=n_heads).forward(x, mask)
        except (ValueError, IndexError):
            return None


def same(a: Array | None, b: Array | None) -> bool:
    if a is None or b is None:
        return a is b
    return a.shape == b.shape and np.allclose(a, b, rtol=0, atol=1e-5, equal_nan=True)


def right_on(kind: str, **sizes: int) -> set[str]:
    asking = question(kind, **sizes)
    expected = answer(MultiHeadAttention, *asking)
    return {m.id for m in CATALOGUE if same(answer(m.cls, *asking), expected)}


def test_every_known_id_is_there_once_and_nothing_else() -> None:
    assert sorted(m.id for m in CATALOGUE) == sorted(IDS)
    assert list(by_id.values()) == list(CATALOGUE)


def test_they_stand_in_the_order_of_the_forward_pass() -> None:
    order = [STEPS.index(m.id.split("/")[0]) for m in CATALOGUE]

    assert order == sorted(order)


@pytest.mark.parametrize("m", CATALOGUE, ids=lambda m: m.id)
def test_each_names_its_check_and_speaks_both_languages(m: Misconception) -> None:
    assert re.fullmatch(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*", m.id)
    assert m.check == ("no-bias" if m.id in BIASES else CHECKS[m.id.split("/")[0]])
    assert issubclass(m.cls, MultiHeadAttention)
    for text in (m.says, m.why, m.hint, m.source):
        assert text.en.strip()
        assert text.es.strip()
        assert text.en != text.es
        assert not re.search(r"[{}]|!", text.en + text.es)
    assert m.says.en.endswith(".")
    assert m.says.es.endswith(".")


@pytest.mark.parametrize("m", CATALOGUE, ids=lambda m: m.id)
def test_no_hint_gives_the_line_away(m: Misconception) -> None:
    assert not CODE.search(m.hint.en), m.hint.en
    assert not CODE.search(m.hint.es), m.hint.es


def test_a_finite_mask_shows_all_but_the_few_that_it_cannot() -> None:
    assert right_on("finite") == BELOW_TOLERANCE | ONLY_LARGE_SCORES | ONLY_WITHOUT_MASK


def test_a_causal_mask_shows_fewer() -> None:
    hidden = BELOW_TOLERANCE | ONLY_LARGE_SCORES | ONLY_WITHOUT_MASK | RIGHT_ON_CAUSAL

    assert right_on("causal") == hidden


def test_without_a_mask_only_mask_mistakes_are_hidden_too() -> None:
    masks = {i for i in IDS if i.startswith("mask/")}
    seen = {"mask/always-causal", *ONLY_WITHOUT_MASK}

    assert right_on("none") == BELOW_TOLERANCE | ONLY_LARGE_SCORES | (masks - seen)


@pytest.mark.parametrize("name", sorted(ONLY_LARGE_SCORES))
def test_large_scores_show_the_unstable_softmaxes(name: str) -> None:
    weights, n_heads, x, _ = question("none")
    asking = (weights, n_heads, x * np.array([[1], [1], [100], [100], [100]]), None)

    assert np.isfinite(answer(MultiHeadAttention, *asking)).all()
    assert np.isnan(answer(by_id[name].cls, *asking)).any()


@pytest.mark.parametrize("size", [(7, 15, 3), (5, 20, 2)], ids=str)
def test_without_a_mask_exactly_the_known_groups_coincide(size: tuple[int, int, int]) -> None:
    T, d_model, n_heads = size
    asking = question("none", T, d_model, n_heads)
    found = {m.id: answer(m.cls, *asking) for m in CATALOGUE}
    right = right_on("none", T=T, d_model=d_model, n_heads=n_heads)
    wrong = [i for i in found if i not in right]
    runs = [i for i in wrong if found[i] is not None]

    pairs = {
        frozenset(pair)
        for pair in itertools.combinations(runs, 2)
        if same(found[pair[0]], found[pair[1]])
    }

    assert set(wrong) - set(runs) >= ALWAYS_RAISE
    assert pairs == {frozenset(group) for group in SAME_WITHOUT_MASK}


def test_block_b_of_the_lab_cannot_see_the_reshape_mistakes() -> None:
    right = right_on("none", T=6, d_model=4, n_heads=1)

    assert {"split/reshape-dh-h", "split/reshape-h-t-dh", "merge/no-transpose"} <= right
    assert {"out/missing", "proj/w-transposed", "scale/none"}.isdisjoint(right)


@pytest.mark.parametrize(
    ("later", "earlier"),
    [
        ("score/k-q-transposed", "proj/qk-weights-swapped"),
        ("merge/heads-reversed", "split/heads-reversed"),
    ],
)
def test_two_mistakes_that_cancel_are_right_together(later: str, earlier: str) -> None:
    both = type("Both", (by_id[later].cls, by_id[earlier].cls), {})
    asking = question("finite")

    assert same(answer(both, *asking), answer(MultiHeadAttention, *asking))


@pytest.mark.parametrize(
    ("later", "earlier", "one"),
    [
        ("score/q-q", "proj/qk-weights-swapped", "proj/q-from-wk"),
        ("av/a-times-k", "proj/kv-weights-swapped", "score/q-v"),
        ("av/a-times-k", "split/reshape-dh-h-v-only", "proj/v-from-wk"),
        ("merge/first-head-tiled", "split/heads-reversed", "merge/last-head-only"),
    ],
)
def test_two_mistakes_combine_as_they_would_in_a_program(
    later: str, earlier: str, one: str
) -> None:
    both = type("Both", (by_id[later].cls, by_id[earlier].cls), {})
    asking = question("finite")

    assert same(answer(both, *asking), answer(by_id[one].cls, *asking))


@pytest.mark.parametrize("order", [1, -1], ids=["mask first", "residual first"])
def test_a_late_mask_and_a_residual_both_take_effect(order: int) -> None:
    pair = (by_id["mask/after-softmax-added"].cls, by_id["out/residual"].cls)
    weights, n_heads, x, mask = question("finite")
    alone = answer(pair[0], weights, n_heads, x, mask)

    both = answer(type("Both", pair[::order], {}), weights, n_heads, x, mask)

    assert same(both, alone + x)


def test_a_late_mask_is_forgotten_after_the_call() -> None:
    weights, n_heads, x, mask = question("finite")
    made = by_id["mask/after-softmax-added"].cls.from_weights(*weights, n_heads=n_heads)

    made.forward(x, mask)

    assert same(made.forward(x), answer(MultiHeadAttention, weights, n_heads, x, None))
