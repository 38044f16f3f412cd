"""The store of a class: what is in it, who may write to it, and what it refuses."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from grader.batch import Row, Store, Student, ledger, lock
from grader.batch.sources.entry import Entry
from grader.batch.work import Done
from grader.model import Refusal, same

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = {"kind": "path", "path": ""}
ANA, EVA = Student("ana", "Ana"), Student("eva", "Eva", email="eva@x.edu", more={"group": "B"})


def entry(wish: str, *students: Student, **facts: object) -> Entry:
    whose = students or (Student(wish, wish),)
    return Entry(wish, wish, wish, f"/class/{wish}", whose, SOURCE, **facts)  # type: ignore[arg-type]


def done(key: str = "k", digest: str = "d", earned: float = 5.0) -> Done:
    report = '{"submission": {"name": "first", "path": "/class/first"}}'
    return Done(key, digest, report=report, earned=earned, pending=2.0, possible=7.0)


def row(store: Store, id_: str) -> Row:
    found = store.row(id_)
    assert found
    return found


def test_a_submission_waits_until_it_is_graded_and_then_has_its_score(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("a"), entry("b")])
        before = row(store, "a")
        ledger.graded(store, done(), "plan", ["a"])
        after = row(store, "a")

        assert (before.status, before.earned) == ("waiting", None)
        assert (after.status, after.earned, after.possible) == ("graded", 5.0, 7.0)
        assert store.count() == {"graded": 1, "waiting": 1}


def test_rows_come_in_the_order_of_the_source_however_many_there_are(tmp_path: Path) -> None:
    names = [f"s{(i * 7) % 450}" for i in range(450)]
    with Store.create(tmp_path) as store:
        ledger.enlist(store, map(entry, names))

        assert [r.id for r in store.rows()] == names


def test_a_group_has_one_result_and_each_member_a_grade(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("team", EVA, ANA)])
        ledger.graded(store, done(), "plan", ["team"])

        grades = [(student, r.earned) for student, r in store.grades()]
        assert grades == [(EVA, 5.0), (ANA, 5.0)]


def test_only_the_latest_attempt_counts_and_all_are_kept(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        first, second = entry("a", ANA, latest=False), entry("a-2", ANA, attempt=2)
        ledger.enlist(store, [first, second])

        assert [r.id for _, r in store.grades()] == ["a-2"]
        assert [r.id for r in store.rows()] == ["a", "a-2"]


def test_two_who_handed_in_the_same_files_share_a_result_under_their_own_names(
    tmp_path: Path,
) -> None:
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("first"), entry("second")])
        ledger.graded(store, done(), "plan", ["first", "second"])
        report = store.report("second")

        assert report == {"submission": {"name": "second", "path": "/class/second"}}


def test_listing_the_same_source_again_forgets_nothing(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("a"), entry("b")])
        ledger.graded(store, done(), "plan", ["b"])
        gone = ledger.enlist(store, [entry("b"), entry("c")])

        assert gone == 1
        assert {r.id: r.status for r in store.rows()} == {"b": "graded", "c": "waiting"}


def test_an_id_that_now_means_another_submission_keeps_nothing_of_the_old_one(
    tmp_path: Path,
) -> None:
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("a")])
        ledger.graded(store, done(), "plan", ["a"])
        other = Entry("elsewhere", "a", "a", "/class/A", (ANA,), SOURCE)
        ledger.enlist(store, [other])

        assert row(store, "a").status == "waiting"


def test_what_another_plan_graded_waits_again(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("a"), entry("b")])
        ledger.graded(store, done("k1"), "old", ["a"])
        ledger.graded(store, done("k2"), "new", ["b"])
        ledger.outdate(store, "new")

        assert {r.id: r.status for r in store.rows()} == {"a": "waiting", "b": "graded"}


def test_the_last_decision_counts_and_none_is_ever_lost(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("a")])
        ledger.graded(store, done(), "plan", ["a"])
        store.decide(row(store, "a"), "mask", 3, "fine", "Eva")
        store.decide(row(store, "a"), "mask", 1, "on second thought", "Eva")
        store.decide(row(store, "a"), "init", 2, "", "Ana")
        store.decide(row(store, "a"), "init", None, "taken back", "Ana")

        assert [(d.check, d.points) for d in store.decisions("d")] == [("mask", 1.0)]
        assert [d.points for d in store.decisions(history=True)] == [3.0, 1.0, 2.0, None]


def test_a_decision_outlives_a_new_grading_of_the_same_files(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("a")])
        ledger.graded(store, done("k1"), "old", ["a"])
        store.decide(row(store, "a"), "mask", 3, "fine", "Eva")
        ledger.forget(store, ["a"])
        ledger.graded(store, done("k2"), "new", ["a"])

        assert [d.check for d in store.decisions(row(store, "a").digest)] == ["mask"]


def test_a_second_writer_is_turned_away_and_a_reader_is_not(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store, lock.locked(tmp_path):
        ledger.enlist(store, [entry("a")])
        with (
            pytest.raises(Refusal, match="Another `grade batch` is writing"),
            lock.locked(tmp_path),
        ):
            pass
        with Store.open(tmp_path) as reader:
            assert [r.id for r in reader.rows()] == ["a"]


def test_what_is_written_together_is_there_together_or_not_at_all(tmp_path: Path) -> None:
    def broken() -> object:
        yield entry("b")
        raise Refusal(same("the list ends in the middle"))

    with Store.create(tmp_path) as store:
        ledger.enlist(store, [entry("a")])
        with pytest.raises(Refusal):
            ledger.enlist(store, broken())  # type: ignore[arg-type]

        assert [r.id for r in store.rows()] == ["a"]


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE meta SET value = 'mha-grader/store/v9'", "store/v9"),
        ("DELETE FROM meta", "not written by this version"),
        ("DROP TABLE meta", "not written by this version"),
    ],
)
def test_a_store_of_another_version_is_refused_in_a_sentence(
    tmp_path: Path, statement: str, says: str
) -> None:
    Store.create(tmp_path).close()
    with sqlite3.connect(tmp_path / "results.sqlite") as db:
        db.execute(statement)
    db.close()

    with pytest.raises(Refusal, match=says):
        Store.open(tmp_path)


def test_a_folder_without_a_store_and_a_damaged_store_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="holds no results"):
        Store.open(tmp_path)
    (tmp_path / "results.sqlite").write_bytes(b"no database, " * 1000)
    with pytest.raises(Refusal, match="cannot be read as a database"):
        Store.open(tmp_path)
