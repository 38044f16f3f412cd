"""The examples, graded as their README says; and input that nobody should hand in."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from grader.cli import main
from tests.students import EXAMPLES, LAB, commit, example, put

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Graded = Callable[..., tuple[int, dict[str, Any], str]]


@pytest.fixture
def graded(capsys: pytest.CaptureFixture[str]) -> Graded:
    """Run ``grade`` on a path: its exit code, the report (empty if there is none), and stderr."""

    def run(path: object) -> tuple[int, dict[str, Any], str]:
        code = main([str(path), "--format", "json", "--seed", "1", "--lang", "en"])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, json.loads(out) if out else {}, err

    return run


def outcomes(report: dict[str, Any], outcome: str) -> set[str]:
    return {c["id"] for c in report["checks"] if c["outcome"] == outcome}


def said(report: dict[str, Any], check: str) -> str:
    found = next(c for c in report["checks"] if c["id"] == check)
    return " ".join(finding["says"]["en"] for finding in found["findings"])


# ── the examples ─────────────────────────────────────────────────────────────────────────────


def test_the_right_example_has_every_point_and_no_remark(graded: Graded, tmp_path: Path) -> None:
    code, report, err = graded(commit(example("right", tmp_path / "right")))

    assert (code, err) == (0, "")
    assert report["score"]["earned"] == report["score"]["possible"]
    assert outcomes(report, "passed") == {c["id"] for c in report["checks"]}
    assert report["diagnosis"] is None


def test_outside_git_it_has_every_point_but_those_of_the_commit(
    graded: Graded, tmp_path: Path
) -> None:
    code, report, _ = graded(example("right", tmp_path / "right"))

    assert code == 0
    assert report["score"]["earned"] == report["score"]["possible"]
    assert outcomes(report, "skipped") == {"committed"}


def test_as_a_zip_it_has_the_same_points(graded: Graded, tmp_path: Path) -> None:
    folder = example("right", tmp_path / "right")
    with zipfile.ZipFile(tmp_path / "right.zip", "w") as archive:
        for file in folder.rglob("*"):
            archive.write(file, f"ana-main/{file.relative_to(folder)}")
    zipped, plain = graded(tmp_path / "right.zip")[1], graded(folder)[1]

    assert zipped["score"] == plain["score"]
    assert zipped["submission"]["digest"] == plain["submission"]["digest"]


WRONG = {
    "reshape-bug": (
        {"reshape-order", "agreement"},
        [["split/reshape-dh-h"]],
        ("reshape-order", "reshape to (T, d_head, n_heads)"),
    ),
    "no-output-projection": (
        {"output-projection", "single-head", "agreement", "verify-can-fail", "manifest-true"},
        [["out/missing"]],
        ("output-projection", "W_O is never used"),
    ),
    "broken-manifest": (
        {"manifest-json", "manifest-schema"},
        None,
        ("manifest-json", "Line 14, column 35: there is a comma and nothing after it."),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_example_ends_with_one_and_its_fault_is_named(
    graded: Graded, tmp_path: Path, name: str
) -> None:
    failed, sets, (check, words) = WRONG[name]
    code, report, err = graded(example(name, tmp_path / name))

    assert (code, err) == (1, "")
    assert outcomes(report, "failed") == failed
    assert (report["diagnosis"] or {}).get("sets") == sets
    assert words in said(report, check)


def test_the_readme_of_the_examples_speaks_of_each() -> None:
    folders = {path.name for path in EXAMPLES.iterdir() if path.is_dir()}
    named = re.findall(r"\*\*\[([\w-]+)\]", (EXAMPLES / "README.md").read_text("utf-8"))

    assert sorted(named) == sorted(folders) == sorted(["right", *WRONG])


# ── what nobody should hand in ───────────────────────────────────────────────────────────────


def an_empty_folder(at: Path) -> Path:
    return put(at / "empty", {})


def a_folder_without_the_lab(at: Path) -> Path:
    return put(at / "thesis", {"chapter.tex": "x", "data/a.csv": "1,2"})


def an_empty_zip(at: Path) -> Path:
    (at / "a.zip").write_bytes(b"PK\5\6" + bytes(18))
    return at / "a.zip"


def an_empty_file_called_zip(at: Path) -> Path:
    (at / "a.zip").touch()
    return at / "a.zip"


def a_zip_that_was_cut_short(at: Path) -> Path:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr(f"{LAB}/mha.py", "x" * 9999)
    (at / "a.zip").write_bytes(whole.getvalue()[:-40])
    return at / "a.zip"


def a_picture(at: Path) -> Path:
    (at / "heatmap.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(99))
    return at / "heatmap.png"


def a_link_to_itself(at: Path) -> Path:
    (at / "loop").symlink_to("loop")
    return at / "loop"


def a_pipe(at: Path) -> Path:
    os.mkfifo(at / "pipe")
    return at / "pipe"


def a_name_with_control_characters(at: Path) -> Path:
    return at / "a\x1b[2J\nb"


REFUSED = [
    an_empty_folder,
    a_folder_without_the_lab,
    an_empty_zip,
    an_empty_file_called_zip,
    a_zip_that_was_cut_short,
    a_picture,
    a_link_to_itself,
    a_pipe,
    a_name_with_control_characters,
]


@pytest.mark.parametrize("made", REFUSED)
def test_what_is_no_submission_ends_with_two_and_one_sentence(
    graded: Graded, tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    code, report, err = graded(made(tmp_path))

    assert (code, report) == (2, {})
    assert err.startswith("grade: ")
    assert err.count("\n") == 1
    assert err.rstrip().endswith((".", "?"))
    assert "\x1b" not in err


def test_a_path_that_is_not_there_is_answered_with_what_was_meant(
    graded: Graded, tmp_path: Path
) -> None:
    example("right", tmp_path / "ana-garcia")
    code, _, err = graded(tmp_path / "ana-garica")

    assert code == 2
    assert f"Did you mean {tmp_path}/ana-garcia?" in err


MANIFESTS = {
    "30 MiB": (bytes(30 << 20), "six-files", "at most 16.0 MiB are read"),
    "100,000 brackets": (b"[" * 100_000, "manifest-json", ""),
    "100,000 brackets and their ends": (b"[" * 99_999 + b"]" * 99_999, "manifest-json", ""),
    "100,000 objects": (b'{"a":' * 100_000, "manifest-json", ""),
    "a number of 100,000 digits": (b'{"seed": ' + b"9" * 100_000 + b"}", "manifest-json", ""),
    "no text at all": (bytes(range(256)) * 99, "manifest-json", ""),
    "a string of escapes": (b'{"date": "' + b"\\ud800" * 9999 + b'"}', "manifest-json", ""),
}


@pytest.mark.parametrize("what", MANIFESTS)
def test_a_hostile_manifest_costs_its_check_and_nothing_else(
    graded: Graded, tmp_path: Path, what: str
) -> None:
    data, check, words = MANIFESTS[what]
    folder = example("right", tmp_path / "right")
    shutil.rmtree(folder / "src")  # quicker: there is nothing to run
    (folder / LAB / "manifest.json").write_bytes(data)
    code, report, err = graded(folder)

    assert (code, err) == (1, "")
    assert check in outcomes(report, "failed")
    assert outcomes(report, "failed") - {"imports", check} <= {"manifest-schema"}
    assert words in said(report, check)
    assert len(said(report, check)) < 2000


def test_links_that_go_in_circles_and_pipes_are_walked_around(
    graded: Graded, tmp_path: Path
) -> None:
    folder = example("right", tmp_path / "right")
    (folder / "again").symlink_to(folder)
    (folder / LAB / "up").symlink_to("..")
    (folder / "src" / "loop").symlink_to("loop")
    os.mkfifo(folder / "src" / "pipe.py")
    code, report, err = graded(folder)

    assert (code, err) == (0, "")
    assert not any("again" in name for name in report["submission"]["files"])
