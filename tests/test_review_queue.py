"""What needs a person: found in reports and decisions, the same for the terminal and the page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch import Decision, Row, Store, ledger, lock
from grader.batch.review import desk
from grader.batch.review.queue import by_check, following, items, worth_reading
from grader.model import Refusal
from tests.desks import PLAN, done, doubtful, filled, to_look_at

if TYPE_CHECKING:
    from pathlib import Path

    from grader.batch.review.queue import Item

ROW = Row("ana", "Ana", (), "ana", "graded", digest="d", pending=2.0, passed=False)


def check(
    id_: str, outcome: str, points: float = 2, block: str = "A", **more: Any
) -> dict[str, Any]:
    title = {"en": id_, "es": id_}
    made = {"id": id_, "block": block, "outcome": outcome, "points": points, "earned": 0}
    return {**made, "title": title, "findings": [], **more}


def finding(says: str, *, note: bool = False) -> dict[str, Any]:
    return {"says": {"en": says, "es": says}, "file": "a.py", "line": 3, "note": note, "at": None}


def decided(id_: str, points: float | None, number: int = 1) -> Decision:
    return Decision(number, "d", "ana", id_, points, "", "ta", "2026-01-01T00:00:00+00:00")


def found(*checks: dict[str, Any], decisions: tuple[Decision, ...] = ()) -> list[Item]:
    return list(items(ROW, {"checks": list(checks)}, decisions))


def why(*checks: dict[str, Any], decisions: tuple[Decision, ...] = ()) -> dict[str, str]:
    return {one.check: one.why for one in found(*checks, decisions=decisions)}


def test_a_check_in_review_needs_a_person_and_no_other_outcome_does() -> None:
    outcomes = ("passed", "failed", "blocked", "skipped", "review")

    assert why(*(check(outcome, outcome) for outcome in outcomes)) == {"review": "review"}


def test_advice_carries_no_points_so_nobody_has_to_look_at_it() -> None:
    assert why(check("vectorised", "review", points=0)) == {}


def test_a_class_that_fails_by_agreement_alone_may_be_right_in_a_way_nobody_thought_of() -> None:
    assert why(check("agreement", "failed"), check("scores", "passed")) == {
        "agreement": "agreement"
    }


@pytest.mark.parametrize("outcome", ["failed", "blocked"])
def test_a_class_that_fails_by_more_is_wrong_in_a_way_that_is_known(outcome: str) -> None:
    assert why(check("agreement", "failed"), check("scores", outcome)) == {}


def test_a_readme_that_fails_makes_a_doubtful_class_no_less_doubtful() -> None:
    readme = check("readme-bias", "failed", block="D")

    assert why(check("agreement", "failed"), readme) == {"agreement": "agreement"}


def test_what_was_decided_stays_in_sight_with_the_points_that_count() -> None:
    one, *rest = found(check("mask", "failed"), decisions=(decided("mask", 1.5),))

    assert rest == []
    assert (one.why, one.earned, one.outcome, one.open) == ("decided", 1.5, "failed", False)


def test_a_decision_that_was_taken_back_leaves_the_item_open() -> None:
    one, *_ = found(check("mask", "review"), decisions=(decided("mask", None),))

    assert one.open


def test_what_led_to_the_outcome_is_shown_and_remarks_only_where_there_is_nothing_else() -> None:
    both = check("a", "review", findings=[finding("remark", note=True), finding("fault")])
    only = check("b", "review", findings=[finding("remark", note=True)])

    assert [[said.says.en for said in one.said] for one in found(both, only)] == [
        ["fault"],
        ["remark"],
    ]


def test_most_of_a_class_is_not_read_at_all() -> None:
    passed = Row("zoe", "Zoe", (), "zoe", "graded", digest="z", pending=0.0, passed=True)

    assert not worth_reading(passed, frozenset())
    assert worth_reading(passed, frozenset({"z"}))
    assert worth_reading(ROW, frozenset())


@given(st.lists(st.sampled_from(("passed", "failed", "blocked", "review")), max_size=8), st.data())
def test_every_open_item_is_reached_by_going_on(outcomes: list[str], data: st.DataObject) -> None:
    listed = found(*(check(f"c{n}", outcome) for n, outcome in enumerate(outcomes)))
    waiting = {one.check for one in listed if one.open}
    seen: set[str] = set()
    at = data.draw(st.sampled_from(listed)).check if listed else ""
    for _ in range(len(listed) + 1):
        following_one = following(listed, "ana", at)
        if following_one:
            at = following_one.check
            seen.add(at)

    assert seen == waiting or (len(waiting) == 1 and seen == set())


def test_items_are_listed_check_by_check_in_the_order_of_the_lab() -> None:
    listed = found(check("z", "review"), check("a", "review"))

    assert list(by_check(reversed(listed))) == ["z", "a"]


# ── at a store ───────────────────────────────────────────────────────────────────────────────


def settle(store: Store, id_: str, check_: str, points: str, **more: str) -> Decision:
    row, report = desk.read(store, id_)
    asked = desk.Asked(points, more.get("comment", ""), more.get("person", "Ana P"))
    return desk.settle(store, row, desk.looked_up(store, row, report, check_), asked)


def waiting(store: Store) -> set[tuple[str, str]]:
    return {(one.submission, one.check) for one in desk.queue(store)[0] if one.open}


def test_the_queue_of_a_class_has_what_waits_and_says_who_could_not_be_read(tmp_path: Path) -> None:
    with Store.open(filled(tmp_path)) as store:
        listed, unread = desk.queue(store)

        assert {(i.submission, i.check, i.why) for i in listed} == {
            ("ana", "heatmap-distinct", "review"),
            ("luis", "heatmap-distinct", "review"),
            ("eva", "agreement", "agreement"),
        }
        assert [(one.submission, one.status) for one in unread] == [("max", "refused")]


def test_a_decision_holds_for_everyone_who_handed_the_same_files_in(tmp_path: Path) -> None:
    with Store.open(filled(tmp_path)) as store:
        made = settle(store, "ana", "heatmap-distinct", "1,5", comment="  two \n lines ")

        assert (made.points, made.comment, made.submission) == (1.5, "two \n lines", "ana")
        assert waiting(store) == {("eva", "agreement")}
        row = store.row("ana")
        assert row is not None
        assert list(desk.twins(store, row)) == ["luis"]


def test_a_new_attempt_with_other_files_needs_its_own_decision(tmp_path: Path) -> None:
    with Store.open(filled(tmp_path)) as store:
        settle(store, "ana", "heatmap-distinct", "3")
        other = replace(done(to_look_at()), digest="99" * 32, key="key of another snapshot")
        ledger.graded(store, other, PLAN, ["luis"])

        assert waiting(store) == {("eva", "agreement"), ("luis", "heatmap-distinct")}


def test_a_decision_survives_grading_the_same_files_again(tmp_path: Path) -> None:
    with Store.open(filled(tmp_path)) as store:
        settle(store, "eva", "agreement", "2")
        ledger.forget(store, ["eva"])
        ledger.graded(store, done(doubtful()), PLAN, ["eva"])

        assert ("eva", "agreement") not in waiting(store)


def test_any_check_with_points_can_be_decided_whether_it_waits_or_not(tmp_path: Path) -> None:
    with Store.open(filled(tmp_path)) as store:
        settle(store, "ana", "scores", "3")
        decided_now = [i for i in desk.queue(store)[0] if not i.open and i.submission == "ana"]

        assert [(i.check, i.why, i.earned) for i in decided_now] == [("scores", "decided", 3)]


@pytest.mark.parametrize(
    ("id_", "check_", "points", "said"),
    [
        ("ana", "heatmap-distinct", "4", "between 0 and 3"),
        ("ana", "heatmap-distinct", "-1", "between 0 and 3"),
        ("ana", "heatmap-distinct", "nan", "number such as"),
        ("ana", "heatmap-distinct", "1e999", "number such as"),
        ("ana", "heatmap-distinct", "two", "not “two”"),
        ("ana", "heatmap-distinct", "", "nothing to take back"),
        ("ana", "heatmap-distnct", "1", "Did you mean heatmap-distinct?"),
        ("ana", "committed", "1", "does not apply"),
        ("ana", "forward-length", "0", "no points"),
        ("max", "scores", "1", "no report yet"),
        ("anna", "scores", "1", "Did you mean ana?"),
    ],
)
def test_what_cannot_be_decided_is_refused_in_a_sentence(
    tmp_path: Path, id_: str, check_: str, points: str, said: str
) -> None:
    with Store.open(filled(tmp_path)) as store:
        with pytest.raises(Refusal) as refused:
            settle(store, id_, check_, points)

        assert said in refused.value.says.en
        assert list(store.decisions(history=True)) == []


def test_a_decision_without_a_name_or_with_a_whole_essay_is_not_kept(tmp_path: Path) -> None:
    with Store.open(filled(tmp_path)) as store:
        for more in ({"person": "  "}, {"person": "x" * 121}, {"comment": "x" * 4001}):
            with pytest.raises(Refusal):
                settle(store, "eva", "agreement", "1", **more)

        assert list(store.decisions(history=True)) == []


def test_taking_back_is_kept_in_the_history_like_any_decision(tmp_path: Path) -> None:
    with Store.open(filled(tmp_path)) as store:
        for points in ("1", "2", ""):
            settle(store, "eva", "agreement", points)

        assert [made.points for made in store.decisions(history=True)] == [1, 2, None]
        assert ("eva", "agreement") in waiting(store)


def test_the_gradebook_is_written_anew_unless_a_run_holds_the_folder(tmp_path: Path) -> None:
    with Store.open(filled(tmp_path)) as store:
        (tmp_path / "grades.csv").unlink()
        with lock.locked(tmp_path):
            assert not desk.refresh(store)
            assert not (tmp_path / "grades.csv").exists()

        assert desk.refresh(store)
        assert (tmp_path / "grades.csv").exists()
