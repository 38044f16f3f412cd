"""Names that come from students, or from a disk that spells them in another way."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from grader.batch import Store, Student, ledger
from grader.batch.files import cell
from grader.batch.sources.tidy import plain
from tests.classes import GRADE, batch, packed, rows, some, work
from tests.test_batch_store import entry

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("top", ["{}_12_34_w.zip", "{}_12_assignsubmission_file/w.zip"])
def test_a_name_that_an_old_windows_unpacked_is_read_and_stops_nobody(
    top: str, tmp_path: Path
) -> None:
    for name in ("Jos\xe9", "Ana"):
        called = top.replace("12", "13") if name == "Ana" else top
        path = tmp_path / "class" / os.fsdecode(called.format(name).encode("latin-1"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed(work()))
    ran = batch(tmp_path / "class", tmp_path / "out")

    assert ran.returncode == 0, ran.stderr
    found = rows(tmp_path / "out")
    assert {row.name for row in found.values()} == {"Jos\xe9", "Ana"}
    assert {row.status for row in found.values()} == {"graded"}


def test_a_name_never_makes_a_row_or_a_formula_nor_moves_a_cursor(tmp_path: Path) -> None:
    evil = Student("e", "\x1b]0;x\x07\r=1+1\u202e", email="\uff1d1")
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("a", evil)])
        (kept,) = next(store.rows()).students

    assert kept.name == r"\x1b]0;x\x07 =1+1\u202e"
    assert cell("a\r=1") == "a =1"
    assert cell("\uff1d1") == "'\uff1d1"


@pytest.mark.parametrize("name", ["Ana L\xf3pez", "O'Neil, J.-P.", "\u05d0\u05d1", "a  b"])
def test_an_honest_name_stays_as_it_is(name: str) -> None:
    assert plain(name) == name


def test_a_blank_that_does_not_break_is_a_blank() -> None:
    assert plain("Ana\xa0L\xf3pez") == "Ana L\xf3pez"


def test_a_link_in_a_circle_is_one_refused_submission(tmp_path: Path) -> None:
    source = some(tmp_path / "class", 1)
    (source / "loop").symlink_to("loop")
    ran = batch(source, tmp_path / "out")

    assert ran.returncode == 0, ran.stderr
    found = rows(tmp_path / "out")
    assert (found["student-0"].status, found["loop"].status) == ("graded", "refused")


@pytest.mark.parametrize("said", [("show", "{out}", "\udcff"), ("batch", "{class}", "--out", "")])
def test_what_no_shell_should_send_is_refused_in_a_sentence(
    said: tuple[str, ...], tmp_path: Path
) -> None:
    Store.create(tmp_path / "out").close()
    places = {"out": tmp_path / "out", "class": some(tmp_path / "class", 1)}
    command = [*GRADE, *(word.format(**places) for word in said)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)

    assert ran.returncode == 2
    assert b"itself failed" not in ran.stderr
    assert not (tmp_path / "results.sqlite").exists()
