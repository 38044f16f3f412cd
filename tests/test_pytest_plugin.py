"""``pytest --grade``: a student's own pytest, in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from tests.students import ATTENTION, but, example, put, repo

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A submission with the reshape bug."""
    return example("reshape-bug", tmp_path / "lab")


def run(at: Path, *args: str, **environ: str) -> tuple[int, str]:
    """pytest in ``at``, with nothing of this run's settings."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV", "LC_"))}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *args]
    env = {**clean, "LANG": "C.UTF-8", **environ}
    done = subprocess.run(command, cwd=at, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def counted(out: str) -> dict[str, int]:
    return {
        word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|skipped|deselected)", out)
    }


def test_the_plugin_is_an_entry_point() -> None:
    (found,) = [e for e in entry_points(group="pytest11") if e.value.startswith("grader")]

    assert (found.name, found.value) == ("grade", "grader.pytest_plugin")


def test_a_run_without_grade_loads_nothing_of_ours(tmp_path: Path) -> None:
    put(
        tmp_path,
        {
            "test_one.py": "import sys\ndef test_one():\n"
            "    ours = {m for m in sys.modules if m.startswith('grader')}\n"
            "    assert ours <= {'grader', 'grader.pytest_plugin'}\n"
            "    assert 'numpy' not in sys.modules\n"
        },
    )

    assert run(tmp_path)[0] == 0


def test_k_chooses_among_the_checks(wrong: Path) -> None:
    code, out = run(wrong, "--grade", "-k", "reshape or softmax")

    assert code == 1
    assert counted(out)["failed"] == counted(out)["passed"] == 1
    assert re.search(r"collected \d\d items / \d\d deselected / 2 selected", out)


def test_what_failed_reads_like_the_report_and_has_its_line(wrong: Path) -> None:
    _, out = run(wrong, "--grade", "-k", "reshape")

    assert "FAIL  Head h is columns" in out
    assert "You reshape to (T, d_head, n_heads)" in out
    assert f"{wrong / ATTENTION}:37: You reshape" in out
    assert "FAILED grade::reshape-order - You reshape" in out
    assert "pytest_items.py" not in out


def test_it_speaks_spanish(wrong: Path) -> None:
    _, out = run(wrong, "--grade", "-k", "reshape", "--grade-lang", "es")

    assert "Haces reshape a (T, d_head, n_heads)" in out


def test_x_stops_at_the_first_that_fails(wrong: Path) -> None:
    _, out = run(wrong, "--grade", "-x", "-k", "reshape or agreement")

    assert counted(out)["failed"] == 1
    assert "stopping after 1 failures" in out


def test_points_are_properties_in_junit_xml(wrong: Path, tmp_path: Path) -> None:
    run(
        wrong,
        "--grade",
        "-k",
        "reshape or softmax or committed",
        f"--junitxml={tmp_path / 'j.xml'}",
    )
    cases = {case.get("name"): case for case in ET.parse(tmp_path / "j.xml").iter("testcase")}
    points = {
        name: {p.get("name"): p.get("value") for p in case.iter("property")}
        for name, case in cases.items()
    }

    assert points["reshape-order"] == {"points": "5", "earned": "0", "outcome": "failed"}
    assert points["softmax"] == {"points": "3", "earned": "3", "outcome": "passed"}
    assert cases["committed"].find("skipped") is not None
    failure = cases["reshape-order"].find("failure")
    assert failure is not None
    assert (failure.get("message") or "").startswith("You reshape to")


def test_what_was_blocked_fails_with_its_reason(tmp_path: Path) -> None:
    at = repo(tmp_path, but("import numpy as np\n", "import numpy as np\nraise SystemError\n"))
    code, out = run(at, "--grade", "-k", "imports or softmax")

    assert code == 1
    assert counted(out) == {"failed": 2, "deselected": counted(out)["deselected"]}
    assert "grade::softmax" in out


def test_a_right_submission_passes_with_its_own_tests_named_or_not(tmp_path: Path) -> None:
    at = repo(tmp_path)
    put(at, {"tests/test_mine.py": "def test_mine():\n    assert True\n"})

    alone = run(at, "--grade", "-k", "scores or mine", "-q")
    named = run(at, "tests", "--grade", ".", "-k", "scores or mine", "-q")

    assert alone[0] == named[0] == 0
    assert counted(alone[1])["passed"] == 1
    assert counted(named[1])["passed"] == 2


@pytest.mark.parametrize("words", [(), ("-k", "imports"), ("--grade-lang", "es")])
def test_a_path_that_is_not_there_is_one_usage_error(tmp_path: Path, words: tuple[str]) -> None:
    code, out = run(tmp_path, "--grade", "nowhere", *words)

    assert code == pytest.ExitCode.USAGE_ERROR
    assert len(re.findall("nowhere", out)) == 1
    assert ("no existe" if "es" in words else "does not exist") in out


def test_a_file_that_is_no_archive_is_one_usage_error(tmp_path: Path) -> None:
    code, out = run(put(tmp_path, {"lab.zip": "no zip"}), "--grade", "lab.zip")

    assert code == pytest.ExitCode.USAGE_ERROR
    assert out.count("lab.zip") == 1


def test_collecting_grades_nothing(tmp_path: Path) -> None:
    code, out = run(repo(tmp_path, "1 / 0\n"), "--grade", "--collect-only", "-q")

    assert code == 0
    assert "grade::reshape-order" in out


def test_workers_of_xdist_share_the_checks(tmp_path: Path) -> None:
    code, out = run(repo(tmp_path), "--grade", "-k", "scores or mask", "-n", "2")

    assert code == 0
    assert counted(out)["passed"] == 2
