"""Block A, forward as a whole: each row is something written, what it costs, and what is said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from grader.labs.multi_head import probes
from grader.model import Text
from tests.students import ATTENTION, RIGHT, block_a, but, grade, repo, results, said

if TYPE_CHECKING:
    from pathlib import Path

RETURN = "        return joined @ self.W_O\n"
SOFTMAX_V = "    return softmax(Q @ K.T / np.sqrt(Q.shape[-1])) @ V\n"


def gives(value: str, *before: str) -> str:
    """The right module whose forward returns something else; ``y`` is the right answer."""
    lines = ["y = joined @ self.W_O", *before, f"return {value}"]
    return but(RETURN, "".join(f"        {line}\n" for line in lines))


LESSONS = {
    # shape
    "right": (RIGHT, "", ""),
    "a batch axis of one": (gives("y[None]"), "shape", "(1, 1, 1) instead of (T, d_model)"),
    "a list": (gives("y.tolist()"), "shape", "list of 1"),
    "a tuple with the attention": (gives("y, scores"), "shape", "tuple of 2"),
    "a matrix": (gives("np.matrix(y)"), "shape", "matrix"),
    "complex numbers": (gives("y + 0j"), "shape", "dtype complex128"),
    "objects": (gives("y.astype(object)"), "shape", "dtype object"),
    "NaN": (gives("y + np.nan"), "shape", "NaN or infinity in 1 of 1 rows"),
    "no return": (but(RETURN, ""), "shape", "is a return missing at its end"),
    "not written": (
        but("        Q, K, V =", "        raise NotImplementedError\n        Q, K, V ="),
        "shape",
        f"the lab's block A has the steps after that ({ATTENTION}:27)",
    ),
    "transposed": (
        gives("y.T"),
        "shape agreement single-head",
        "at T=1, d_model=2, n_heads=1: it has shape (2, 1)",
    ),
    "only the last token": (gives("y[-1:]"), "shape agreement single-head", "at T=2, d_model=1"),
    "for eight tokens only": (
        but("        Q, K, V =", "        x.reshape(8, -1)\n        Q, K, V ="),
        "shape agreement single-head",
        "ValueError: cannot reshape array of size 1",
    ),
    "for a batch only": (
        but(RETURN, "        return (joined @ self.W_O)[None]\n",
            "        Q, K, V =", "        _, T, _ = x.shape\n        x = x[0]\n        Q, K, V ="),
        "shape agreement",
        "in this lab x has no batch axis",
    ),
    "an error in every call": (
        but("        Q, K, V =", "        x.reshape(8, 9, 10, -1)\n        Q, K, V ="),
        "shape",
        f"array of size 1 into shape (8,9,10,newaxis) ({ATTENTION}:27)",
    ),
    "a process that ends": (
        but("        Q, K, V =", "        import os; os._exit(4)\n        Q, K, V ="),
        "shape",
        "the process ended by itself (exit code 4)",
    ),
    # single-head
    "lab 00 not brought along": (
        but(SOFTMAX_V, "    raise NotImplementedError\n"),
        "single-head",
        "lab 00 is not right at T=1, d=2",
    ),
    "lab 00 scaled wrongly": (
        but("np.sqrt(Q.shape[-1])", "Q.shape[-1]"),
        "single-head",
        "your own single_head_attention(Q, K, V) of lab 00 is not right at T=2, d=2",
    ),
    "lab 00 returns its weights too": (
        but(SOFTMAX_V, "    A = softmax(Q @ K.T / np.sqrt(Q.shape[-1]))\n    return A @ V, A\n"),
        "",
        "",
    ),
    "lab 00 returns only its weights": (
        but(SOFTMAX_V, SOFTMAX_V.replace(" @ V", "")),
        "single-head",
        "wrong shape or NaN",
    ),
    "no function of lab 00": (
        but("def single_head_attention", "def una_cabeza"),
        "(single-head)",
        "block B of the lab compares with it",
    ),
    "W_O forgotten": (
        gives("joined"),
        "single-head output-projection agreement",
        "at T=1, d_model=1, n_heads=1 it differs: the largest difference is",
    ),
    # pure
    "x is changed": (gives("y", "x *= 0"), "pure", "modifies the x that it is given (at T=1"),
    "the mask is changed": (
        gives("y", "if mask is not None: mask[:] = 0"),
        "pure",
        "modifies the mask that it is given (at T=1, d_model=1, n_heads=1, with a mask)",
    ),
    "the weights are changed": (
        gives("y", "self.W_V *= 2"),
        "pure agreement",
        "modifies the weights",
    ),
    "one array for all answers": (
        gives(
            "out",
            "self.o = getattr(self, 'o', {})",
            "out = self.o.setdefault(y.shape, np.zeros_like(y))",
            "out[:] = y",
        ),
        "pure",
        "an answer given earlier changes with the next call",
    ),
    "a memory": (
        gives("y * self.n", "self.n = getattr(self, 'n', 0) + 1"),
        "pure agreement",
        "called twice with the same data",
    ),
    "chance": (
        gives("y * (np.random.rand(*y.shape) > 0.1)"),
        "pure agreement single-head",
        "called twice with the same data",
    ),
    "attention kept to be drawn": (gives("y", "self.attention = softmax(scores)"), "", ""),
    # style: advice only
    "thirty lines more": (
        gives("y", *(f"a{n} = {n}" for n in range(30))),
        "(forward-length)",
        f"forward has 38 lines of code; the lab aims for at most 30 ({ATTENTION}:26)",
    ),
    "comments are no code": (gives("y", *(f"# {n}\n" for n in range(40))), "", ""),
    "a loop over heads": (
        but("(softmax(scores) @ V).transpose(1, 0, 2).reshape(x.shape)",
            "np.hstack([softmax(s) @ v for s, v in zip(scores, V)])"),
        "(vectorised)",
        f"it is allowed for clarity, and a reshape does without it ({ATTENTION}:31)",
    ),
    "a loop in a method": (
        but("(softmax(scores) @ V).transpose(1, 0, 2).reshape(x.shape)", "self.join(scores, V)",
            "    def forward", "    def join(self, scores, V):\n        heads = []\n"
            "        for s, v in zip(scores, V):\n            heads += [softmax(s) @ v]\n"
            "        return np.hstack(heads)\n\n    def forward"),
        "(vectorised)",
        f"({ATTENTION}:28)",
    ),
    "a loop over Q, K, V": (
        but("self.split(x @ self.W_Q), self.split(x @ self.W_K), self.split(x @ self.W_V)",
            "[self.split(x @ W) for W in (self.W_Q, self.W_K, self.W_V)]"),
        "",
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("lesson", LESSONS)
def test_forward(tmp_path: Path, lesson: str) -> None:
    attention, costs, words = LESSONS[lesson]
    found = results(repo(tmp_path / "ana", attention))
    ids = costs.split()
    advice = {"forward-length", "vectorised"}
    reviewed = {i for i in advice if found[i].outcome == "review"}

    assert block_a(found)[0] == {i for i in ids if not i.startswith("(")}
    assert reviewed == {i.strip("()") for i in ids} & advice
    assert words in (said(found[ids[0].strip("()")]) if ids else "")


def test_an_input_that_is_written_into_costs_no_step_that_was_seen_to_be_right(
    tmp_path: Path,
) -> None:
    centred = but("        Q, K, V =", "        x -= x.mean(axis=0)\n        Q, K, V =")
    found = results(repo(tmp_path / "ana", centred))

    assert block_a(found)[0] == {"pure", "single-head", "agreement"}
    assert {found[i].outcome for i in ("output-projection", "reshape-order")} == {"passed"}
    assert "see `pure`" in said(found["projections"])


HINTED = {
    "a name is spelled otherwise": (
        but("x @ self.W_K", "x @ self.W_k"),
        "how that name is spelled",
    ),
    "shapes do not fit": (but("x @ self.W_K", "x.T @ self.W_K[:3]"), "the shape after each line"),
    "something else is raised": (gives("y / (1 // 0)"), "the last line of the error"),
    "a list": (gives("y.tolist()"), "the array of shape (T, d_model) alone"),
    "not written": (gives("None"), "one step at a time"),
}


@pytest.mark.parametrize("lesson", HINTED)
def test_the_hint_fits_what_came_back(tmp_path: Path, lesson: str) -> None:
    attention, words = HINTED[lesson]

    assert words in results(repo(tmp_path / "ana", attention))["shape"].about.hint.en


def test_the_smallest_case_has_one_number_wherever_it_is_named(tmp_path: Path) -> None:
    report = grade(
        repo(tmp_path / "ana", but("        Q, K, V =", "        x = x + 0.5\n        Q, K, V ="))
    )
    found = {r.about.id: said(r) for r in report.results}
    case = re.search(r"case is (.+): the largest difference is ([0-9.]+)", found["agreement"])

    assert report.diagnosis is not None
    assert case is not None
    assert case[0] in report.diagnosis.says.en
    assert case[2] in found["single-head"]


def test_what_goes_wrong_with_numbers_is_shown_in_numbers_to_paste(tmp_path: Path) -> None:
    found = results(repo(tmp_path / "ana", gives("joined")))
    example = found["single-head"].findings[0].at

    assert example is not None
    assert (example.T, example.d_model, example.n_heads) == (1, 1, 1)
    assert example.x != example.got != example.expected
    assert isinstance(example.got, list)


def test_where_no_number_came_back_the_example_says_what_did(tmp_path: Path) -> None:
    example = results(repo(tmp_path / "ana", gives("1 // 0")))["shape"].findings[0].at

    assert example is not None
    assert isinstance(example.got, Text)
    assert example.got.en.startswith("ZeroDivisionError")


def test_a_right_class_needs_no_function_and_no_other_file(tmp_path: Path) -> None:
    found = results(repo(tmp_path / "ana", RIGHT))

    assert all(r.earned == r.points for r in found.values() if r.about.block == "A")


@pytest.mark.parametrize("seed", range(20))
def test_the_lab_without_a_mask_is_always_asked_again_after_its_masks(seed: int) -> None:
    asked = [p for p in probes.battery(seed) if (p.d_model, p.n_heads, p.seed) == probes.LAB_C]
    again = asked[-1]

    assert again.mask is None
    assert any(p.mask is None and p.x is again.x and p.family == "lab" for p in asked)
    assert any(p.mask is not None and p.T == again.T for p in asked)
