"""What the parts of the text format are written with: safe words, wrapped lines, colour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.report.text_safe import ascii_only, one_line, visible, wrapped

if TYPE_CHECKING:
    from grader.model import Finding, Text
    from grader.report import Style

BOLD = "1"
FAINT = "2"
_WORD = re.compile(r"[a-záéíóúñü]+(?=[ ,:;])")
_CODE = frozenset(
    ("forward", "mask", "x", "y", "seed", "softmax", "git", "agreement", "scores", "init", "python")
)
"""Words that open a sentence and are written as in code."""


@dataclass(frozen=True, slots=True)
class Page:
    """Writes in one style; every text that goes through it comes out harmless."""

    style: Style

    def say(self, text: Text, **facts: object) -> str:
        """A sentence of ours in the reader's language, its facts filled in."""
        return self._plain(visible((text.format(**facts) if facts else text).into(self.style.lang)))

    def sentence(self, text: Text) -> str:
        """``say`` with a capital at the front, unless a name or code stands there."""
        said = self.say(text)
        word = _WORD.match(said)
        return said if word is None or word[0] in _CODE else said[0].upper() + said[1:]

    def data(self, text: str) -> str:
        """A name or another word that is not ours, on one line."""
        return self._plain(one_line(text))

    def code(self, line: str) -> str:
        """A line of code, which is never broken."""
        return self._plain(line)

    def lines(self, text: str, first: str = "", rest: str | None = None) -> list[str]:
        """A paragraph, wrapped; see ``wrapped``."""
        return wrapped(text, self.style.width, first, rest)

    def place(self, finding: Finding) -> str:
        """``file:line``, ``file``, or nothing."""
        if finding.file is None:
            return ""
        line = "" if finding.line is None else f":{finding.line}"
        return self.data(finding.file) + line

    def paint(self, text: str, color: str) -> str:
        """The text in an ANSI colour, if the reader wants colours; never the only sign."""
        return f"\x1b[{color}m{text}\x1b[0m" if self.style.color and text else text

    def paint_first(self, lines: list[str], word: str, color: str) -> list[str]:
        """The lines with ``word``, which opens the first, painted."""
        return [lines[0].replace(word, self.paint(word, color), 1), *lines[1:]]

    def _plain(self, text: str) -> str:
        return text if self.style.unicode else ascii_only(text)
