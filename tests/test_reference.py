"""The reference is held against a second formulation and against what the course says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference import (
    MultiHeadAttention,
    causal_mask,
    forward_by_loop,
    single_head_attention,
    single_head_parameters,
    softmax,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

MASKS = st.sampled_from(["none", "zero", "finite", "causal", "causal-inf"])


def make_mask(kind: str, T: int, rng: np.random.Generator) -> Array | None:
    makers = {
        "none": lambda: None,
        "zero": lambda: np.zeros((T, T)),
        "finite": lambda: rng.standard_normal((T, T)),
        "causal": lambda: causal_mask(T),
        "causal-inf": lambda: causal_mask(T, -np.inf),
    }
    return makers[kind]()


def draw(T: int, d_model: int, seed: int = 0) -> tuple[Array, list[Array], np.random.Generator]:
    rng = np.random.default_rng(seed)
    weights = [rng.standard_normal((d_model, d_model)) for _ in range(4)]
    return rng.standard_normal((T, d_model)), weights, rng


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(
    T=st.integers(1, 6),
    n_heads=st.integers(1, 4),
    d_head=st.integers(1, 4),
    seed=st.integers(0, 999),
    kind=MASKS,
)
def test_it_equals_the_loop_over_heads(
    T: int, n_heads: int, d_head: int, seed: int, kind: str
) -> None:
    x, weights, rng = draw(T, n_heads * d_head, seed)
    mask = make_mask(kind, T, rng)

    y = MultiHeadAttention.from_weights(*weights, n_heads=n_heads).forward(x, mask)

    assert y.shape == x.shape
    np.testing.assert_allclose(y, forward_by_loop(x, *weights, n_heads, mask), atol=1e-10)


@pytest.mark.parametrize("mask", [None, causal_mask(5)], ids=["no mask", "causal"])
def test_one_head_is_single_head_attention_and_the_output_projection(mask: Array | None) -> None:
    x, (W_Q, W_K, W_V, W_O), _ = draw(5, 4)

    y = MultiHeadAttention.from_weights(W_Q, W_K, W_V, W_O, n_heads=1).forward(x, mask)

    single = single_head_attention(x @ W_Q, x @ W_K, x @ W_V, mask)
    np.testing.assert_allclose(y, single @ W_O, atol=1e-12)


def test_two_tokens_by_hand() -> None:
    one = np.eye(1)
    mha = MultiHeadAttention.from_weights(one, one, one, one, n_heads=1)

    y = mha.forward(np.array([[0.0], [np.log(3)]]))

    # Row 0 has scores 0, 0; row 1 has 0 and log(3)², so its weights are 1 : 3 ** log(3).
    second = 3 ** np.log(3) / (1 + 3 ** np.log(3)) * np.log(3)
    np.testing.assert_allclose(y, [[np.log(3) / 2], [second]])


@pytest.mark.parametrize("size", [1.0, 1e4, -1e4])
def test_softmax_rows_sum_to_1_however_large_the_scores(size: float) -> None:
    scores = size * np.random.default_rng(0).standard_normal((3, 5, 5))

    weights = softmax(scores)

    assert np.isfinite(weights).all()
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1)


def test_softmax_of_known_scores() -> None:
    np.testing.assert_allclose(softmax(np.log([1.0, 2.0, 5.0])), [0.125, 0.25, 0.625])


def test_attention_maps_are_what_forward_mixes_the_values_with() -> None:
    x, weights, _ = draw(5, 6)
    mha = MultiHeadAttention.from_weights(*weights, n_heads=3)

    maps = mha.attention_maps(x, causal_mask(5))

    _, _, v = mha.split(*mha.project(x))
    assert maps.shape == (3, 5, 5)
    np.testing.assert_allclose(
        mha.output(mha.merge(maps @ v)), mha.forward(x, causal_mask(5)), atol=1e-12
    )


@pytest.mark.parametrize("blocked", [-1e9, -np.inf])
def test_a_causal_mask_does_not_let_the_future_leak(blocked: float) -> None:
    x, weights, rng = draw(6, 6)
    mha = MultiHeadAttention.from_weights(*weights, n_heads=3)
    changed = np.vstack([x[:4], rng.standard_normal((2, 6))])
    mask = causal_mask(6, blocked)

    before, after = mha.forward(x, mask), mha.forward(changed, mask)

    np.testing.assert_array_equal(before[:4], after[:4])
    assert not np.allclose(before[4:], after[4:])


def test_the_causal_mask_of_three_tokens() -> None:
    far = -1e9
    np.testing.assert_array_equal(causal_mask(3), [[0, far, far], [0, 0, far], [0, 0, 0]])


def test_no_mask_none_and_zeros_agree() -> None:
    x, weights, _ = draw(4, 6)
    mha = MultiHeadAttention.from_weights(*weights, n_heads=2)

    np.testing.assert_array_equal(mha.forward(x), mha.forward(x, None))
    np.testing.assert_array_equal(mha.forward(x), mha.forward(x, np.zeros((4, 4))))


def test_it_has_4_d2_parameters_where_a_single_head_has_3_d2() -> None:
    assert MultiHeadAttention(64, 4).n_parameters == 4 * 64**2
    assert single_head_parameters(64) == 3 * 64**2


def test_the_constructor_keeps_to_the_lab() -> None:
    mha = MultiHeadAttention(64, 4, seed=3)
    rng = np.random.default_rng(3)

    assert (mha.d_model, mha.n_heads, mha.d_head) == (64, 4, 16)
    for W in (mha.W_Q, mha.W_K, mha.W_V, mha.W_O):
        drawn = rng.standard_normal((64, 64)).astype(np.float32)
        assert W.dtype == np.float32
        np.testing.assert_allclose(W, drawn / 8)


@pytest.mark.parametrize("sizes", [(10, 3), (4, 8), (4, 0), (4, -2)])
def test_sizes_that_do_not_divide_are_rejected(sizes: tuple[int, int]) -> None:
    d_model, n_heads = sizes

    with pytest.raises(ValueError, match="cannot be split"):
        MultiHeadAttention(d_model, n_heads)
    with pytest.raises(ValueError, match="cannot be split"):
        MultiHeadAttention.from_weights(*[np.eye(d_model)] * 4, n_heads=n_heads)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("mask", [None, causal_mask(3)], ids=["no mask", "causal"])
def test_the_answer_has_the_precision_of_the_input(dtype: type, mask: Array | None) -> None:
    x = np.ones((3, 8), dtype=dtype)

    assert MultiHeadAttention(8, 2).forward(x, mask).dtype == dtype


def test_forward_changes_neither_input_nor_weights() -> None:
    x, weights, _ = draw(4, 6)
    mask = causal_mask(4)
    copies = [a.copy() for a in (x, mask, *weights)]

    MultiHeadAttention.from_weights(*weights, n_heads=3).forward(x, mask)

    for now, before in zip((x, mask, *weights), copies, strict=True):
        np.testing.assert_array_equal(now, before)
