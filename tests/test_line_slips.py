"""One slip in a right forward: the line that is told is the one with the slip, or none is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.gather import Asked, gather
from grader.labs.multi_head import LAB
from grader.labs.multi_head.told import diagnose
from grader.sandbox import ALL, Slots
from grader.submission import read
from tests.students import but, repo
from tests.zoo_keeper import ZOO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Slip = tuple[str, str, str]
"""A right specimen, and what is written instead of what in one of its lines."""

GIVEN: dict[str, Slip] = {
    "the default of a helper's axis": (
        "einsum",
        "def softmax(a, axis=-1)",
        "def softmax(a, axis=0)",
    ),
    "the axis in the call of a right helper": (
        "batched_as_in_the_lab",
        "softmax(scores, axis=-1)",
        "softmax(scores, axis=1)",
    ),
    "a size that only the scores are divided by": (
        "helper_functions",
        "d_k = q.shape[-1]",
        "d_k = q.shape[-2]",
    ),
    "a factor of the scores that is put together before": (
        "read_only_weights",
        "escala = 1.0 / np.sqrt(dh)",
        "escala = -1.0 / np.sqrt(dh)",
    ),
    "a shape for all heads that is put together before": (
        "einsum",
        "(T, self.n_heads, self.d_head)",
        "(T, self.d_head, self.n_heads)",
    ),
    "a maximum that has lost its axis": (
        "sum_of_heads_through_W_O",
        "np.max(m, axis=axis, keepdims=True)",
        "np.max(m, axis=axis)",
    ),
}
"""What makes the first wrong value is right, and is handed something wrong."""

MADE: dict[str, Slip] = {
    "a query that is scaled before the scores": (
        "query_scaled_first",
        "self.d_head ** -0.5",
        "self.d_head ** 0.5",
    ),
    "a sum without its axis, after a right maximum on axis 1": (
        "head_objects",
        "z / z.sum(axis=1, keepdims=True)",
        "z / z.sum(axis=1)",
    ),
    "keys from W_O, projected and split in one statement": (
        "einsum",
        "(x @ self.W_K)",
        "(x @ self.W_O)",
    ),
    "two arguments that change places in a call": (
        "helper_functions",
        "scaled_dot_product(q, k, v, mask)",
        "scaled_dot_product(q, v, k, mask)",
    ),
    "keys that take the queries' place": (
        "batched_as_in_the_lab",
        "scores = Q @ K.transpose",
        "scores = K @ K.transpose",
    ),
    "a variable that takes another's values": (
        "batched_as_in_the_lab",
        "Q = Q.reshape",
        "Q = K.reshape",
    ),
    "a softmax that multiplies by its sum": ("einsum", "return num / den", "return num * den"),
    "a softmax that does not divide at all": (
        "batched_as_in_the_lab",
        "return e / e.sum(axis=axis, keepdims=True)",
        "return e * 1",
    ),
    "a mean in the place of a sum": (
        "helper_functions",
        "den = np.sum(num, axis=axis, keepdims=True)",
        "den = np.mean(num, axis=axis, keepdims=True)",
    ),
    "scores that become zeros": (
        "batched_as_in_the_lab",
        "x = x - x.max(axis=axis, keepdims=True)",
        "x = x - x",
    ),
    "scores upside down, after a product with all three matrices": (
        "fused_qkv_with_views",
        "s = q @ k.transpose(0, 2, 1) / np.sqrt(self.d_head)",
        "s = np.sqrt(self.d_head) / (q @ k.transpose(0, 2, 1))",
    ),
}
"""The line itself makes the first wrong value."""

SILENT: dict[str, Slip] = {
    "columns of a head that are cut elsewhere": (
        "sum_of_heads_through_W_O",
        "slice(h * self.d_head,",
        "slice(h + self.d_head,",
    ),
    "an exp that is not there": ("batched_as_in_the_lab", "e = np.exp(x)", "e = x"),
    "a sum that is not there": (
        "einsum",
        "den = np.sum(num, axis=axis, keepdims=True)",
        "den = num",
    ),
    "heads that are listed the other way round": (
        "loop_over_slices",
        "for h in range(self.n_heads)",
        "for h in reversed(range(self.n_heads))",
    ),
    "two sizes that change names": (
        "errstate",
        "self.n_heads, self.d_head\n",
        "self.d_head, self.n_heads\n",
    ),
    "axes that nobody needs": ("read_only_weights", "hij,hjd->hid", "hij,hjd->hdi"),
    "heads that an einsum puts first, before they are merged": (
        "copies_its_input_first",
        "hij,jhd->ihd",
        "hij,jhd->hid",
    ),
    "a sum that nothing is divided by": (
        "softmax_inline",
        "P = P / P.sum(axis=-1, keepdims=True)",
        "pass",
    ),
    "an array that nothing is put into": (
        "softmax_with_eps_1e_6",
        "salida[:, ini:fin] = np.dot(pesos, V_h)",
        "pass",
    ),
    "a number that the object was made with": (
        "dropout_argument_zero",
        "self.dropout = dropout",
        "self.dropout = 2.0",
    ),
    "a mask that is not added": ("einsum", "scores + mask[None, :, :]", "scores + 0"),
}
"""Where the slip was made does not show in the values."""


@pytest.fixture(scope="module")
def slots() -> Iterator[Slots]:
    with Slots(means=ALL) as found:
        yield found


def told(slip: Slip, at: Path, slots: Slots) -> tuple[int, int | None, str]:
    """The line of the slip, the line that the report names, and what it says of it."""
    base, old, new = slip
    right = (ZOO / "right" / f"{base}.py").read_text("utf-8")
    text = but(old, new, text=right)
    pairs = zip(right.splitlines(), text.splitlines(), strict=True)
    written = next(n for n, (a, b) in enumerate(pairs, 1) if a != b)
    found = diagnose(gather(read(str(repo(at / "r", text))), LAB, Asked(seed=1), slots))
    assert found is not None
    return written, found.line, found.says.en


@pytest.mark.parametrize("what", MADE)
def test_the_line_that_makes_the_first_wrong_value_is_told(
    what: str, tmp_path: Path, slots: Slots
) -> None:
    written, line, _ = told(MADE[what], tmp_path, slots)

    assert line == written


@pytest.mark.parametrize("what", GIVEN)
def test_a_right_line_that_is_handed_something_wrong_is_not_blamed(
    what: str, tmp_path: Path, slots: Slots
) -> None:
    written, line, says = told(GIVEN[what], tmp_path, slots)

    assert line == written
    assert "gets its value on that line" in says


@pytest.mark.parametrize("what", SILENT)
def test_no_line_is_told_where_the_slip_does_not_show(
    what: str, tmp_path: Path, slots: Slots
) -> None:
    assert told(SILENT[what], tmp_path, slots)[1] is None
