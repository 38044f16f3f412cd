"""One check in Markdown: what was seen, the input to try, the hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.report import text_words as words
from grader.report.markdown_safe import fence, prose, span
from grader.report.text_example import code
from grader.report.text_safe import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model import Finding, Result
    from grader.report.text_page import Page

FINDINGS = 4
WIDTH = 80


def details(result: Result, page: Page) -> Iterator[str]:
    """Paragraphs, without a heading: findings, an example, and where to read on."""
    faults = [f for f in result.findings if not f.note] or list(result.findings)
    lines = [f"- {finding(found, page)}" for found in faults[:FINDINGS]]
    if len(faults) > FINDINGS:
        lines.append(f"- {prose(page.say(words.MORE_FINDINGS, n=len(faults) - FINDINGS))}")
    if lines:
        yield "\n".join(lines)
    yield from (fence(map(visible, f.code.splitlines())) for f in faults[:FINDINGS] if f.code)
    if result.outcome == "failed":
        yield from _example(faults, page)
        yield from _advice(result, page)


def finding(found: Finding, page: Page) -> str:
    """What was seen, and in which file and line."""
    said, place = page.sentence(found.says), page.place(found)
    return prose(said) + (f" ({span(place)})" if place and place not in said else "")


def _example(faults: list[Finding], page: Page) -> Iterator[str]:
    at = next((f.at for f in faults if f.at is not None), None)
    if at is not None:
        yield prose(page.say(words.TRY))
        yield fence(map(page.code, code(at, page.style.lang, WIDTH)), "python")


def _advice(result: Result, page: Page) -> Iterator[str]:
    for label, text in ((words.HINT, result.about.hint), (words.SEE, result.about.source)):
        if text.en:
            yield f"**{page.say(label)}:** {prose(page.say(text))}"
