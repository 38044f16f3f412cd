"""Classroom 50's result.json, against what its collector demands."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.cli import main
from grader.report import Context, Style, render
from tests.reports import hostile, perfect, rich

if TYPE_CHECKING:
    from grader.model import Report

ENVIRONMENT = {
    "CLASSROOM": "nlp-2026",
    "ASSIGNMENT": "lab-01",
    "SUBMISSION_TAG": "submit/2026-11-30T12-00-00Z-a1b2c3d",
    "COMMIT_URL": "https://example.org/o/r/commit/a1b2c3d",
    "RELEASE_URL": "https://example.org/o/r/releases/tag/x",
}
STYLE = Style(context=Context(now="2026-11-30T12:00:00Z", classroom=ENVIRONMENT))
WRONG = Path(__file__).parent.parent / "examples" / "reshape-bug"


def follows_the_contract(written: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(written, parse_constant=pytest.fail)
    assert data["schema"] == "classroom50/result/v1"
    for name in ("classroom", "assignment", "submission", "commit", "release", "review"):
        assert isinstance(data[name], str)
        assert data[name]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", data["datetime"])
    for name in ("score", "max-score"):
        assert type(data[name]) is int
        assert data[name] == sum(test[name] for test in data["tests"])
    for test in data["tests"]:
        assert isinstance(test["test-name"], str)
        assert type(test["passed"]) is bool
        assert type(test["score"]) is type(test["max-score"]) is int
        assert 0 <= test["score"] <= test["max-score"]
    return data


@pytest.mark.parametrize("report", [rich(), perfect(), hostile()])
def test_every_report_follows_the_contract(report: Report) -> None:
    data = follows_the_contract(render("classroom50", report, STYLE))

    assert data["tests"]


def test_scores_are_the_reports_and_the_diff_falls_back_to_the_commit() -> None:
    data = follows_the_contract(render("classroom50", rich(), STYLE))

    assert (data["score"], data["max-score"]) == (17, 36)
    assert data["review"] == ENVIRONMENT["COMMIT_URL"]
    assert data["tests"][0]["output"].startswith("FAIL")


def test_fractions_of_a_rubric_are_counted_in_hundredths() -> None:
    results = tuple(replace(r, points=r.points / 4, earned=r.earned / 4) for r in rich().results)
    data = follows_the_contract(render("classroom50", replace(rich(), results=results), STYLE))

    assert (data["score"], data["max-score"]) == (425, 900)


def test_a_part_of_a_point_never_rounds_up_to_the_whole_check() -> None:
    first, *rest = rich().results
    report = replace(rich(), results=(replace(first, earned=5.9), *rest))
    data = follows_the_contract(render("classroom50", report, STYLE))

    assert data["tests"][0]["score"] == 5


def test_the_names_come_from_the_environment_of_its_runner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    file = tmp_path / "result.json"

    assert main([str(WRONG), "--select", "E", "--report", f"classroom50={file}"]) == 0
    data = follows_the_contract(file.read_text("utf-8"))
    assert data["classroom"] == "nlp-2026"


def test_elsewhere_it_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "result.json"

    assert main([str(WRONG), "--report", f"classroom50={file}"]) == 2
    assert "CLASSROOM, ASSIGNMENT" in capsys.readouterr().err
    assert not file.exists()
