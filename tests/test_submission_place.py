"""Which folder is meant by a path, and what is refused."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from grader.model import Refusal
from grader.submission import Limits, read

if TYPE_CHECKING:
    from pathlib import Path

LAB = "experiments/15-multi-head"
ATTENTION = "src/minimodel/attention/attention.py"


def lab(at: Path) -> Path:
    for name in (ATTENTION, f"{LAB}/mha.py", f"{LAB}/README.md"):
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_text(f"# {name}\n")
    return at


def kinds(path: Path, **limits: int) -> dict[str, str]:
    return {odd.path: odd.kind for odd in read(str(path), limits=Limits(**limits)).oddities}


def refusal(path: Path | str, **limits: int) -> str:
    with pytest.raises(Refusal) as caught:
        read(str(path), limits=Limits(**limits))
    assert caught.value.says.en != caught.value.says.es
    return caught.value.says.en


def test_wrapping_folders_are_peeled(tmp_path: Path) -> None:
    lab(tmp_path / "download" / "lab-main" / "repo")
    (tmp_path / "download" / "__MACOSX" / "src" / "minimodel").mkdir(parents=True)
    found = read(str(tmp_path / "download"))
    assert (found.name, found.peeled) == ("download", "lab-main/repo")
    assert ATTENTION in found.files


@pytest.mark.parametrize("inside", [LAB, "src", "src/minimodel", ATTENTION, f"{LAB}/mha.py"])
def test_a_path_inside_the_repository_stands_for_all_of_it(tmp_path: Path, inside: str) -> None:
    found = read(str(lab(tmp_path / "ana") / inside))
    assert found.name == "ana"
    assert found.path.endswith(inside)
    assert ATTENTION in found.files
    assert f"{LAB}/mha.py" in found.files


def test_an_empty_hand_in_inside_a_right_repository_is_not_that_repository(tmp_path: Path) -> None:
    teacher = lab(tmp_path / "course")
    (teacher / "students" / "bob").mkdir(parents=True)
    says = refusal(teacher / "students" / "bob")
    assert "found nothing" in says
    assert f"Did you mean “{teacher}”" in says


def test_the_top_of_another_repository_is_never_crossed(tmp_path: Path) -> None:
    teacher = lab(tmp_path / "course")
    bob = teacher / "src" / "bob"
    (bob / ".git").mkdir(parents=True)
    assert "is no submission" in refusal(bob)


def test_several_submissions_are_not_guessed_between(tmp_path: Path) -> None:
    lab(tmp_path / "ana")
    lab(tmp_path / "bob")
    says = refusal(tmp_path)
    assert "2 submissions (ana, bob)" in says
    assert "one after the other" in says


def test_a_misspelled_lab_folder_still_marks_the_root(tmp_path: Path) -> None:
    (tmp_path / "x" / "Experiments" / "15_Multi Head").mkdir(parents=True)
    (tmp_path / "x" / "Experiments" / "15_Multi Head" / "mha.py").touch()
    assert read(str(tmp_path)).peeled == "x"


def test_no_python_at_all_is_no_submission(tmp_path: Path) -> None:
    (tmp_path / "notes.docx").touch()
    says = refusal(tmp_path)
    assert "notes.docx" in says
    assert ATTENTION in says
    assert LAB in says


def test_a_folder_with_only_an_archive_says_to_unpack_it(tmp_path: Path) -> None:
    (tmp_path / "lab.zip").write_bytes(b"PK\x03\x04")
    assert "lab.zip”: unpack it" in refusal(tmp_path)


def test_a_path_that_does_not_exist_names_the_nearest(tmp_path: Path) -> None:
    lab(tmp_path / "multi-head-ana")
    assert "multi-head-ana”?" in refusal(tmp_path / "multi-head-anna")
    assert "does not exist" in refusal("nowhere\0at all")
    assert "does not exist" in refusal(tmp_path / "multi-head-ana" / ATTENTION / "deeper")


def test_pipes_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "named pipe" in refusal(tmp_path / "pipe")
    assert "device" in refusal("/dev/zero")
    (tmp_path / "loop").symlink_to("loop")
    assert "circle" in refusal(tmp_path / "loop")
    (tmp_path / "link").symlink_to(lab(tmp_path / "ana"))
    assert read(str(tmp_path / "link")).name == "link"


def test_an_archive_beside_the_work_is_named_and_kept_as_data(tmp_path: Path) -> None:
    (lab(tmp_path) / "data.zip").write_bytes(b"PK\x03\x04")
    assert kinds(tmp_path) == {"data.zip": "nested-archive"}
    assert "data.zip" in read(str(tmp_path)).files
