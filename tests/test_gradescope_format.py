"""Gradescope's results.json, against its specification; and the bundle that it runs."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.model import same
from grader.report import Style, render, render_failure
from tests.reports import HOSTILE, hostile, perfect, rich
from tests.test_markdown_format import OURS, Page

ROOT = Path(__file__).parent.parent
BUNDLE = ROOT / "integrations" / "gradescope"
VISIBILITY = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
TOP = {
    "score": (int, float),
    "tests": list,
    "execution_time": (int, float),
    "output": str,
    "output_format": str,
    "test_output_format": str,
    "test_name_format": str,
    "visibility": str,
    "extra_data": dict,
}
TEST = {
    "score": (int, float),
    "max_score": (int, float),
    "status": str,
    "name": str,
    "number": str,
    "output": str,
    "output_format": str,
    "tags": list,
    "visibility": str,
    "extra_data": dict,
}


def follows_the_specification(written: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(written, parse_constant=pytest.fail)
    for rules, given in ((TOP, data), *((TEST, test) for test in data["tests"])):
        for key, value in given.items():
            assert isinstance(value, rules[key]), (key, value)  # type: ignore[index]
            assert not isinstance(value, bool)
        assert given["visibility"] == "visible"  # one that is not hides the total from students
        assert given["output_format"] in FORMATS
        assert given.get("status") in (None, "passed", "failed")
    assert "score" in data
    assert data["score"] >= 0
    return data


@pytest.mark.parametrize("report", [rich(), perfect(), hostile()])
@pytest.mark.parametrize("hints", ["none", "line"])
def test_every_report_follows_the_specification(report: Any, hints: Any) -> None:
    data = follows_the_specification(render("gradescope", report, Style(hints=hints)))

    assert data["tests"]


def test_scores_are_the_reports_and_what_waits_is_neither_red_nor_green() -> None:
    data = follows_the_specification(render("gradescope", rich(), Style()))
    tests = {test["name"].split(":")[0]: test for test in data["tests"]}

    assert (tests["six-files"]["score"], tests["six-files"]["max_score"]) == (5, 6)
    assert tests["six-files"]["status"] == "failed"
    assert tests["imports"]["status"] == "passed"
    for waiting in ("heatmap-distinct", "committed", "forward-length"):
        assert not {"score", "max_score", "status"} & set(tests[waiting])
    assert "3 points wait for a person" in tests["heatmap-distinct"]["output"]
    assert sum(test.get("score", 0) for test in data["tests"]) == rich().earned


def test_what_does_not_apply_costs_nothing_on_the_assignments_scale() -> None:
    """A zip has no git: without `committed` the rest is worth all of the assignment's points."""
    results = perfect().results
    no_git = tuple(
        replace(r, outcome="skipped", earned=0.0) if r.about.id == "committed" else r
        for r in results
    )
    data = follows_the_specification(
        render("gradescope", replace(perfect(), results=no_git), Style())
    )

    assert data["score"] == sum(r.points for r in results) == 38
    assert "36 of the 36 points that apply here" in data["output"]


def test_hostile_text_is_words_in_its_markdown() -> None:
    data = follows_the_specification(render("gradescope", hostile(), Style()))

    for output in (data["output"], *(test["output"] for test in data["tests"])):
        assert Page(output).tags <= OURS


def test_the_whole_report_is_kept_for_staff() -> None:
    data = follows_the_specification(render("gradescope", rich(), Style()))

    assert data["extra_data"]["mha-grader"]["schema"] == "mha-grader/report/v1"


def test_a_failure_is_a_result_that_says_it_is_no_mark() -> None:
    written = render_failure("gradescope", same(HOSTILE), Style())
    assert written
    data = follows_the_specification(written)

    assert data["score"] == 0
    assert "The 0 is not a mark" in data["output"]
    assert Page(data["output"]).tags <= OURS


# ── the bundle ───────────────────────────────────────────────────────────────────────────────


def gradescope(at: Path, submission: Path | None, grade: str | None = None, **more: str) -> Path:
    """Gradescope's folders, with a submission in its place; what its run leaves in ``results``."""
    (at / "source").mkdir(parents=True)
    if submission is not None:
        shutil.copytree(submission, at / "submission", copy_function=shutil.copyfile)
    home = at / "home" / "bin"
    home.mkdir(parents=True)
    words = grade or f'exec "{sys.executable}" -m grader "$@"'
    (home / "grade").write_text(f"#!/bin/sh\n{words}\n")
    (home / "grade").chmod(0o755)
    places = {"AUTOGRADER_ROOT": str(at), "GRADER_HOME": str(at / "home"), "PYTHONPATH": str(ROOT)}
    run = [str(BUNDLE / "run_autograder")]
    subprocess.run(run, env={**os.environ, **places, **more}, check=True, capture_output=True)
    return at / "results" / "results.json"


def test_the_files_of_the_bundle_can_be_run() -> None:
    for name in ("setup.sh", "run_autograder"):
        file = BUNDLE / name
        assert file.stat().st_mode & stat.S_IXUSR
        subprocess.run(["bash", "-n", str(file)], check=True)


def test_the_bundle_grades_a_submission(tmp_path: Path) -> None:
    file = gradescope(tmp_path, ROOT / "examples" / "reshape-bug", GRADE_LANG="en")
    data = follows_the_specification(file.read_text("utf-8"))
    failed = {t["name"].split(":")[0] for t in data["tests"] if t.get("status") == "failed"}

    assert {"reshape-order", "agreement"} <= failed
    assert data["score"] > 0


def test_the_bundle_leaves_a_result_where_there_is_nothing_to_grade(tmp_path: Path) -> None:
    data = follows_the_specification(gradescope(tmp_path, None, GRADE_LANG="en").read_text("utf-8"))

    assert data["score"] == 0
    assert "nothing at" in data["output"]


@pytest.mark.parametrize("words", ["exit 127", "kill -9 $$", "sleep 60"])
def test_the_bundle_leaves_a_result_whatever_becomes_of_the_grader(
    tmp_path: Path, words: str
) -> None:
    file = gradescope(tmp_path, ROOT / "examples" / "right", words, GRADE_SECONDS="1")
    data = json.loads(file.read_text("utf-8"))

    assert data["score"] == 0
    assert "not a mark" in data["output"]
