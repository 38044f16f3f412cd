"""A report that was asked for is there when grading failed too, where its readers need it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.cli import main
from tests.students import put
from tests.test_gradescope_format import follows_the_specification
from tests.test_junit_format import follows_the_dialect

if TYPE_CHECKING:
    from collections.abc import Callable

    Fails = Callable[[Path], list[str]]

ROOT = Path(__file__).parent.parent
RIGHT, WRONG = ROOT / "examples" / "right", ROOT / "examples" / "reshape-bug"


def no_path(at: Path) -> list[str]:
    return [str(at / "none")]


def no_option(at: Path) -> list[str]:
    return [str(RIGHT), "--fromat", "json", str(at)]


def no_rubric(at: Path) -> list[str]:
    return [str(RIGHT), "--rubric", str(at / "none.toml")]


def bad_archive(at: Path) -> list[str]:
    (at / "lab.zip").write_bytes(b"PK\x03\x04 no zip")
    return [str(at / "lab.zip")]


def two_paths(at: Path) -> list[str]:
    del at
    return [str(RIGHT), str(RIGHT)]


@pytest.mark.parametrize("fails", [no_path, no_option, no_rubric, bad_archive, two_paths])
def test_what_cannot_be_graded_is_said_in_every_file_that_has_words_for_it(
    fails: Fails, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {name: tmp_path / name for name in ("gradescope", "junit", "github", "json")}
    asked = [word for name, file in files.items() for word in ("--report", f"{name}={file}")]
    code = main([*asked, "--lang", "en", *fails(tmp_path)])
    said = capsys.readouterr().err.removeprefix("grade: ").strip()

    assert code == 2
    result = follows_the_specification(files["gradescope"].read_text("utf-8"))
    assert result["extra_data"]["mha-grader"]["failure"]["en"].split() == said.split()
    error = follows_the_dialect(files["junit"].read_text("utf-8")).find(".//error")
    assert error is not None
    assert (error.text or "").split() == said.split()
    assert files["github"].read_text("utf-8").startswith("::error ")
    assert not files["json"].exists()  # there the exit code says it


def test_a_format_on_standard_output_says_it_there_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lab.zip"
    file.write_bytes(b"PK\x03\x04 no zip")

    assert main([str(file), "--format", "gradescope"]) == 2
    assert follows_the_specification(capsys.readouterr().out)["score"] == 0


def test_a_bug_of_ours_is_said_and_blames_nobody(tmp_path: Path) -> None:
    """The bug is made from outside: a NumPy that cannot be loaded."""
    broken = put(tmp_path / "lib", {"numpy/__init__.py": "raise RuntimeError('no numpy today')\n"})
    file = tmp_path / "results.json"
    done = subprocess.run(
        [sys.executable, "-m", "grader", str(RIGHT), "--report", f"gradescope={file}"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{broken}{os.pathsep}{ROOT}", "LANG": "C"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 3
    assert "says nothing about the work" in follows_the_specification(file.read_text())["output"]


def test_an_interrupted_run_leaves_its_files(tmp_path: Path) -> None:
    student = put(
        tmp_path / "lab", {"src/minimodel/attention/attention.py": "import time\ntime.sleep(60)\n"}
    )
    file = tmp_path / "results.json"
    command = [sys.executable, "-m", "grader", str(student), "--report", f"gradescope={file}"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) as running:
        time.sleep(2)
        running.send_signal(signal.SIGTERM)
        running.communicate()

    assert running.returncode == 130
    assert follows_the_specification(file.read_text("utf-8"))["score"] == 0


def test_a_file_that_cannot_be_written_does_not_cost_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, full = tmp_path / "results.json", "/dev/full"
    asked = ["--report", f"junit={full}", "--report", f"gradescope={good}"]

    assert main([str(WRONG), "--select", "E", *asked]) == 2
    assert "/dev/full" in capsys.readouterr().err
    assert follows_the_specification(good.read_text("utf-8"))["score"] > 0


def test_a_reader_that_goes_away_does_not_cost_the_files(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    line = f'"{sys.executable}" -m grader "{WRONG}" --select E --report "gradescope={file}" | true'
    subprocess.run(["bash", "-c", line], cwd=ROOT, check=True, capture_output=True)

    assert json.loads(file.read_text("utf-8"))["score"] > 0


def test_of_several_the_one_that_failed_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [str(tmp_path / "none"), str(WRONG)]

    assert main([*paths, "--format", "github", "--select", "E", "--lang", "en"]) == 2
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("::error title=Not graded::")
    assert "none" in first
    assert any(line.startswith("::notice title=grade") for line in others)


def test_every_format_comes_from_one_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junit, scope = tmp_path / "j.xml", tmp_path / "g.json"
    asked = [f"junit={junit}", f"gradescope={scope}", "github=-"]
    code = main([str(WRONG), "--seed", "1", *(w for a in asked for w in ("--report", a))])
    out = capsys.readouterr().out

    assert code == 1
    assert "FAIL" in out
    places = "file=examples/reshape-bug/src/minimodel/attention/attention.py,line=37,title=Head h"
    assert f"::error {places}" in out
    cases = list(follows_the_dialect(junit.read_text("utf-8")).iter("testcase"))
    tests = follows_the_specification(scope.read_text("utf-8"))["tests"]
    assert [c.get("name") for c in cases] == [t["name"] for t in tests]
