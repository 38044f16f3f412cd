"""A person's decisions count in the score, on the page and in the gradebook alike."""

from __future__ import annotations

from typing import Any

from grader.batch import Decision
from grader.batch.score import Score, score, settled


def check(id_: str, outcome: str, points: float, earned: float = 0.0) -> dict[str, Any]:
    return {"id": id_, "outcome": outcome, "points": points, "earned": earned}


def decided(check_id: str, points: float | None) -> Decision:
    return Decision(1, "d", "ana", check_id, points, "", "ta", "2026-01-01T00:00:00+00:00")


REPORT = {
    "checks": [
        check("api", "passed", 3, 3),
        check("mask", "failed", 3),
        check("readme-heads", "review", 2),
        check("committed", "skipped", 2),
        check("vectorised", "review", 0),
    ]
}


def figures(found: Score) -> tuple[float, float, float, bool]:
    return found.earned, found.pending, found.possible, found.passed


def test_without_decisions_the_score_is_that_of_the_report():
    assert figures(score(REPORT, [])) == (3, 2, 8, False)


def test_a_decision_about_pending_points_settles_them():
    assert figures(score(REPORT, [decided("readme-heads", 1.5)])) == (4.5, 0, 8, False)


def test_a_decision_can_mend_what_the_grader_got_wrong():
    assert figures(score(REPORT, [decided("mask", 3)])) == (6, 2, 8, True)


def test_a_decision_for_fewer_points_than_all_is_a_failed_check():
    found = {c.id: c.outcome for c in settled(REPORT, [decided("readme-heads", 1)])}

    assert found["readme-heads"] == "failed"
    assert score(REPORT, [decided("readme-heads", 2), decided("mask", 3)]).passed


def test_a_decision_gives_no_more_than_the_check_is_worth_and_no_less_than_nothing():
    assert score(REPORT, [decided("mask", 30)]).earned == 6
    assert score(REPORT, [decided("api", -1)]).earned == 0


def test_what_does_not_apply_or_is_not_in_the_report_is_not_decided():
    assert figures(score(REPORT, [decided("committed", 2), decided("gone", 5)])) == (3, 2, 8, False)


def test_a_decision_that_was_taken_back_counts_for_nothing():
    assert score(REPORT, [decided("mask", None)]).earned == 3


def test_thirds_add_up_without_noise():
    thirds = [check(f"c{n}", "passed", 1, 1 / 3) for n in range(3)]
    assert score({"checks": thirds}, []).earned == 1
