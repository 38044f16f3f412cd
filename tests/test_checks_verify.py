"""Block B: what is said of verify.py, and who is charged when it does not run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.gather import Asked, CannotGrade, gather
from grader.labs.multi_head import LAB as MULTI_HEAD
from grader.model import Submission
from grader.sandbox import NOTHING, Slots
from tests.students import ATTENTION, LAB, RIGHT, but, put, results, said

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grader.model import Result

BEFORE = """\
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
from minimodel.attention.attention import MultiHeadAttention, single_head_attention

mha = MultiHeadAttention(4, 1, 42)
X = np.random.default_rng(0).normal(size=(5, 4))
want = single_head_attention(X @ mha.W_Q, X @ mha.W_K, X @ mha.W_V) @ mha.W_O
diff = np.abs(mha.forward(X) - want).max()
"""
VERIFY = BEFORE + 'print(f"max diff {diff:.0e}")\nassert diff < 1e-5\n'
OUTPUT = "max diff 0e+00\n"


def graded(
    at: Path, verify: str | None = VERIFY, attention: str | None = RIGHT, output: str = OUTPUT
) -> Mapping[str, Result]:
    """The checks of block B on a repository with these files."""
    files = {ATTENTION: attention, f"{LAB}/verify.py": verify, f"{LAB}/verify_output.txt": output}
    here = put(at / "ana", {name: text for name, text in files.items() if text is not None})
    return results(here, select=frozenset({"B"}))


def outcomes(found: Mapping[str, Result]) -> list[str]:
    return [found[name].outcome for name in ("verify-runs", "verify-can-fail", "verify-output")]


def test_a_right_block_b_is_thirteen_points_without_a_remark(tmp_path: Path):
    found = graded(tmp_path)

    assert sum(r.earned for r in found.values()) == 13
    assert [r.findings for r in found.values()] == [(), (), ()]


def test_without_verify_py_nothing_is_charged_twice(tmp_path: Path):
    found = graded(tmp_path, verify=None)

    assert outcomes(found) == ["blocked"] * 3
    assert "see `six-files`" in said(found["verify-runs"])


def test_a_script_without_a_statement_earns_nothing(tmp_path: Path):
    assert outcomes(graded(tmp_path, verify="# later\n")) == ["blocked"] * 3


def test_without_the_class_it_is_block_a_that_says_so(tmp_path: Path):
    found = graded(tmp_path, attention=None)

    assert outcomes(found) == ["blocked"] * 3
    assert "see `imports`" in said(found["verify-runs"])


def test_an_honest_script_that_catches_a_wrong_class_keeps_the_points_of_its_assertion(
    tmp_path: Path,
):
    found = graded(tmp_path, attention=but("return joined @ self.W_O", "return joined"))

    assert outcomes(found) == ["failed", "passed", "blocked"]
    assert f"AssertionError ({LAB}/verify.py:14)" in said(found["verify-runs"])
    assert "the class is what is wrong" in said(found["verify-runs"])
    assert "tried with a right forward in its place" in said(found["verify-can-fail"])


def test_a_script_that_shares_the_mistake_of_the_class_cannot_fail(tmp_path: Path):
    script = VERIFY.replace(" @ mha.W_O\n", "\n")
    found = graded(tmp_path, script, but("return joined @ self.W_O", "return joined"))

    assert outcomes(found) == ["passed", "failed", "passed"]
    assert "rejects a right one" in said(found["verify-can-fail"])
    assert f"without W_O passes ({LAB}/verify.py:11)" in said(found["verify-can-fail"])


def test_what_a_script_does_not_notice_is_told_in_plain_words(tmp_path: Path):
    found = graded(tmp_path, VERIFY.replace("1e-5", "1e-4"))["verify-can-fail"]
    summary = found.findings[0].says

    assert "with the answer of forward spoilt on purpose, and 2 times it still ended" in summary.en
    assert "about 0.00005 added to every number; about 0.00005 taken from" in summary.en
    assert "unos 0.00005 sumados a cada número" in summary.es
    assert "Add 0.00005 to what forward returns" in found.about.hint.en


def test_a_mistake_in_both_functions_of_the_module_is_none_of_the_script(tmp_path: Path):
    both = but("/ np.sqrt(Q.shape[-1])", "", " / np.sqrt(self.d_head)", "")

    assert outcomes(graded(tmp_path, attention=both)) == ["passed", "passed", "passed"]


def test_a_tolerance_that_is_a_little_too_loose_costs_half(tmp_path: Path):
    found = graded(tmp_path, VERIFY.replace("< 1e-5", "< 1e-3"))["verify-can-fail"]

    assert (found.outcome, found.earned) == ("failed", 3)
    assert (
        f"the tolerance 0.001 is looser than the lab's 1e-5, and lets wrong answers through \
({LAB}/verify.py:14)"
        in said(found)
    )


FROM_ROOT = "import sys\nimport numpy as np\nsys.path.append('src')"
HOW = {
    FROM_ROOT: "from the root of the repository only",
    "import numpy as np": "from its own folder with PYTHONPATH=src only",
}


@pytest.mark.parametrize("before", HOW)
def test_any_way_of_running_it_counts_and_is_noted(before: str, tmp_path: Path):
    script = before + "\n" + VERIFY[VERIFY.index("from minimodel") :]
    found = graded(tmp_path, script)

    assert outcomes(found) == ["passed"] * 3
    assert HOW[before] in said(found["verify-runs"])
    assert found["verify-runs"].findings[0].note


def test_it_may_import_from_the_root_as_pycharm_lets_it(tmp_path: Path):
    script = "import numpy as np\n" + VERIFY[VERIFY.index("from minimodel") :]
    found = graded(tmp_path, script.replace("from minimodel", "from src.minimodel"))

    assert outcomes(found) == ["passed"] * 3
    assert "with the root of the repository on the path" in said(found["verify-runs"])


OUTSIDE = {
    "import pytest\n": "it imports pytest, which is not installed where this was graded",
    "import subprocess\nsubprocess.run(['ls'], check=True)\n": "it starts another program",
}


@pytest.mark.parametrize("code", OUTSIDE)
def test_what_cannot_be_run_here_waits_for_a_person(code: str, tmp_path: Path):
    found = graded(tmp_path, code + VERIFY)

    assert outcomes(found) == ["review"] * 3
    assert OUTSIDE[code] in said(found["verify-runs"])


def test_a_library_that_the_lab_forbids_is_charged_by_its_own_check(tmp_path: Path):
    found = graded(tmp_path, "import torch\ntorch.manual_seed(0)\n" + VERIFY)

    assert outcomes(found) == ["blocked"] * 3
    assert "it needs PyTorch" in said(found["verify-runs"])


def test_a_script_that_minds_being_watched_is_for_a_person_to_read(tmp_path: Path):
    script = VERIFY + "import minimodel.attention.attention as a\n"
    script += "assert len(open(a.__file__).read()) == " + str(len(RIGHT)) + "\n"
    found = graded(tmp_path, script)

    assert outcomes(found) == ["passed", "review", "passed"]


def test_a_script_that_takes_too_long_to_be_run_nine_times_is_for_a_person_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("grader.verifying.BUDGET", 1.0)
    found = graded(tmp_path, "import time\ntime.sleep(0.6)\n" + VERIFY)

    assert outcomes(found) == ["passed", "review", "passed"]
    assert "takes so long" in said(found["verify-can-fail"])


def test_weights_that_cannot_be_found_count_against_nobody(tmp_path: Path):
    hidden = RIGHT.replace("self.W_O", "self.__mix")
    script = VERIFY.replace("mha.W_O", "mha._MultiHeadAttention__mix")

    assert graded(tmp_path, script, hidden)["verify-can-fail"].outcome == "passed"


def test_an_output_of_which_the_end_is_unknown_is_for_a_person_to_compare(tmp_path: Path):
    found = graded(tmp_path, VERIFY + "print('x' * 70_000)\n")

    assert outcomes(found) == ["passed", "passed", "review"]


def test_a_script_alone_is_not_run_either_where_containment_is_demanded():
    alone = Submission("ana", "ana", {f"{LAB}/verify.py": VERIFY.encode()}, "")

    with Slots(means=NOTHING) as slots, pytest.raises(CannotGrade, match="the code was not run"):
        gather(alone, MULTI_HEAD, Asked(1, require=True, blocks=frozenset({"B"})), slots)
