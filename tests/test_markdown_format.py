"""The step summary: GitHub's Markdown in which a student's text is text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import hypothesis.strategies as st
import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from grader.model import Finding, Report, same
from grader.report import Style, render, render_failure
from grader.report.markdown_safe import cell, fence, prose, span
from grader.report.text_safe import visible
from tests.reports import HOSTILE, hostile, rich

OURS = {
    *("h2", "h3", "p", "ul", "li", "code", "pre", "blockquote", "br", "strong"),
    *("details", "summary", "table", "thead", "tbody", "tr", "th", "td"),
}
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


class Page(HTMLParser):
    """The tags and the words of a rendered page."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(MARKDOWN.render(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.text += "\n" if tag == "br" else ""
        assert all(name in ("class", "style") for name, _ in attrs), (tag, attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def page(report: Report, **facts: object) -> Page:
    return Page(render("markdown", report, replace(Style(), **facts)))  # type: ignore[arg-type]


def flat(text: str) -> str:
    return " ".join(text.replace("⁠", "").split())


def test_it_says_the_score_the_mistake_and_the_input_to_try() -> None:
    shown = page(rich())

    assert "ana-garcia: 17 / 36, FAIL" in shown.text
    assert "divided by sqrt(d_model), not by sqrt(d_head)." in shown.text
    assert "src/minimodel/attention/attention.py:31" in shown.text
    assert "mha.forward(x, mask)" in shown.text
    assert "17 / 36, FALLA" in page(rich(), lang="es").text


def test_every_check_has_its_row() -> None:
    table = render("markdown", rich(), Style()).split("<details>")[1]

    for result in rich().results:
        assert f"`{result.about.id}`" in table
    assert "| **failed** | `six-files` | The six files exist | 5 / 6 |" in table


def test_a_hostile_text_is_shown_and_does_nothing() -> None:
    shown = page(hostile())

    assert shown.tags <= OURS
    assert flat(visible(HOSTILE).split("`")[0]) in flat(shown.text)


@given(st.text(alphabet="`*_[]()<>#+-.!|&~:@$^=\\\n\t aA1wW/h\"'") | st.text())
def test_any_text_comes_out_of_prose_as_its_own_words(text: str) -> None:
    shown = Page("x " + prose(visible(text)))

    assert shown.tags <= {"p", "code", "br"}
    words = "".join(visible(text).replace("`", "").split())
    assert words == "".join(shown.text.removeprefix("x").replace("⁠", "").replace("`", "").split())


@given(st.text(alphabet="`*_[]()<>#+-.!|&~:@$^=\\ aA1\n"))
def test_any_text_at_the_start_of_a_list_item_or_in_a_cell_stays_there(text: str) -> None:
    item = Page(f"- {prose(visible(text))}\n\nend")
    row = Page(f"| a | b |\n|---|---|\n| {cell(visible(text))} | z |\n\nend")

    assert item.tags <= {"ul", "li", "code", "br", "p"}
    assert row.tags <= {"table", "thead", "tbody", "tr", "th", "td", "p"}
    assert row.text.split()[-2:] == ["z", "end"]


@given(st.text(alphabet="`~ a\\\n<"))
def test_no_text_breaks_out_of_code(text: str) -> None:
    inline, block = Page(f"x {span(visible(text))} y"), Page(fence(visible(text).split("\n")))

    assert inline.tags <= {"p", "code"}
    assert block.tags == {"pre", "code"}
    assert block.text.rstrip("\n") == visible(text).rstrip("\n")


@pytest.mark.parametrize("text", ["@octocat", "#12", "https://e.org", "www.e.org", "$x$"])
def test_nothing_that_github_links_or_replaces_is_left_as_it_was(text: str) -> None:
    assert text not in prose(f"see {text} now")


def test_it_is_cut_between_parts_below_githubs_limit_and_says_so() -> None:
    big = Finding(same("😀\\`x` " * 400))
    many = tuple(
        replace(r, outcome="failed", findings=(big,) * 4) for r in rich().results for _ in range(40)
    )
    written = render("markdown", replace(rich(), results=many), Style())

    assert len(written.encode()) < 1_048_576
    assert "more parts would not fit" in written.splitlines()[-1]
    assert "<details>" not in written  # nothing that would stay open


def test_a_failure_is_said_in_words() -> None:
    written = render_failure("markdown", same(HOSTILE), Style())
    assert written

    assert Page(written).tags <= OURS
    assert "Not graded" in Page(written).text
