"""What a start costs: nothing is loaded that nobody needs, and doing without changes no verdict."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from grader.labs.multi_head.plainly import follows, shipped
from tests.test_manifest import RIGHT

SCHEMA: dict[str, Any] = shipped("manifest")
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)
RIGHT_ONE = Path(__file__).parent.parent / "examples" / "right"
PLACES = [
    ("date",),
    ("seed",),
    ("experiment",),
    ("versions",),
    ("versions", "python"),
    ("versions", "numpy"),
    ("config", "T"),
    ("config", "d_model"),
    ("results_summary", "single_head_equivalence_max_diff"),
    ("results_summary", "heads_visibly_distinct"),
]
ODD = st.sampled_from(
    [
        *(
            "2026-02-30",
            "2026-02-28",
            "0000-01-01",
            "2026-02-28\n",
            "٢٠٢٦-02-28",
            "3.11.9\n",
            "2.0.0",
        ),
        *(True, 64, 64.0, 8.0, 42.0, -1, 0, -0.0, 1e-5, 9.9e-6, None, "", [], {}),
    ]
)
ANY = ODD | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12)


def test_a_right_submission_loads_neither_schemas_nor_mistakes_nor_late_parts_of_numpy() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "grader", str(RIGHT_ONE)]
    command += ["--select", "A,E,stop 1"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)

    loaded = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    lab = "grader.labs.multi_head"
    assert run.returncode == 0
    assert f"{lab}.plainly" in loaded
    assert not loaded & {"jsonschema", "hypothesis", "numpy.ma", "numpy.testing"}
    assert not loaded & {f"{lab}.misconceptions", f"{lab}.diagnosis", f"{lab}.together"}


def test_a_right_manifest_plainly_follows_the_schema() -> None:
    assert follows(RIGHT, SCHEMA)


@given(place=st.sampled_from(PLACES), value=ANY)
def test_what_plainly_follows_the_schema_follows_it(place: tuple[str, ...], value: object) -> None:
    manifest = copy.deepcopy(RIGHT)
    inside = manifest
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value

    if follows(manifest, SCHEMA):
        assert VALIDATOR.is_valid(manifest)


@pytest.mark.parametrize("place", PLACES, ids=".".join)
def test_what_is_missing_does_not_plainly_follow(place: tuple[str, ...]) -> None:
    manifest = copy.deepcopy(RIGHT)
    inside = manifest
    for key in place[:-1]:
        inside = inside[key]
    del inside[place[-1]]

    assert not follows(manifest, SCHEMA)


@pytest.mark.parametrize("keyword", ["maxLength", "anyOf", "not", "enum", "dependentRequired"])
def test_a_keyword_that_is_not_known_is_left_to_jsonschema(keyword: str) -> None:
    assert not follows(RIGHT, SCHEMA | {keyword: {}})
