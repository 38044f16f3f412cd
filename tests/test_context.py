"""Where a submission lies in the repository that a CI shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.cli.context import base
from grader.grade import subject
from grader.submission import read
from tests.students import commit, repo

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("typed", "expected"),
    [(".", ""), ("src", ""), ("src/minimodel", ""), ("../repository", "")],
)
def test_the_root_of_a_repository_is_its_own_base(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, expected: str
) -> None:
    monkeypatch.chdir(commit(repo(tmp_path / "repository")))

    assert base(subject(read(typed)), {}) == expected


def test_a_folder_of_a_repository_is_named_from_its_root(tmp_path: Path) -> None:
    repo(tmp_path / "students" / "ana")
    commit(tmp_path)

    assert base(subject(read(str(tmp_path / "students" / "ana"))), {}) == "students/ana"


def test_without_git_the_workspace_of_the_ci_is_the_root(tmp_path: Path) -> None:
    at = repo(tmp_path / "work" / "lab")

    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        assert base(subject(read(str(at))), {name: str(tmp_path / "work")}) == "lab"


def test_what_lies_in_no_repository_is_its_own_root(tmp_path: Path) -> None:
    assert base(subject(read(str(repo(tmp_path / "lab")))), {}) == ""


def test_a_wrapping_folder_is_not_counted_twice(tmp_path: Path) -> None:
    repo(tmp_path / "download" / "lab-main")
    commit(tmp_path)
    found = subject(read(str(tmp_path / "download")))

    assert (base(found, {}), found.peeled) == ("download", "lab-main")


def test_files_of_an_archive_have_no_place(tmp_path: Path) -> None:
    import shutil

    repo(tmp_path / "lab")
    archive = shutil.make_archive(str(tmp_path / "lab"), "zip", tmp_path, "lab")

    assert base(subject(read(archive)), {}) is None
