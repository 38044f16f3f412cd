"""What the text format says about one check alone, for formats that go check by check."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grader.report import text_failed as failed
from grader.report import text_rest as rest
from grader.report.text_page import Page

if TYPE_CHECKING:
    from grader.model import Report, Result
    from grader.report import Style

WIDTH = 80
"""Columns: what the pages of a CI show without cutting."""


def about(report: Report, result: Result, style: Style) -> str:
    """Its outcome, what was seen and where, the input to try; empty for a check that passed."""
    alone = replace(report, results=(result,))
    page = Page(replace(style, color=False, width=WIDTH))
    paragraphs = [
        *failed.failures(alone, page),
        rest.blocked(alone, page),
        rest.reviews(alone, page),
        rest.skipped(alone, page),
        rest.notes(alone, page),
    ]
    return "\n\n".join("\n".join(lines).rstrip("\n") for lines in paragraphs if lines)


def known(report: Report) -> str:
    """The mistakes that were diagnosed, by their ids: ``a/b + c/d``; alternatives after a bar."""
    sets = report.diagnosis.sets if report.diagnosis else ()
    return " | ".join(" + ".join(names) for names in sets)


def first_words(result: Result, page: Page) -> str:
    """The first thing that is said of it, on one line; its title where nothing is."""
    said = next((page.sentence(f.says) for f in result.findings if not f.note), "")
    return (said or page.say(result.about.title)).replace("\n", " ")
