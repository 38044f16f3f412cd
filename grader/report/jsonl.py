"""The report as one line of JSON, so that the reports of a class can follow one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.report.json import as_data, dumps

if TYPE_CHECKING:
    from grader.model import Report
    from grader.report import Style


def render(report: Report, style: Style) -> str:
    """One object, one line."""
    del style
    return dumps(as_data(report)) + "\n"
