"""JUnit XML, against what GitLab, Jenkins and readers on GitHub take."""

from __future__ import annotations

import xml.dom.minidom
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from grader.model import same
from grader.report import Context, Style, render, render_failure
from tests.reports import FILE, HOSTILE, hostile, perfect, rich

INSIDE = {
    "testsuites": ["testsuite"],
    "testsuite": ["properties", "testcase"],
    "testcase": ["properties", "skipped", "error", "failure", "system-out"],
    "properties": ["property"],
}
ALLOWED = {
    "testsuites": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"classname", "name", "file", "line"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
    "property": {"name", "value"},
}


def follows_the_dialect(written: str) -> ET.Element:
    """The rules that the readers share; the document, if it keeps to them."""
    raw = written.encode("utf-8")
    assert len(raw) < 30_000_000  # GitLab
    assert "<!DOCTYPE" not in written
    xml.dom.minidom.parseString(raw)
    root = ET.fromstring(raw)
    assert root.tag == "testsuites"
    assert len(list(root.iter())) < 250_000  # GitLab
    for element in root.iter():
        assert set(element.keys()) <= ALLOWED.get(element.tag, set()), element.tag
        assert all(child.tag in INSIDE.get(element.tag, []) for child in element)
    for case in root.iter("testcase"):
        assert len([c for c in case if c.tag in ("failure", "error", "skipped")]) <= 1
        assert case.get("name")
        assert case.get("classname")
    names = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    assert len(set(names)) == len(names)  # GitLab keeps only the first of two
    for suite in root.iter("testsuite"):
        for attribute, tag in (
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ):
            assert suite.get(attribute) == str(len(list(suite.iter(tag))))
        assert suite.get("tests") == str(len(list(suite.iter("testcase"))))
    return root


def cases(written: str) -> dict[str, ET.Element]:
    root = follows_the_dialect(written)
    return {(case.get("name") or "").split(":")[0]: case for case in root.iter("testcase")}


def outcome(case: ET.Element) -> str:
    ends = [c.tag for c in case if c.tag in ("failure", "error", "skipped")]
    return ends[0] if ends else "passed"


@pytest.mark.parametrize("report", [rich(), perfect(), hostile()])
@pytest.mark.parametrize("hints", ["none", "line"])
def test_every_report_follows_the_dialect(report: object, hints: str) -> None:
    root = follows_the_dialect(render("junit", report, Style(hints=hints)))  # type: ignore[arg-type]

    assert len(list(root.iter("testcase"))) == len(report.results)  # type: ignore[attr-defined]


def test_outcomes_become_what_a_reader_understands_by_them() -> None:
    found = {id_: outcome(case) for id_, case in cases(render("junit", rich(), Style())).items()}

    assert {id_ for id_, end in found.items() if end == "failure"} == {
        "six-files",
        "scores",
        "agreement",
    }
    assert {id_ for id_, end in found.items() if end == "skipped"} == {
        *("committed", "verify-runs", "verify-can-fail", "heatmap-distinct")
    }
    assert found["forward-length"] == "passed"


def test_a_failure_has_its_place_its_points_and_the_whole_text() -> None:
    case = cases(render("junit", rich(), Style()))["scores"]
    points = {p.get("name"): p.get("value") for p in case.iter("property")}
    failure = case.find("failure")
    assert failure is not None

    assert (case.get("file"), case.get("line")) == (FILE, "31")
    assert points == {"points": "3", "earned": "0", "outcome": "failed"}
    assert failure.get("message") == "The scores are divided by sqrt(d_model), not by sqrt(d_head)."
    assert "mha.forward(x, mask)" in (failure.text or "")
    assert "Hint:" in (failure.text or "")


def test_a_file_is_named_from_the_repositorys_root() -> None:
    style = replace(Style(), context=Context(base="students/ana"))

    assert cases(render("junit", rich(), style))["scores"].get("file") == f"students/ana/{FILE}"


def test_no_line_is_wider_than_gitlab_shows() -> None:
    for case in cases(render("junit", rich(), Style(width=200))).values():
        for end in case:
            assert max((len(line) for line in (end.text or "").splitlines()), default=0) <= 80


def test_a_failure_of_ours_is_an_error_and_no_failed_check() -> None:
    written = render_failure("junit", same(HOSTILE), Style())
    assert written
    (case,) = cases(written).values()

    assert outcome(case) == "error"
    assert "owned" in (case.findtext("error") or "")
