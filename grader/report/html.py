"""The report as one page that needs nothing else: two languages, light and dark, also on paper."""

from __future__ import annotations

import base64
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.model import same
from grader.report import html_words as words
from grader.report import text_words
from grader.report.html_cards import Shown, cards, groups, notes
from grader.report.html_diagram import diagram
from grader.report.html_maps import drawable, drawn
from grader.report.html_matrix import number
from grader.report.html_page import document
from grader.report.text_failed import is_advice
from grader.report.text_safe import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Report, Result, Text
    from grader.report import Style
    from grader.report.html_matrix import Number

MAX_NAME = 60
WIDEST = 6000
"""Pixels of a picture's side that a browser is asked to show."""


def render(report: Report, style: Style) -> str:
    """The whole document; ``style.lang`` is the language in which it opens."""
    shown = Shown(report.exhibits.sources)
    found = report.diagnosis
    excerpt, _ = shown.line(found.file, found.line) if found else (None, "")
    failed, looked = cards(report, "failed", shown), cards(report, "review", shown)
    return document(
        "report.html",
        style.lang,
        title=f"{_name(report)}: {_score(report)}",
        name=_name(report),
        verdict="passed" if report.passed else "failed",
        report=report,
        counts=_counts(report.results),
        lost=report.possible - report.earned - report.pending,
        blocks=_blocks(report.results),
        ids=list(dict.fromkeys(n for names in (found.sets if found else ()) for n in names)),
        diagrams=[diagram(*item) for item in report.exhibits.diagrams.items()],
        excerpt=excerpt,
        failed=failed,
        review=[c for c in looked if c.kind == "review"],
        advice=[c for c in looked if c.kind == "advice"],
        blocked=groups(report, "blocked"),
        skipped=groups(report, "skipped"),
        notes=notes(report),
        passed=[r for r in report.results if r.outcome == "passed"],
        maps=drawn(report.exhibits),
        numbers=_numbers(report),
        tokens=[one_line(t[:40]) for t in report.exhibits.tokens],
        picture=_picture(report.exhibits.picture),
    )


def _name(report: Report) -> str:
    return one_line(report.subject.name[:MAX_NAME])[:MAX_NAME]


def _score(report: Report) -> str:
    return f"{text_words.points(report.earned)} / {text_words.points(report.possible)}"


def _counts(results: Sequence[Result]) -> list[tuple[str, Text]]:
    """How many of each outcome there are, those that need doing first."""
    outcomes = ["advice" if is_advice(r) else r.outcome for r in results]
    counted = []
    for outcome, (one, many) in text_words.COUNTS.items():
        n = outcomes.count(outcome)
        if n:
            counted.append((outcome, one if n == 1 else many.format(n=n)))
    return counted


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the lab, and the points that it came to."""

    name: Text
    earned: float
    pending: float
    possible: float

    @property
    def lost(self) -> float:
        """What is neither earned nor pending."""
        return self.possible - self.earned - self.pending


def _blocks(results: Sequence[Result]) -> list[Block]:
    by_name: dict[str, list[Result]] = {}
    for result in results:
        if result.outcome != "skipped":
            by_name.setdefault(result.about.block, []).append(result)
    return [
        Block(
            words.BLOCK.get(name, same(name)),
            sum(r.earned for r in own),
            sum(r.points for r in own if r.outcome == "review"),
            sum(r.points for r in own),
        )
        for name, own in by_name.items()
    ]


def _numbers(report: Report) -> list[list[list[Number]]]:
    """The maps once more, as figures."""
    return [
        [[number(value, 1.0, 2) for value in row] for row in values.tolist()]
        for values in drawable(report.exhibits)
    ]


def _picture(png: bytes) -> tuple[str, int, int] | None:
    """The committed picture as a data URL with its size, where it is a PNG that can be shown."""
    if png[:8] != b"\x89PNG\r\n\x1a\n" or png[12:16] != b"IHDR" or len(png) < 24:
        return None
    width, height = struct.unpack(">II", png[16:24])
    if not (0 < width <= WIDEST and 0 < height <= WIDEST):
        return None
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii"), width, height
