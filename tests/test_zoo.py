"""Right implementations, however odd, get full marks; each wrong one fails its own check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.zoo_keeper import ZOO, Expected, Outcome, grade, groups, lay, specimens

if TYPE_CHECKING:
    from pathlib import Path

SEEDS = 20


def ids(group: list[Path]) -> str:
    return group[0].stem


@pytest.mark.parametrize("group", groups("right"), ids=ids)
def test_no_right_implementation_loses_a_point_in_block_a(group: list[Path], tmp_path: Path):
    reports = grade([lay(p, tmp_path) for p in group])

    unfair = {
        p.name: lost
        for p, report in zip(group, reports, strict=True)
        if (lost := {c["id"] for c in report["checks"] if c["block"] == "A" and lost_points(c)})
    }
    assert unfair == {}


def lost_points(check: dict[str, object]) -> bool:
    return check["outcome"] in ("failed", "blocked") or check["earned"] != check["points"]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_draw_of_questions_never_decides_over_a_right_one(seed: int, tmp_path: Path):
    some = specimens("right")[seed::SEEDS]

    reports = grade([lay(p, tmp_path) for p in some], "--seed", str(seed), "--select", "A")

    assert [p.name for p, r in zip(some, reports, strict=True) if not r["passed"]] == []


@pytest.mark.parametrize("group", groups("wrong"), ids=ids)
def test_each_wrong_implementation_fails_the_check_that_its_first_line_names(
    group: list[Path], tmp_path: Path
):
    reports = grade([lay(p, tmp_path) for p in group])

    said = {
        p.name: faults
        for p, report in zip(group, reports, strict=True)
        if (faults := list(Expected.of(p).faults(Outcome.of(report))))
    }
    assert said == {}


def test_the_zoo_is_as_large_as_it_claims():
    assert len(specimens("right")) >= 40
    assert len(specimens("wrong")) >= 120


def test_mending_one_of_two_bugs_costs_no_points(tmp_path: Path) -> None:
    names = ("two__unstable_and_sqrt_d_model.py", "softmax__unstable.py")
    folders = [lay(ZOO / "wrong" / name, tmp_path) for name in names]

    two, one = grade(folders, "--select", "A", "--seed", "1")

    assert two["score"]["earned"] < one["score"]["earned"]
