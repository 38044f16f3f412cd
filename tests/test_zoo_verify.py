"""Honest scripts, however odd, have full marks of block B; the others are told what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.zoo_keeper import grade
from tests.zoo_scripts import expected, faults, handfuls, lay, said, specimens

if TYPE_CHECKING:
    from pathlib import Path


def ids(group: list[Path]) -> str:
    return group[0].stem


@pytest.mark.parametrize("group", handfuls("right"), ids=ids)
def test_an_honest_script_in_any_style_has_full_marks(group: list[Path], tmp_path: Path):
    reports = grade([lay(p, tmp_path) for p in group], "--select", "B")

    unfair = {
        p.name: [f"{c['id']} {c['outcome']}: {said(r, c['id'])}" for c in r["checks"]]
        for p, r in zip(group, reports, strict=True)
        if r["score"]["earned"] != 13
    }
    assert unfair == {}


@pytest.mark.parametrize("group", handfuls("wrong"), ids=ids)
def test_a_script_that_cannot_fail_is_told_what_its_first_line_says(
    group: list[Path], tmp_path: Path
):
    reports = grade([lay(p, tmp_path) for p in group], "--select", "B")

    found = {
        p.name: wrong
        for p, r in zip(group, reports, strict=True)
        if (wrong := list(faults(r, *expected(p))))
    }
    assert found == {}


def test_the_zoo_of_scripts_is_as_large_as_it_claims():
    assert len(specimens("right")) >= 35
    assert len(specimens("wrong")) >= 30
