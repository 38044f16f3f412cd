"""The line at which a wrong forward leaves the path: right, or not given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.gather import Asked, gather
from grader.labs.multi_head import LAB
from grader.labs.multi_head.told import diagnose
from grader.sandbox import ALL, Slots
from grader.submission import read
from tests.students import RIGHT, but, grade, repo, results
from tests.zoo_keeper import lay, specimens
from tests.zoo_lines import WRITTEN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grader.model import Diagnosis

SAMPLE = (
    "split__reshape_dh_h",
    "split__reshape_h_t_dh_v_only",
    "merge__interleaved",
    "merge__heads_reversed",
    "scale__sqrt_d_model",
    "scale__none",
    "mask__transposed",
    "mask__sign_inverted",
    "softmax__axis_heads_0",
    "softmax__max_no_keepdims_loop",
    "softmax__twice",
    "proj__v_from_wk",
    "proj__w_transposed",
    "out__missing",
    "out__transposed",
    "out__residual",
    "two__reshape_dh_h_and_mask_ignored",
)
SILENT = (
    "mask__ignored",
    "score__k_q_transposed",
    "contract__noise_added",
    "av__dropout_0_1_no_rescale",
)


@pytest.fixture(scope="module")
def slots() -> Iterator[Slots]:
    with Slots(means=ALL) as found:
        yield found


def told(repository: Path, slots: Slots) -> Diagnosis | None:
    return diagnose(gather(read(str(repository)), LAB, Asked(seed=1), slots))


def of(name: str) -> Path:
    return next(p for p in specimens("wrong") if p.stem == name)


@pytest.mark.parametrize("name", SAMPLE)
def test_the_line_of_a_mistake_is_the_one_where_it_is_written(
    name: str, tmp_path: Path, slots: Slots
) -> None:
    specimen = of(name)

    found = told(lay(specimen, tmp_path), slots)

    assert found.file == "src/minimodel/attention/attention.py"
    assert specimen.read_text("utf-8").splitlines()[found.line - 1].strip() == WRITTEN[name]


@pytest.mark.parametrize("name", SILENT)
def test_no_line_is_named_where_it_is_not_plain(name: str, tmp_path: Path, slots: Slots) -> None:
    found = told(lay(of(name), tmp_path), slots)

    assert found is None or found.line is None


def test_right_code_is_not_followed(tmp_path: Path, slots: Slots) -> None:
    assert gather(read(str(repo(tmp_path / "r"))), LAB, Asked(seed=1), slots).trace is None


SCALE = but("np.sqrt(self.d_head)", "self.d_head")


def test_the_failed_check_says_the_line_too(tmp_path: Path) -> None:
    result = results(repo(tmp_path / "r", SCALE))["scores"]

    line = next(n for n, s in enumerate(SCALE.splitlines(), 1) if "scores = Q" in s)
    places = {(f.file, f.line) for f in result.findings if f.line}
    assert places == {("src/minimodel/attention/attention.py", line)}


@pytest.mark.parametrize(
    "hostile",
    [
        "import sys; sys.settrace(None)",
        "import sys; sys.settrace(lambda *a: None)",
        "raise RuntimeError('no')",
        "while getattr(self, 'asked', 0) > 10**9: pass",
        "a = [np.zeros((64, 64)) for _ in range(500)]",
        "locals()['x'] = 3; exec('y = 3')",
        f"much = {'+'.join(['0'] * 900)}",
    ],
)
def test_code_that_meddles_with_the_trace_gets_its_grade_all_the_same(
    hostile: str, tmp_path: Path
) -> None:
    text = but("        scores = Q", f"        {hostile}\n        scores = Q", text=SCALE)

    report = grade(repo(tmp_path / "r", text))

    assert {r.about.id: r.outcome for r in report.results}["agreement"] in ("failed", "blocked")


def test_thousands_of_numbers_on_the_way_do_not_hide_the_arrays(
    tmp_path: Path, slots: Slots
) -> None:
    loop = "        for n in range(3000):\n            row = np.full(3, float(n))\n"
    text = but("        scores = Q", f"{loop}        scores = Q", text=SCALE)

    found = told(repo(tmp_path / "r", text), slots)

    assert found is not None
    assert found.line == next(n for n, s in enumerate(text.splitlines(), 1) if "scores = Q" in s)


def test_a_trace_never_changes_an_answer(tmp_path: Path) -> None:
    spy = but(
        "        scores = Q",
        "        import sys\n        bad = sys.gettrace() is not None\n        scores = bad + Q",
        text=RIGHT,
    )

    assert {
        r.outcome for r in grade(repo(tmp_path / "r", spy)).results if r.about.block == "A"
    } == {"passed"}
