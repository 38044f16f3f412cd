"""A few lines of a student's file around the one that matters, numbered as their editor does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.report.text_safe import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

AROUND = 6
"""Lines before and after."""
WIDEST = 160
"""Characters of a line; more is cut."""

_WORDS = (
    "and as assert async await break class continue def del elif else except finally for from "
    "global if import in is lambda None nonlocal not or pass raise return True False try while "
    "with yield"
)
_PIECE = re.compile(
    r"""(?P<comment>\#.*)|(?P<string>"[^"]*"|'[^']*')"""
    rf"""|(?P<keyword>\b(?:{_WORDS.replace(" ", "|")})\b)"""
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line in pieces of (kind, text), the kind empty for what is nothing special."""

    number: int
    pieces: tuple[tuple[str, str], ...]
    marked: bool


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Where it is, and its lines."""

    anchor: str
    file: str
    line: int
    lines: tuple[Line, ...]


def excerpt(sources: Mapping[str, str], file: str, line: int, anchor: str) -> Excerpt | None:
    """The lines around one; None where the file is not there or has no such line."""
    lines = re.split(r"\r\n|\r|\n", sources.get(file, ""))
    if not 1 <= line <= len(lines) or not any(lines):
        return None
    first, last = max(1, line - AROUND), min(len(lines), line + AROUND)
    python = file.endswith(".py")
    return Excerpt(
        anchor,
        file,
        line,
        tuple(Line(n, _pieces(lines[n - 1], python), n == line) for n in range(first, last + 1)),
    )


def _pieces(text: str, python: bool) -> tuple[tuple[str, str], ...]:
    """The line made visible, words of Python told apart; never more than is readable."""
    shown = one_line(text[: WIDEST + 1])
    shown = shown if len(text) <= WIDEST else shown[:WIDEST] + "…"
    if not python:
        return (("", shown),)
    found: list[tuple[str, str]] = []
    end = 0
    for match in _PIECE.finditer(shown):
        found += [("", shown[end : match.start()]), (match.lastgroup or "", match[0])]
        end = match.end()
    return tuple(piece for piece in (*found, ("", shown[end:])) if piece[1])
