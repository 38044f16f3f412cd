"""JUnit XML for GitLab, Jenkins and what reads it on GitHub: one test case a check.

There is no standard; this is the part that the readers agree on. GitLab shows ``classname``,
``name``, ``file`` and the text inside ``failure``; Jenkins and others its ``message``. A failed
check is a ``failure``; what was not judged, does not apply or waits for a person is ``skipped``;
``error`` is ours alone: that nothing could be graded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from grader.model import Text
from grader.report import text_words as words
from grader.report.repo_place import in_repository
from grader.report.text_check import about, first_words, known
from grader.report.text_failed import is_advice
from grader.report.text_page import Page

if TYPE_CHECKING:
    from grader.model import Report, Result
    from grader.report import Style

NAME = "mha-grader"
NOT_GRADED = Text(en="The submission could be graded", es="La entrega se pudo evaluar")


def render(report: Report, style: Style) -> str:
    """``testsuites`` with one suite; no time stamp, for a report is the same whenever written."""
    page = Page(style)
    suite = _suite(page.data(report.subject.name), f"{report.seconds:.3f}")
    properties = ET.SubElement(suite, "properties")
    for name, value in (
        ("score", report.earned),
        ("pending", report.pending),
        ("possible", report.possible),
        ("seed", float(report.environment.seed)),
    ):
        _property(properties, name, f"{value:.10g}")
    if known(report):
        _property(properties, "diagnosis", known(report))
    for result in report.results:
        suite.append(_case(result, report, style))
    return _written(suite)


def render_failure(says: Text, style: Style) -> str:
    """One test case that could not be run, so that no reader takes silence for success."""
    page = Page(style)
    suite = _suite(NAME, "0")
    case = ET.SubElement(suite, "testcase", classname=NAME, name=page.say(NOT_GRADED))
    sentence = page.say(says)
    ET.SubElement(case, "error", message=_line(sentence), type="not-graded").text = sentence
    return _written(suite)


def _suite(name: str, seconds: str) -> ET.Element:
    return ET.Element("testsuite", name=name, time=seconds)


def _case(result: Result, report: Report, style: Style) -> ET.Element:
    page = Page(style)
    id_, block = result.about.id, result.about.block.replace(" ", "-")
    case = ET.Element(
        "testcase", classname=f"{NAME}.{block}", name=f"{id_}: {page.say(result.about.title)}"
    )
    at = next((f for f in result.findings if f.file and f.line), None)
    at = at or next((f for f in result.findings if f.file), None)
    file = in_repository(at.file, report, style) if at else None
    if at and file:
        case.set("file", file)
        if at.line:
            case.set("line", str(at.line))
    properties = ET.SubElement(case, "properties")
    _property(properties, "points", words.points(result.points))
    _property(properties, "earned", words.points(result.earned))
    _property(properties, "outcome", result.outcome)
    _outcome(case, result, about(report, result, style), page)
    return case


def _outcome(case: ET.Element, result: Result, text: str, page: Page) -> None:
    if result.outcome == "passed" or is_advice(result):
        if text:
            ET.SubElement(case, "system-out").text = text
        return
    failed = result.outcome == "failed"
    said = ET.SubElement(case, "failure" if failed else "skipped")
    said.set("message", _line(first_words(result, page)))
    if failed:
        said.set("type", result.about.id)
    said.text = text


def _property(properties: ET.Element, name: str, value: str) -> None:
    ET.SubElement(properties, "property", name=name, value=value)


def _line(text: str) -> str:
    return " ".join(text.split())


def _written(suite: ET.Element) -> str:
    """The document; ``visible`` has turned every character that XML forbids into an escape."""
    whole = ET.Element("testsuites", name=NAME)
    whole.append(suite)
    counted = {"tests": len(suite.findall("testcase"))}
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        counted[attribute] = len(suite.findall(f"testcase/{tag}"))
    for element in (whole, suite):
        for name, n in counted.items():
            element.set(name, str(n))
    whole.set("time", suite.get("time", "0"))
    ET.indent(whole)
    body = ET.tostring(whole, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'
