"""Makes any text safe in GitHub's Markdown: what a student wrote shows as itself, and does nothing.

A text comes here from ``visible`` (no control, bidi mark or surrogate is left in it). What stands
between backticks becomes code; everything else is escaped, so that no link, image, HTML, heading,
mention, formula or table cell can begin in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_JOINER = "&#8288;"  # no width: keeps GitHub from reading a name after @, a number after #
_INSTEAD = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    "$": "&#36;",
    "@": f"@{_JOINER}",
    "#": f"\\#{_JOINER}",
}
_ACTIVE = re.compile(
    r"[\\`*_\[\]|~&<>$@#]|^[-+=]|(?<=\d)[.)](?=\s|$)|:(?=\S)|(?<=www)\.", re.IGNORECASE
)
"""Marks, and what begins a list, a line under a heading, an emoji's name or a bare address."""
_CODE = re.compile(r"`([^`\n]+)`")
_RUN = re.compile(r"`+")


def prose(text: str) -> str:
    """A text of one or more lines, as inline Markdown on one line."""
    return "<br>".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    """Code and words; the space at the front, which Markdown would drop or read, is kept."""
    body = line.lstrip(" ")
    indent = "&nbsp;" * (len(line) - len(body))
    pieces = _CODE.split(body)  # words, code, words, code, words ...
    return indent + "".join(span(p) if n % 2 else escaped(p) for n, p in enumerate(pieces))


def escaped(text: str) -> str:
    """Words that hold no Markdown."""
    return _ACTIVE.sub(lambda mark: _INSTEAD.get(mark[0], f"\\{mark[0]}"), text)


def span(code: str) -> str:
    """Inline code, between more backticks than there are in it."""
    ticks = "`" * (_longest_run(code) + 1)
    edge = " " if code[:1] in ("`", " ") or code[-1:] in ("`", " ") else ""
    code = code.replace("\n", " ")
    return f"{ticks}{edge}{code}{edge}{ticks}" if code.strip() else escaped(code)


def cell(text: str) -> str:
    """A table's cell of words only: code in it is plain, for its bars would end the cell."""
    return escaped(text.replace("\n", " ").replace("`", ""))


def fence(lines: Iterable[str], language: str = "") -> str:
    """A block of code, between more backticks than there are in it."""
    body = "\n".join(lines)
    ticks = "`" * max(3, _longest_run(body) + 1)
    return f"{ticks}{language}\n{body}\n{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _RUN.findall(text)), default=0)
