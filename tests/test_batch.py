"""``grade batch`` from outside: killed, stopped, run again, in bad company, in parts."""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.batch import Store, lock
from grader.batch.course import Course, Watch, grade_class
from grader.batch.local import Pool
from grader.batch.plan import Plan
from grader.batch.sources.recognise import recognised
from grader.labs.multi_head import LAB as THE_LAB
from grader.rubric import default
from tests.classes import FAST, GRADE, RIGHT, batch, packed, results, rows, some, student, work
from tests.students import LAB, ROOT, commit

if TYPE_CHECKING:
    from grader.batch.work import Done, Job


def started(source: Path, out: Path) -> subprocess.Popen[str]:
    """``grade batch`` in a session of its own, not waited for."""
    command = [
        *GRADE,
        "batch",
        str(source),
        "--out",
        str(out),
        *FAST,
        "--lang",
        "en",
        "--jobs",
        "2",
    ]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def graded(out: Path) -> int:
    """How many are graded by now."""
    if not (out / "results.sqlite").is_file():
        return 0
    with Store.open(out) as store:
        return store.count().get("graded", 0)


def test_a_class_gets_a_store_a_gradebook_and_a_report_each(tmp_path: Path) -> None:
    done = batch(some(tmp_path / "class", 3), tmp_path / "out")

    assert done.returncode == 0, done.stderr
    assert "3 graded" in done.stdout
    assert done.stderr.count(": graded") == 3
    text = (tmp_path / "out" / "grades.csv").read_text("utf-8")
    table = list(csv.DictReader(text.splitlines()))
    assert [(row["student"], row["status"]) for row in table] == [
        (f"student-{i}", "graded") for i in range(3)
    ]
    assert set(results(tmp_path / "out")) == {"student-0", "student-1", "student-2"}


def test_every_submission_gets_a_row_with_a_status_and_a_reason(tmp_path: Path) -> None:
    home = tmp_path / "class"
    student(home / "ana")
    (home / "empty").mkdir()
    (home / "broken.zip").write_bytes(b"PK\x03\x04 no more")
    (tmp_path / "roster.csv").write_text("id,name\nana,Ana\nluz,Luz\n")

    done = batch(home, tmp_path / "out", "--roster", str(tmp_path / "roster.csv"))

    assert done.returncode == 0
    found = rows(tmp_path / "out")
    assert {id_: row.status for id_, row in found.items()} == {
        "ana": "graded",
        "broken": "refused",
        "empty": "refused",
        "luz": "missing",
    }
    assert all(row.reason for row in found.values() if not row.graded)


def test_a_roster_is_remembered_by_the_runs_that_name_none(tmp_path: Path) -> None:
    home, file = tmp_path / "class", tmp_path / "roster.csv"
    student(home / "ana")
    file.write_text("id,name,group\nana,Ana García,B\nluz,Luz,A\n", "utf-8")
    batch(home, tmp_path / "out", "--roster", str(file))
    file.unlink()
    before = rows(tmp_path / "out")
    done = batch(home, tmp_path / "out")

    assert (done.returncode, "roster of the earlier run" in done.stderr) == (0, True)
    assert rows(tmp_path / "out") == before
    assert before["luz"].status == "missing"
    file.write_text("id,name\nana,Ana G.\n", "utf-8")
    batch(home, tmp_path / "out", "--roster", str(file))
    batch(home, tmp_path / "out")
    assert {id_: row.name for id_, row in rows(tmp_path / "out").items()} == {"ana": "Ana G."}


def test_what_is_graded_is_not_graded_again(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 3), tmp_path / "out"
    batch(source, out)
    before = results(out)

    class Idle:
        """Hands that must not be used."""

        def room(self) -> bool:
            return True

        def give(self, job: Job) -> None:
            raise AssertionError(job.key)

        def take(self, seconds: float) -> list[Done]:
            raise AssertionError(seconds)

        def close(self) -> None:
            pass

    checks = frozenset(c.about.id for c in THE_LAB.checks if c.about.block == "E")
    plan = Plan(default(THE_LAB.checks), "seed 15", select=checks)
    entries = recognised(source, None).entries()
    course = Course(out, entries, "class", plan, hands=lambda _: Idle())
    told: list[str] = []
    watch = Watch(lambda _: None, lambda _, how: told.append(how), lambda: False)

    assert grade_class(course, watch)
    assert told == ["cached"] * 3
    assert results(out) == before


def test_a_changed_submission_is_graded_again_and_no_other(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 3), tmp_path / "out"
    batch(source, out)
    student(source / "student-1", RIGHT + "# changed\n")

    done = batch(source, out, "-v")

    assert [line for line in done.stderr.splitlines() if line.endswith(": graded")] == [
        "[3/3] student-1: graded"
    ]
    assert done.stderr.count(": unchanged") == 2


def test_force_and_only_choose_what_is_graded_again(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 3), tmp_path / "out"
    (source / "student-2" / LAB / "manifest.json").write_text("{")
    batch(source, out)

    one = batch(source, out, "--force", "--only", "student-0")
    failed = batch(source, out, "--force", "--only", "failed")
    unknown = batch(source, out, "--only", "studnet-0")

    assert "[1/1] student-0: graded" in one.stderr
    assert "[1/1] student-2: graded" in failed.stderr
    assert unknown.returncode == 2
    assert "Did you mean student-0?" in unknown.stderr


def test_the_same_files_are_graded_once_for_all_who_handed_them_in(tmp_path: Path) -> None:
    for name in ("ana", "eva"):
        student(tmp_path / "class" / name)
    batch(tmp_path / "class", tmp_path / "out")

    found = results(tmp_path / "out")

    with Store.open(tmp_path / "out") as store:
        assert store.db.execute("SELECT count(*) FROM results").fetchone() == (1,)
    assert [found[name][-1]["submission"]["name"] for name in ("ana", "eva")] == ["ana", "eva"]


def test_killed_at_random_moments_it_ends_with_the_results_of_an_undisturbed_run(
    tmp_path: Path,
) -> None:
    source = some(tmp_path / "class", 14)
    batch(source, tmp_path / "calm")
    chance, deaths = random.Random(1), 0
    for _ in range(5):
        process = started(source, tmp_path / "out")
        target = graded(tmp_path / "out") + chance.randint(0, 2)
        while graded(tmp_path / "out") < target and process.poll() is None:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.1))
        deaths += process.poll() is None
        process.kill()
        process.communicate()

    last = batch(source, tmp_path / "out")

    assert deaths >= 3
    assert last.returncode == 0, last.stderr
    assert results(tmp_path / "out") == results(tmp_path / "calm")


def test_a_killed_coordinator_leaves_no_worker_behind(tmp_path: Path) -> None:
    process = started(some(tmp_path / "class", 8), tmp_path / "out")
    while graded(tmp_path / "out") < 1:
        time.sleep(0.02)
    workers = children(process.pid)
    assert workers
    process.kill()
    process.communicate()

    while any(alive(pid) for pid in workers):
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    """The processes that a process started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    """It runs, and is not merely waiting to be counted."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_workers_that_die_are_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    source = some(tmp_path / "class", 10)
    batch(source, tmp_path / "calm")
    process = started(source, tmp_path / "out")
    killed = 0
    while process.poll() is None and killed < 2:
        if graded(tmp_path / "out") > 2 * killed:
            for pid in children(process.pid)[:1]:
                os.kill(pid, signal.SIGKILL)
                killed += 1
        time.sleep(0.02)
    process.communicate()

    assert killed == 2
    assert process.returncode == 0
    assert results(tmp_path / "out") == results(tmp_path / "calm")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_finishes_what_is_in_flight_and_says_how_to_go_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    source = some(tmp_path / "class", 12)
    process = started(source, tmp_path / "out")
    while graded(tmp_path / "out") < 2:
        time.sleep(0.02)
    process.send_signal(number)
    _, said = process.communicate()
    left = rows(tmp_path / "out").values()

    assert process.returncode == 130
    assert "Run the same command again" in said
    assert "Traceback" not in said
    assert {row.status for row in left} == {"graded", "waiting"}
    assert (tmp_path / "out" / "grades.csv").is_file()
    assert batch(source, tmp_path / "out").returncode == 0
    assert {row.status for row in rows(tmp_path / "out").values()} == {"graded"}


def test_hostile_submissions_change_nothing_for_their_neighbours(tmp_path: Path) -> None:
    source = some(tmp_path / "class", 4)
    batch(source, tmp_path / "alone")
    student(source / "student-0a", "import os\nos._exit(0)\n")
    student(source / "student-1a", "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n")
    student(source / "student-1b", "while True:\n    print('x' * 100000)\n")
    student(source / "student-2a", "x = []\nwhile True:\n    x.append(bytearray(1 << 24))\n")
    (source / "student-2b.zip").write_bytes(packed({"a.py": b"0" * (80 << 20)}))
    (source / "student-3a").symlink_to("/etc")

    done = batch(source, tmp_path / "together")

    alone, together = results(tmp_path / "alone"), results(tmp_path / "together")
    assert done.returncode == 0
    assert {id_: together[id_] for id_ in alone} == alone
    assert set(together) - set(alone) == {
        *("student-0a", "student-1a", "student-1b", "student-2a", "student-2b", "student-3a"),
    }


def test_a_second_run_on_the_same_folder_is_turned_away(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 2), tmp_path / "out"
    batch(source, out)
    with lock.locked(out):
        done = batch(source, out)

    assert done.returncode == 2
    assert "Another `grade batch` is writing" in done.stderr


def test_a_report_that_was_lost_is_written_again_from_the_store(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 2), tmp_path / "out"
    batch(source, out)
    before = results(out)
    for file in out.glob("reports/*"):
        file.unlink()
    batch(source, out)

    assert results(out) == before


def test_the_seed_is_drawn_once_and_never_that_of_another_class(tmp_path: Path) -> None:
    source = some(tmp_path / "class", 1)
    seeds = []
    for out in ("one", "one", "two"):
        command = [*GRADE, "batch", str(source), "--out", str(tmp_path / out), "--select", "E"]
        subprocess.run([*command, "--force"], cwd=ROOT, capture_output=True, check=True)
        (result,) = results(tmp_path / out).values()
        seeds.append(result[-1]["environment"]["seed"])

    assert seeds[0] == seeds[1] != seeds[2]


def test_shards_that_are_merged_equal_one_run(tmp_path: Path) -> None:
    source = some(tmp_path / "class", 7)
    batch(source, tmp_path / "whole")
    for i in (1, 2, 3):
        batch(source, tmp_path / f"part{i}", "--shard", f"{i}/3")
    parts = [str(tmp_path / f"part{i}") for i in (1, 2, 3)]

    def merge(*parts: str) -> subprocess.CompletedProcess[str]:
        command = [*GRADE, "merge", str(tmp_path / "merged"), *parts, "--lang", "en"]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    first, second = merge(*parts[:2]), merge(*parts)

    assert "missing: 3/3" in first.stderr
    assert (second.returncode, second.stderr) == (0, "")
    assert results(tmp_path / "merged") == results(tmp_path / "whole")


def test_parts_that_were_graded_in_different_ways_are_not_merged(tmp_path: Path) -> None:
    source = some(tmp_path / "class", 2)
    batch(source, tmp_path / "a", "--shard", "1/2")
    batch(source, tmp_path / "b", "--shard", "2/2", "--hints", "none")
    command = [*GRADE, "merge", str(tmp_path / "m"), str(tmp_path / "a"), str(tmp_path / "b")]

    done = subprocess.run(
        [*command, "--lang", "en"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert "options other than" in done.stderr


def test_a_part_that_is_not_graded_to_its_end_is_not_merged(tmp_path: Path) -> None:
    source = some(tmp_path / "class", 2)
    batch(source, tmp_path / "part", "--only", "student-0")
    command = [*GRADE, "merge", str(tmp_path / "m"), str(tmp_path / "part"), "--lang", "en"]
    early = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    batch(source, tmp_path / "part")
    late = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (early.returncode, late.returncode) == (2, 0)
    assert "is not graded to its end" in early.stderr


def test_only_some_are_not_graded_by_another_measure_than_the_rest(tmp_path: Path) -> None:
    source, out = some(tmp_path / "class", 2), tmp_path / "out"
    batch(source, out)
    before = results(out)
    done = batch(source, out, "--only", "student-0", "--hints", "none")

    assert done.returncode == 2
    assert "two measures" in done.stderr
    assert results(out) == before


def test_commit_times_tell_what_is_late_where_a_deadline_is_given(tmp_path: Path) -> None:
    commit(student(tmp_path / "class" / "ana"))
    batch(tmp_path / "class", tmp_path / "out", "--due", "2020-01-01")
    late = rows(tmp_path / "out")["ana"]
    batch(tmp_path / "class", tmp_path / "out", "--due", "2200-01-01")
    early = rows(tmp_path / "out")["ana"]

    assert (late.late, early.late) == (True, False)
    assert late.submitted_at


def test_names_that_a_spreadsheet_would_run_are_only_text_in_the_gradebook(tmp_path: Path) -> None:
    student(tmp_path / "class" / "=cmd|' calc'!A0")
    student(tmp_path / "class" / "@sum", RIGHT + "#\n")
    batch(tmp_path / "class", tmp_path / "out")

    cells = (tmp_path / "out" / "grades.csv").read_text("utf-8").splitlines()[1:]

    assert cells[0].startswith("'=cmd")
    assert cells[1].startswith("'@sum")
    assert {p.stem for p in (tmp_path / "out" / "reports").iterdir()} == {"cmd-calc-A0", "sum"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["batch", "no-such-class", "--out", "o"], "nothing at “no-such-class”"),
        (["batch", "examples", "--out", "README.md"], "is a file"),
        (["batch", "examples", "--out", "examples/o"], "lies in the class itself"),
        (["batch", "examples/right", "--out", "o"], "is one submission, not a class"),
        (["batch", "README.md", "--out", "o"], "holds no class"),
        (["batch", "schemas", "--out", "o"], "there is no submission in it"),
        (["batch", "examples"], "--out DIR is missing"),
        (["batch", "examples", "--out", "o", "--from", "canvsa"], "Did you mean canvas?"),
        (["batch", "examples", "--out", "o", "--shard", "3/2"], "--shard takes I/N"),
        (["batch", "examples", "--out", "o", "--due", "soon"], "--due takes a date"),
        (["batch", "examples", "--out", "o", "--roster", "README.md"], "columns id and name"),
        (["status", "schemas"], "holds no results"),
        (["show", "schemas", "ana"], "holds no results"),
        (["merge", "o", "schemas"], "holds no results"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(options: list[str], says: str) -> None:
    done = subprocess.run(
        [*GRADE, *options, "--lang", "en"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (ROOT / "o").exists()


def test_status_and_show_tell_what_is_in_the_store(tmp_path: Path) -> None:
    source = some(tmp_path / "class", 2)
    (source / "student-1" / LAB / "manifest.json").write_text('{"a": 1,}')
    (source / "empty").mkdir()
    batch(source, tmp_path / "out")

    def run(*words: str) -> str:
        command = [*GRADE, *words, "--lang", "es"]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert "2 evaluadas" in run("status", str(tmp_path / "out"))
    assert "empty: rechazadas" in run("status", str(tmp_path / "out"), "-v")
    shown = run("show", str(tmp_path / "out"), "student-1")
    assert "manifest-json  0/2" in shown
    assert "superado" in run("show", str(tmp_path / "out"), "student-0")


def test_a_pool_hands_back_every_job_even_if_its_worker_dies_each_time(tmp_path: Path) -> None:
    from grader.batch.work import Job
    from grader.submission import read

    plan = Plan(default(THE_LAB.checks), "x", select=frozenset({"manifest-json"}))
    job = Job("k", read(str(student(tmp_path / "a", "import time\ntime.sleep(100)\n"))))
    pool = Pool(plan, 1)
    try:
        pool.give(job)
        back: list[Done] = []
        while not back:
            for pid in pool.pids:
                os.kill(pid, signal.SIGKILL)
            back += pool.take(0.2)
    finally:
        pool.close()

    assert [(done.key, bool(done.failed)) for done in back] == [("k", True)]
    assert back[0].failed
    assert "died 2 times" in back[0].failed.en


def test_work_that_is_packed_is_the_same_as_work_that_is_not(tmp_path: Path) -> None:
    student(tmp_path / "class" / "ana")
    (tmp_path / "class" / "eva.zip").write_bytes(packed(work()))
    batch(tmp_path / "class", tmp_path / "out")

    found = rows(tmp_path / "out")

    assert found["ana"].digest == found["eva"].digest
