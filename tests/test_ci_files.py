"""The GitHub action, run step by step as GitHub would; and the templates for both forges."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.students import commit, example, put
from tests.test_github_format import read as annotations
from tests.test_junit_format import follows_the_dialect

ROOT = Path(__file__).parent.parent
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
TEMPLATE = ROOT / "student_template/.github/workflows/grade.yml"
GITLAB = ROOT / "integrations/gitlab/mha-grader.gitlab-ci.yml"


class Job:
    """A job of GitHub's with the submission checked out and the grader installed."""

    def __init__(self, at: Path, **inputs: str) -> None:
        self.at, self.outputs, self.log = at, {}, ""
        self.inputs = {name: str(i["default"]) for name, i in ACTION["inputs"].items()} | inputs
        self.workspace, self.temp = at / "work", at / "temp"
        for folder in (self.temp, self.temp / "mha-grader" / "bin"):
            folder.mkdir(parents=True)
        for name in ("grade", "python"):
            words = "-P -m grader" if name == "grade" else ""
            file = self.temp / "mha-grader" / "bin" / name
            file.write_text(
                f'#!/bin/sh\nexec env PYTHONPATH="{ROOT}" "{sys.executable}" {words} "$@"\n'
            )
            file.chmod(0o755)
        self.summary = at / "summary"
        self.summary.write_text("# an earlier line\n")

    def run(self, step: dict[str, Any]) -> int:
        """One ``run:`` step, with the shell and the environment that GitHub gives it."""
        script = self.temp / "step.sh"
        script.write_text(step["run"], "utf-8")
        output = self.at / "output"
        output.write_text("")
        given = {name: self.expression(value) for name, value in step.get("env", {}).items()}
        places = {
            "GITHUB_ACTIONS": "true",
            "CI": "true",
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_OUTPUT": str(output),
            "RUNNER_TEMP": str(self.temp),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
        }
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        done = subprocess.run(
            shell, cwd=self.workspace, env={**places, **given}, capture_output=True, check=False
        )
        self.log += done.stdout.decode() + done.stderr.decode()
        self.outputs |= dict(line.split("=", 1) for line in output.read_text().splitlines())
        return done.returncode

    def expression(self, text: str) -> str:
        """``${{ inputs.x }}``; of another step's output there is nothing here."""
        found = re.fullmatch(r"\$\{\{ (inputs|steps)\.(\S+) \}\}", text)
        assert found, text
        return self.inputs[found[2]] if found[1] == "inputs" else ""

    def all_steps(self) -> int:
        """Every step of the action until one fails, as in a job."""
        return next((code for step in STEPS if "run" in step if (code := self.run(step))), 0)


def job(at: Path, name: str, **inputs: str) -> Job:
    made = Job(at, **inputs)
    commit(example(name, made.workspace))
    return made


def live(log: str) -> str:
    """What the runner reads for commands: all but what stands between stop and resume."""
    return re.sub(r"(?ms)^::stop-commands::(\w+)$.*?^::\1::$", "", log)


def test_a_wrong_submission_is_annotated_summed_up_and_fails(tmp_path: Path) -> None:
    run = job(tmp_path, "reshape-bug", lang="en")

    assert run.all_steps() == 1
    seen = annotations("\n".join(x for x in live(run.log).splitlines() if x.startswith("::")))
    assert ("error", "src/minimodel/attention/attention.py", 37) in {
        (s.level, s.file, s.line) for s in seen
    }
    summary = run.summary.read_text("utf-8")
    assert summary.startswith("# an earlier line\n## work: ")
    assert "### Head h is columns" in summary
    assert run.outputs["passed"] == "false"
    assert 0 < float(run.outputs["score"]) < float(run.outputs["possible"])
    assert run.outputs["exit-code"] == "1"


def test_the_reports_are_where_the_artifact_is_taken_from(tmp_path: Path) -> None:
    run = job(tmp_path, "right")

    assert run.all_steps() == 0
    reports = Path(run.outputs["report-dir"])
    assert {file.name for file in reports.iterdir()} == {"grade.xml", "grade.html", "grade.json"}
    follows_the_dialect((reports / "grade.xml").read_text("utf-8"))
    assert json.loads((reports / "grade.json").read_text("utf-8"))["passed"] is True
    assert "<html" in (reports / "grade.html").read_text("utf-8")
    upload = STEPS[-1]
    assert upload["with"]["path"] == "${{ steps.grade.outputs.report-dir }}"
    assert "!cancelled()" in upload["if"]


RUBRIC = 'schema = "mha-grader/rubric/v1"\n[checks.reshape-order]\npoints = 8\n'


def test_a_rubric_beside_the_submission_counts_and_one_inside_it_is_refused(tmp_path: Path) -> None:
    """As docs/ci.md has it: written by a step of its own to the runner's temporary folder."""
    right = job(tmp_path / "beside", "right", rubric=str(tmp_path / "beside/temp/rubric.toml"))
    (right.temp / "rubric.toml").write_text(RUBRIC)
    inside = job(tmp_path / "inside", "right", rubric="rubric.toml", lang="en")
    (inside.workspace / "rubric.toml").write_text(RUBRIC)

    assert right.all_steps() == 0
    assert float(right.outputs["possible"]) == 103
    assert inside.all_steps() == 2
    assert "A rubric must come from outside" in inside.log


def test_a_submission_that_is_not_there_is_an_error_and_no_grade(tmp_path: Path) -> None:
    run = job(tmp_path, "right", path="elsewhere", lang="en")

    assert run.all_steps() == 2
    assert "::error title=Not graded::There is nothing at" in live(run.log)
    assert "Not graded" in run.summary.read_text("utf-8")
    assert "score" not in run.outputs


def test_what_a_student_writes_reaches_the_log_only_while_commands_are_off(tmp_path: Path) -> None:
    attack = "::error title=Autograding report::100\\n##[error]x\\n::set-output name=score::100"
    run = job(tmp_path, "right")
    put(run.workspace, {"src/minimodel/attention/attention.py": f'raise ValueError("{attack}")\n'})
    run.all_steps()

    assert "Autograding report" in run.log
    seen = annotations("\n".join(x for x in live(run.log).splitlines() if x.startswith("::")))
    assert not [s for s in seen if s.title == "Autograding report"]
    assert "##[" not in live(run.log).replace("%0A##[", "").replace("\\n##[", "")
    assert float(run.outputs["score"]) < 50


def test_inputs_are_words_and_never_a_part_of_a_script(tmp_path: Path) -> None:
    run = job(tmp_path, "right", path='"; touch owned; "', lang="$(touch owned)")

    assert run.all_steps() == 2
    assert not list(tmp_path.rglob("owned"))
    for step in STEPS:
        assert "${{" not in step.get("run", "")
        assert step.get("shell") == ("bash" if "run" in step else None)


def test_nothing_of_the_submission_is_imported_by_the_steps_themselves(tmp_path: Path) -> None:
    run = job(tmp_path, "right")
    loud = f"open({str(tmp_path / 'owned')!r}, 'w')\n"
    for module in ("json", "secrets", "pathlib", "venv", "numpy", "grader", "sitecustomize"):
        (run.workspace / f"{module}.py").write_text(loud)
    run.all_steps()

    assert not (tmp_path / "owned").exists()


def test_the_grader_is_contained_or_does_not_run() -> None:
    grade = next(step for step in STEPS if step.get("id") == "grade")

    assert "--sandbox require" in grade["run"]
    assert "--sandbox require" in GITLAB.read_text("utf-8")


def test_every_output_comes_from_the_step_that_sets_it() -> None:
    script = next(step for step in STEPS if step.get("id") == "grade")["run"]

    for name, output in ACTION["outputs"].items():
        assert output["value"] == f"${{{{ steps.grade.outputs.{name} }}}}"
        assert f"{name}=" in script


def foreign(steps: list[dict[str, Any]]) -> list[str]:
    return [step["uses"] for step in steps if "uses" in step]


def test_others_actions_are_pinned_to_a_commit() -> None:
    workflow = yaml.safe_load(TEMPLATE.read_text("utf-8"))
    used = foreign(STEPS) + foreign(workflow["jobs"]["grade"]["steps"])

    for name in used:
        assert name == "OWNER/REPOSITORY@COMMIT" or re.fullmatch(
            r"actions/[a-z-]+@[0-9a-f]{40}", name
        )


def test_the_students_workflow_can_do_no_harm_and_does_nothing_before_it_is_set_up() -> None:
    workflow = yaml.safe_load(TEMPLATE.read_text("utf-8"))
    triggers, grade = workflow[True], workflow["jobs"]["grade"]  # YAML 1.1 reads `on` as true

    assert set(triggers) == {"push", "pull_request"}
    assert workflow["permissions"] == {"contents": "read"}
    assert grade["if"] is False
    assert grade["timeout-minutes"] <= 15
    checkout = next(s for s in grade["steps"] if s["uses"].startswith("actions/checkout@"))
    assert checkout["with"]["persist-credentials"] is False
    assert set(grade["steps"][-1]["with"]) <= set(ACTION["inputs"])
    assert "${{ secrets" not in TEMPLATE.read_text("utf-8")


def test_init_brings_the_workflow_along(tmp_path: Path) -> None:
    from grader.cli import main

    assert main(["init", str(tmp_path / "lab")]) == 0
    copied = tmp_path / "lab" / ".github" / "workflows" / "grade.yml"
    assert copied.read_bytes() == TEMPLATE.read_bytes()


def test_the_gitlab_job_runs_and_leaves_its_test_cases(tmp_path: Path) -> None:
    """Its last command, as GitLab's shell runs it; what comes before installs."""
    grade = yaml.safe_load(GITLAB.read_text("utf-8"))["grade"]
    work = commit(example("reshape-bug", tmp_path / "work"))
    here = f'env PYTHONPATH="{ROOT}" "{sys.executable}" -m grader'
    script = "\n".join(grade["script"][-2:]).replace("/opt/mha-grader/bin/grade", here)
    env = {**os.environ, "GRADE_LANG": "es", "CI": "true", "CI_PROJECT_DIR": str(work)}
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=work,
        env=env,
        capture_output=True,
        check=False,
    )

    assert done.returncode == 1, done.stderr
    report = work / grade["artifacts"]["reports"]["junit"]
    places = {
        c.get("file") for c in follows_the_dialect(report.read_text("utf-8")).iter("testcase")
    }
    assert "src/minimodel/attention/attention.py" in places
    assert grade["artifacts"]["when"] == "always"


def test_the_gitlab_job_takes_a_rubric_that_is_a_variable_of_the_type_file(tmp_path: Path) -> None:
    """GitLab puts such a file into a folder beside the project's, named like it."""
    grade = yaml.safe_load(GITLAB.read_text("utf-8"))["grade"]
    work = commit(example("right", tmp_path / "work"))
    rubric = tmp_path / "work.tmp" / "GRADE_RUBRIC"
    rubric.parent.mkdir()
    rubric.write_text(RUBRIC)
    here = f'env PYTHONPATH="{ROOT}" "{sys.executable}" -m grader'
    script = "\n".join(grade["script"][-2:]).replace("/opt/mha-grader/bin/grade", here)
    env = {**os.environ, "GRADE_LANG": "es", "GRADE_HINTS": "name", "GRADE_RUBRIC": str(rubric)}
    done = subprocess.run(["sh", "-ec", script], cwd=work, env=env, check=False)

    assert done.returncode == 0
    report = json.loads((work / "grade-report/grade.json").read_text("utf-8"))
    assert report["score"]["possible"] == 103


@pytest.mark.parametrize("file", [ROOT / "action.yml", TEMPLATE, GITLAB])
def test_no_trigger_that_gives_a_students_code_secrets(file: Path) -> None:
    lines = [line.split("#")[0] for line in file.read_text("utf-8").splitlines()]

    assert not any("pull_request_target" in line or "workflow_run" in line for line in lines)
