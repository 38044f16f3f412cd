"""The folder of results when it is full, can only be read, or has something else in it."""

from __future__ import annotations

import resource
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from grader.batch import Store, ledger
from grader.model import Refusal
from tests.classes import FAST, GRADE, batch, rows, some
from tests.students import ROOT, commit
from tests.test_batch_store import done, entry

if TYPE_CHECKING:
    from pathlib import Path

OURS = "The grader itself failed"


NAMES = ("results.sqlite", "grades.csv", ".lock", "reports/student-0.json")


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_where_a_file_is_to_be_is_said_and_is_no_fault_of_the_grader(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "out" / name).mkdir(parents=True)
    ran = batch(some(tmp_path / "class", 1), tmp_path / "out")

    assert ran.returncode == 2, ran.stderr
    assert OURS not in ran.stderr
    assert "out" in ran.stderr


def test_a_full_disk_is_said_and_the_next_run_goes_on_from_there(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 2), tmp_path / "out"
    full = subprocess.run(
        [*GRADE, "batch", str(source), "--out", str(out), *FAST, "--lang", "en", "--jobs", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000)),
    )
    after = batch(source, out)

    assert full.returncode == 2, full.stderr
    assert OURS not in full.stderr
    assert "cannot be written" in full.stderr
    assert after.returncode == 0, after.stderr
    assert len(list((out / "reports").glob("*.json"))) == 2


def read_only(folder: Path) -> Path:
    """What SQLite meets on a disk that can only be read: no log can be made, even by root."""
    for log in ("-wal", "-shm"):
        (folder / f"results.sqlite{log}").mkdir()
    return folder


def test_results_on_a_disk_that_can_only_be_read_can_be_read(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("a")])
        ledger.graded(store, done(), "plan", ["a"])
    read_only(tmp_path)

    with Store.open(tmp_path) as store:
        assert store.count() == {"graded": 1}
        with pytest.raises(Refusal, match="cannot be written"):
            store.remember(run="again")
    with pytest.raises(Refusal, match="cannot be opened"):
        Store.create(tmp_path)


def test_what_is_only_in_the_log_is_not_passed_over(tmp_path: Path) -> None:
    with Store.create(tmp_path / "a") as store:
        ledger.enlist(store, [entry("a")])
        shutil.copytree(tmp_path / "a", tmp_path / "b")  # as a kill would leave it

    with Store.open(tmp_path / "b") as store:
        assert store.count() == {"waiting": 1}


def test_a_report_goes_when_its_submission_is_refused_replaced_or_gone(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 3), tmp_path / "out"
    batch(source, out)
    (out / "reports" / "notes.html").write_text("a teacher's own")
    shutil.rmtree(source / "student-0")
    shutil.rmtree(source / "student-1")
    (source / "student-1.zip").write_bytes(b"damaged")
    batch(source, out)

    left = sorted(path.name for path in (out / "reports").iterdir())
    assert left == ["notes.html", "student-2.html", "student-2.json"]


def test_a_report_goes_when_its_files_are_damaged_and_comes_back_with_them(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 1), tmp_path / "out"
    report = out / "reports" / "student-0.json"
    batch(source, out)
    shutil.move(source / "student-0" / "src", tmp_path / "src")
    shutil.move(source / "student-0" / "experiments", tmp_path / "experiments")
    batch(source, out)
    absent = not report.exists()
    shutil.move(tmp_path / "src", source / "student-0" / "src")
    shutil.move(tmp_path / "experiments", source / "student-0" / "experiments")
    batch(source, out)

    assert absent
    assert report.exists()


def test_grading_one_again_leaves_the_others_late(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 2), tmp_path / "out"
    for name in ("student-0", "student-1"):
        commit(source / name)
    batch(source, out, "--due", "2020-01-01")
    batch(source, out, "--due", "2020-01-01", "--only", "student-0")

    assert [row.late for row in rows(out).values()] == [True, True]
    assert all(row.submitted_at for row in rows(out).values())
