"""The report for programs: strict JSON that follows its schema, whatever the student wrote."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import hypothesis.strategies as st
import jsonschema
import pytest
from hypothesis import given

from grader import resources
from grader.report import HINTS, Style, render
from grader.report.json import as_data, dumps, number
from tests.reports import hostile, perfect, rich

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model import Report
    from grader.report import Hints

SCHEMA = json.loads((resources.folder("schemas") / "report.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def refuse(word: str) -> None:
    raise AssertionError(word)


def strict(text: str) -> Any:
    return json.loads(text, parse_constant=refuse)


def test_the_schema_itself_is_valid() -> None:
    meta = jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA)

    assert list(meta.iter_errors(SCHEMA)) == []


@pytest.mark.parametrize("report", [rich, perfect, hostile])
@pytest.mark.parametrize("name", ["json", "jsonl"])
@pytest.mark.parametrize("hints", HINTS)
def test_every_report_follows_the_schema(
    report: Callable[[], Report], name: str, hints: Hints
) -> None:
    data = strict(render(name, report(), Style(hints=hints)))

    assert [error.message for error in VALIDATOR.iter_errors(data)] == []


def test_the_fields_are_those_of_the_contract() -> None:
    data = as_data(rich())

    assert data["schema"] == "mha-grader/report/v1"
    assert data["score"] == {"earned": 17, "pending": 3, "possible": 36}
    assert data["environment"]["seed"] == 7
    assert data["diagnosis"]["sets"] == [["scale/sqrt-d-model"]]
    assert data["diagnosis"]["line"] == {"file": "src/minimodel/attention/attention.py", "line": 31}
    scores = next(check for check in data["checks"] if check["id"] == "scores")
    assert scores["outcome"] == "failed"
    assert scores["findings"][0]["at"]["mask"] == [[0.0, "-Infinity"], [0.0, 0.0]]


def test_the_schema_notices_what_is_missing_or_wrong() -> None:
    for change in ({"score": {}}, {"checks": [{}]}, {"diagnosis": {}}, {"extra": 1}):
        assert list(VALIDATOR.iter_errors(as_data(rich()) | change)), change


def test_jsonl_is_one_line() -> None:
    assert render("jsonl", hostile(), Style()).count("\n") == 1


def test_no_control_character_and_no_surrogate_is_left_in_the_file() -> None:
    text = render("jsonl", hostile(), Style())

    assert text.isascii()
    assert all(c.isprintable() for c in text.rstrip("\n"))
    assert json.loads(text)["submission"]["name"].encode("utf-8")


@given(st.text(alphabet=st.characters(codec=None)))
def test_any_text_is_valid_utf8_after_a_round_trip(dirty: str) -> None:
    back = strict(dumps({dirty: [dirty]}))

    assert json.dumps(back, ensure_ascii=False).encode("utf-8")


@given(st.floats())
def test_any_number_can_be_written_and_read_back(value: float) -> None:
    back = float(strict(dumps(number(value))))

    assert back == pytest.approx(value, nan_ok=True, abs=1e-12)


def test_points_that_are_whole_are_written_whole() -> None:
    third = [replace(r, points=0.1, earned=0.1, outcome="passed") for r in rich().results[:3]]
    score = as_data(replace(rich(), results=tuple(third)))["score"]

    assert score["earned"] == pytest.approx(0.3)
    assert dumps(number(3.0)) == "3"
