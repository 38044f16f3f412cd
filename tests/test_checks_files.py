"""Stop condition 1: the six files are there, and committed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.students import ATTENTION, LAB, SIX, commit, git, put, results, said

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model import Result

ALL = {f"{LAB}/{name}": f"{name}\n" for name in SIX}
FILES = frozenset({"stop 1", "files"})


def graded(at: Path) -> dict[str, Result]:
    """The two checks of files; nothing is run, for there is no module."""
    return results(at, select=frozenset({"six-files", "committed"}))


def without(name: str) -> dict[str, str]:
    return {path: text for path, text in ALL.items() if path != f"{LAB}/{name}"}


# ── six-files ────────────────────────────────────────────────────────────────────────────────


def test_six_files_are_six_points(tmp_path: Path) -> None:
    result = graded(put(tmp_path / "ana", ALL))["six-files"]

    assert (result.outcome, result.earned, result.findings) == ("passed", 6, ())


@pytest.mark.parametrize("there", range(6))
def test_each_file_that_is_there_is_a_point(tmp_path: Path, there: int) -> None:
    some = {f"{LAB}/{name}": "x" for name in SIX[:there]}
    result = graded(put(tmp_path / "ana", {"x.py": "", **some}))["six-files"]

    assert (result.outcome, result.earned) == ("failed", there)
    assert [f.says.en for f in result.findings] == [f"{LAB}/{n} is missing" for n in SIX[there:]]


NEAR = {
    "a capital": ("README.md", f"{LAB}/readme.md"),
    "another ending": ("README.md", f"{LAB}/README.txt"),
    "two endings": ("verify_output.txt", f"{LAB}/verify_output.txt.txt"),
    "a copy": ("manifest.json", f"{LAB}/manifest (1).json"),
    "a hyphen": ("verify_output.txt", f"{LAB}/verify-output.txt"),
    "a slip": ("heatmap.png", f"{LAB}/heatmaps.png"),
    "another folder": ("mha.py", "experiments/15_multi_head/mha.py"),
    "a folder's capital": ("mha.py", "experiments/15-Multi-Head/mha.py"),
    "no folder": ("verify.py", "verify.py"),
    "one folder too deep": ("heatmap.png", f"{LAB}/plots/heatmap.png"),
}


@pytest.mark.parametrize("what", NEAR)
def test_a_near_miss_is_named_and_costs_its_point(tmp_path: Path, what: str) -> None:
    wanted, near = NEAR[what]
    result = graded(put(tmp_path / "ana", {**without(wanted), near: "x\n"}))["six-files"]

    assert (result.outcome, result.earned) == ("failed", 5)
    assert said(result).startswith(f"{LAB}/{wanted} is missing, but there is {near}: rename it")


FAULTS = {
    "empty": (b"", "manifest.json is empty"),
    "only blanks": (b" \r\n\t\n", "manifest.json is empty"),
    "a Git LFS pointer": (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 9\n",
        "holds a Git LFS pointer, not the file: run `git lfs pull`",
    ),
    "larger than any manifest": (bytes(30 << 20), "has 30.0 MiB and at most 16.0 MiB are read"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_file_without_content_is_no_file(tmp_path: Path, what: str) -> None:
    data, words = FAULTS[what]
    result = graded(put(tmp_path / "ana", {**ALL, f"{LAB}/manifest.json": data}))["six-files"]

    assert (result.outcome, result.earned) == ("failed", 5)
    assert words in said(result)


def test_a_link_and_a_pipe_are_no_files(tmp_path: Path) -> None:
    at = put(tmp_path / "ana", without("heatmap.png"))
    (at / LAB / "heatmap.png").symlink_to(at / LAB / "mha.py")
    (at / LAB / "verify.py").unlink()
    os.mkfifo(at / LAB / "verify.py")
    result = graded(at)["six-files"]

    assert result.earned == 4
    assert "is a symbolic link" in said(result)
    assert "is a named pipe, not a regular file" in said(result)


# ── committed ────────────────────────────────────────────────────────────────────────────────


def work(at: Path) -> Path:
    """All that the check looks at; the module is in it as well, and is not run."""
    return put(at, {**ALL, ATTENTION: "x = 1\n"})


def outcome(at: Path) -> tuple[str, str]:
    result = graded(at)["committed"]
    return result.outcome, said(result)


def test_without_git_the_points_do_not_count(tmp_path: Path) -> None:
    found = graded(work(tmp_path / "ana"))

    assert found["committed"].outcome == "skipped"
    assert "no git repository" in said(found["committed"])


def test_what_is_committed_passes(tmp_path: Path) -> None:
    assert outcome(commit(work(tmp_path / "ana"))) == ("passed", "")


def test_a_repository_around_the_submission_counts(tmp_path: Path) -> None:
    work(tmp_path / "course/ana")
    commit(tmp_path)

    assert outcome(tmp_path / "course/ana") == ("passed", "")


def test_a_repository_without_a_commit_is_told_how_to_make_one(tmp_path: Path) -> None:
    git(work(tmp_path), "init", "-q")

    assert outcome(tmp_path) == (
        "failed",
        "the repository has no commit yet: `git add` the files, then `git commit`",
    )


CHANGES = {
    "changed": ("verify.py", "print(2)\n", f"{LAB}/verify.py was changed after the last commit"),
    "one blank more": ("README.md", "README.md \n", "README.md was changed"),
    "gone": ("heatmap.png", None, "heatmap.png is in the last commit, but not in the folder"),
    "other line ends": ("mha.py", "mha.py\r\n", ""),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_differs_from_the_last_commit_is_named(tmp_path: Path, what: str) -> None:
    name, text, words = CHANGES[what]
    at = commit(work(tmp_path))
    (at / LAB / name).unlink() if text is None else put(at, {f"{LAB}/{name}": text})
    result, says = outcome(at)

    assert result == ("failed" if words else "passed")
    assert words in says
    assert says.count("\n") == 0


def test_what_was_never_added_is_named_and_only_the_labs_files_count(tmp_path: Path) -> None:
    at = commit(put(tmp_path, {**without("manifest.json"), ATTENTION: "x = 1\n"}))
    put(at, {f"{LAB}/manifest.json": "{}", "notes.txt": "mine"})

    result, says = outcome(at)
    assert result == "failed"
    assert says.startswith(
        f"{LAB}/manifest.json is not in the last commit: `git add` it and commit"
    )
    assert says.count("\n") == 0


def test_what_is_only_staged_is_not_committed(tmp_path: Path) -> None:
    at = commit(put(tmp_path, {**without("mha.py"), ATTENTION: "x = 1\n"}))
    put(at, {f"{LAB}/mha.py": "x = 2\n"})
    git(at, "add", "-A")

    assert "mha.py is not in the last commit" in outcome(at)[1]


def test_the_mode_of_a_file_is_no_change(tmp_path: Path) -> None:
    at = commit(work(tmp_path))
    (at / LAB / "mha.py").chmod(0o755)

    assert outcome(at)[0] == "passed"


def test_what_is_missing_is_counted_once_in_the_other_check(tmp_path: Path) -> None:
    at = commit(put(tmp_path, {**without("mha.py"), ATTENTION: "x = 1\n"}))
    found = graded(at)

    assert (found["committed"].outcome, found["six-files"].earned) == ("passed", 5)
    assert "counted in six-files" in said(found["committed"])


def test_a_near_miss_is_looked_for_in_git_under_its_own_name(tmp_path: Path) -> None:
    at = commit(put(tmp_path, {**without("README.md"), f"{LAB}/readme.MD": "x", ATTENTION: "x"}))

    assert outcome(at) == ("passed", "")
