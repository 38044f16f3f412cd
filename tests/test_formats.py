"""What holds for every format: whatever a student writes is data in it, and stays bounded."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from grader.model import Finding, Report, same
from grader.report import Style, names, render, render_failure
from tests.reports import HOSTILE, hostile, perfect, rich

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
FORMULA = "=cmd|' /C calc'!A0"
ATTACKS = (
    HOSTILE,
    f"\x1b[31m\x9b2J {BIDI} \0 \ud800 \udfff \ufffe \x7f\x85",
    "::error::100 / 100\n::stop-commands::x\n ##[error]x\n::add-mask::a",
    "]]> <![CDATA[ <script>alert(1)</script> <img src=x onerror=alert(1)> &amp; --> <!--",
    "``` ` `` ~~~\n```\n# T\n- [x](javascript:1) ![i](http://e.org/i.png) @me #1 | a |\n---",
    f"{FORMULA}\t+1\r\n-1,@x;\"'",
    "a" * 1_000_000,
    "`" * 1_000_000,
    "😀" * 250_000,
    "\n" * 10_000 + "the end",
)
BYTES = {"markdown": 1_048_576, "junit": 30_000_000, "classroom50": 10_485_760, "github": 400_000}
"""What the readers of these formats take; the rest have no limit that is known."""


def about(text: str) -> Report:
    """A report in which everything that a student can choose is ``text``."""
    report = hostile()
    finding = Finding(same(text), text, 3)
    return replace(
        report,
        subject=replace(report.subject, name=text, path=text, files=(text,)),
        results=tuple(replace(r, findings=(finding,)) for r in report.results),
    )


@pytest.mark.parametrize("attack", range(len(ATTACKS)))
@pytest.mark.parametrize("name", names())
def test_no_format_lets_a_students_text_do_anything(name: str, attack: int) -> None:
    written = render(name, about(ATTACKS[attack]), Style())

    written.encode("utf-8")  # no lone surrogate
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", written)  # no escape code, no NUL
    assert not re.search(f"[{BIDI}\ufffe]", written)
    assert len(written.encode()) <= BYTES.get(name, 200_000_000)


@pytest.mark.parametrize("name", [n for n in names() if n not in ("github", "json", "jsonl")])
@pytest.mark.parametrize("attack", [0, 2])
def test_no_line_of_a_format_that_reaches_a_log_is_a_command_of_githubs(
    name: str, attack: int
) -> None:
    """Their runner takes a line for one with only spaces before ``::name``, or ``##[`` in it."""
    lines = render(name, about(ATTACKS[attack]), Style()).splitlines()

    if name in ("text", "markdown"):
        assert not [line for line in lines if re.match(r"\s*::[a-z-]+", line)]
    if name == "text":
        assert not [line for line in lines if "##[" in line]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_format_renders_every_report_in_both_languages(name: str, lang: str) -> None:
    style = Style(lang="es" if lang == "es" else "en")
    for report in (rich(), perfect(), replace(rich(), results=(), diagnosis=None)):
        assert render(name, report, style).strip()


@pytest.mark.parametrize("name", names())
def test_the_same_report_is_always_written_the_same_way(name: str) -> None:
    assert render(name, rich(), Style()) == render(name, rich(), Style())


def test_formats_whose_readers_need_it_have_words_for_a_failure() -> None:
    words = {name for name in names() if render_failure(name, same("why"), Style()) is not None}

    assert words == {"github", "gradescope", "junit", "markdown"}
    for name in words:
        written = render_failure(name, same(HOSTILE), Style())
        assert written
        assert "\x1b" not in written
        assert "owned" in written
