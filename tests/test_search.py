"""The search: rare faults are found, right code is left alone, and what is shown is simple."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader import search
from grader.labs.multi_head.compare import Judged
from grader.labs.multi_head.say import smallest
from grader.model import Output, Probe, Text
from grader.report.text_example import code
from tests.students import ROOT, but, grade, repo, results, said
from tests.zoo_keeper import ZOO, lay, specimens
from tests.zoo_keeper import grade as grade_all

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model import Counterexample, Report

RARE_SIZE = but("return joined @ self.W_O", "return joined @ self.W_O + (x.shape == (5, 7)) * 1.0")
RARE_VALUE = but("return joined @ self.W_O", "return joined @ self.W_O * (1 + (x == 5.0).any())")
RARE_END = but("joined = (", "if x.shape == (5, 7): import os; os._exit(3)\n        joined = (")


def shown(report: Report) -> Counterexample:
    agreement = next(r for r in report.results if r.about.id == "agreement")
    at = agreement.findings[0].at
    assert at is not None
    return at


@pytest.mark.parametrize(
    ("fault", "T", "d_model"), [(RARE_SIZE, 5, 7), (RARE_VALUE, 1, 1)], ids=["a size", "a value"]
)
def test_a_fault_that_hides_from_the_lab_s_questions_is_found_with_more_examples(
    fault: str, T: int, d_model: int, tmp_path: Path
) -> None:
    at = repo(tmp_path / "rare", fault)

    assert results(at)["agreement"].outcome == "passed"

    found = grade(at, examples=1000)
    assert (shown(found).T, shown(found).d_model, shown(found).n_heads) == (T, d_model, 1)
    assert next(r for r in found.results if r.about.id == "agreement").outcome == "failed"


def test_the_rare_value_itself_is_what_is_shown(tmp_path: Path) -> None:
    found = shown(grade(repo(tmp_path / "rare", RARE_VALUE), examples=1000))

    assert found.x == [[5.0]]
    assert found.mask is None
    assert found.seed == 0


def test_the_same_seed_searches_the_same_inputs(tmp_path: Path) -> None:
    at = repo(tmp_path / "rare", RARE_VALUE)

    a, b = (grade(at, examples=300) for _ in range(2))

    assert [r.findings for r in a.results if r.findings] != []
    assert str([r.outcome for r in a.results]) == str([r.outcome for r in b.results])
    assert (shown(a).x, shown(a).expected) == (shown(b).x, shown(b).expected)


def test_an_input_that_ends_the_process_is_met_by_the_search_alone(
    tmp_path: Path,
) -> None:
    found = results(repo(tmp_path / "ends", RARE_END), examples=1000)

    assert found["agreement"].outcome == "failed"
    assert "exit code 3" in said(found["agreement"])
    assert found["softmax"].outcome == found["mask"].outcome == "passed"


@pytest.mark.parametrize("n", range(2))
def test_more_examples_never_fail_a_right_implementation(n: int, tmp_path: Path) -> None:
    some = specimens("right")[n::15]

    reports = grade_all(
        [lay(p, tmp_path) for p in some],
        *("--select", "A", "--examples", "200", "--seed", str(n)),
    )

    assert [p.name for p, r in zip(some, reports, strict=True) if not r["passed"]] == []


def test_a_wrong_answer_is_shown_with_the_fewest_and_simplest_numbers(tmp_path: Path) -> None:
    at = shown(grade(lay(ZOO / "wrong" / "split__reshape_dh_h.py", tmp_path)))

    assert (at.T, at.d_model, at.n_heads, at.mask) == (1, 4, 2, None)
    assert sorted(at.x[0]) in ([0.0, 0.0, 0.0, 1.0], [-1.0, 0.0, 0.0, 0.0])


def test_a_fault_of_large_scores_is_shown_in_thousands_and_small(tmp_path: Path) -> None:
    report = grade(lay(ZOO / "wrong" / "softmax__unstable.py", tmp_path))

    at = shown(report)
    assert at.T * at.d_model <= 4
    assert {abs(v) for row in at.x for v in row} <= {0.0, 500.0, 1000.0, 2000.0}


PASTED = (
    "split__reshape_dh_h",
    "mask__ignored",
    "softmax__unstable",
    "contract__crashes_on_big_numbers",
    "scale__sqrt_d_model",
)


@pytest.mark.parametrize("name", PASTED)
def test_the_printed_lines_do_what_they_say_when_pasted(name: str, tmp_path: Path) -> None:
    at = lay(ZOO / "wrong" / f"{name}.py", tmp_path)
    example = next(f.at for r in grade(at).results for f in r.findings if f.at is not None)
    lines = code(example, "en", 80)

    done = subprocess.run(
        [sys.executable, "-i", "-q"],
        input="\n".join(lines) + "\n",
        env={"PYTHONPATH": str(at / "src"), "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=True,
    )

    if isinstance(example.got, Text):
        assert example.got.en in done.stderr
    else:
        says = done.stdout.replace("array(", "").rpartition("]]")[0] + "]]"
        got = json.loads(
            says.replace("nan", "NaN")
            .replace("inf", "Infinity")
            .replace(".,", ".0,")
            .replace(".]", ".0]")
        )
        assert np.allclose(got, example.got, rtol=1e-6, equal_nan=True)
    assert any(line.startswith("# expected") for line in lines)
    assert any(line.startswith("# got") for line in lines)


def test_the_search_writes_nothing_where_it_is_run(tmp_path: Path) -> None:
    at = repo(tmp_path / "wrong", but("np.sqrt(self.d_head)", "self.d_head"))
    cwd = tmp_path / "empty"
    cwd.mkdir()

    command = [sys.executable, "-m", "grader", str(at), "--select", "A", "--examples", "50"]
    done = subprocess.run(
        command, cwd=cwd, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1, done.stderr
    assert list(cwd.iterdir()) == []


def test_a_right_submission_does_not_wait_for_hypothesis(tmp_path: Path) -> None:
    at = repo(tmp_path / "right")
    command = [sys.executable, "-X", "importtime", "-m", "grader", str(at), "--select", "A"]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "numpy" in loaded
    assert "hypothesis" not in loaded


@pytest.mark.parametrize(("T", "d_model", "seed"), [(1, 1, 0), (5, 7, 1), (3, 2, 2), (2, 9, 3)])
def test_a_search_ends_at_the_smallest_size_that_is_wrong(T: int, d_model: int, seed: int) -> None:
    def wrong(probe: Probe) -> bool:
        return probe.T >= T and probe.d_model >= d_model

    found = search.hunt(wrong, search.EVERYWHERE, seed=seed, examples=200)

    assert found is not None
    assert (found.T, found.d_model, found.n_heads) == (T, d_model, 1)
    assert not found.x.any()
    assert found.mask is None


def test_a_search_asks_no_more_than_it_may() -> None:
    asked: list[Probe] = []

    found = search.hunt(lambda p: bool(asked.append(p)), search.EVERYWHERE, seed=1, examples=40)

    assert found is None
    assert 30 <= len(asked) <= 40


def test_a_search_that_is_stopped_ends_quietly() -> None:
    def wrong(_: Probe) -> bool:
        raise search.Stop

    assert search.hunt(wrong, search.EVERYWHERE, seed=1, examples=40) is None


def test_among_as_many_numbers_the_simplest_are_shown() -> None:
    def judged(*numbers: float) -> Judged:
        x = np.array([numbers])
        return Judged(Probe(len(numbers), 1, 0, x), Output(x), None, None, 1.0, ok=False)

    plain, odd, long = judged(0, 1), judged(-1.75, 0.25), judged(0, 0, 0)

    assert smallest([odd, long, plain]) is plain
    assert smallest([long, odd]) is odd
