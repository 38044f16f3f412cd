"""A place in the text of a JSON file, and what was found wrong on the way there."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NoReturn

from grader.labs.multi_head.json_slips import END, SAYS, SPOT, TIMES, Slip
from grader.model import Text, same

_LINE = re.compile(r"\r\n?|\n")
_SPACES = re.compile(r"[ \t\r\n]*")
_ODD = re.compile(
    r"(?P<comment>//[^\n]*|\#[^\n]*|/\*[\s\S]*?\*/)"
    r"|(?P<fence>```\w*)"
    r"|(?P<space>[\s\ufeff\u200b]+)"
)
_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")


class Bare(str):
    """A text that stands in the file without quotes."""

    __slots__ = ()


class Stop(Exception):
    """What follows cannot be read; why is the last slip that was noted."""


class Cursor:
    """Goes through a text from left to right and notes one slip of each kind."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._starts = [0, *(match.end() for match in _LINE.finditer(text))]
        self._seen: dict[str, tuple[int, Slip]] = {}

    @property
    def next(self) -> str:
        """The character that stands here; empty at the end."""
        return self.text[self.at : self.at + 1]

    def line(self, at: int) -> int:
        """The line of a place, counted from 1."""
        return bisect_right(self._starts, at)

    def take(self, character: str) -> bool:
        """Go past ``character`` if it stands here."""
        found = self.next == character
        self.at += found
        return found

    def gap(self) -> None:
        """Go to the next character that means something, over comments and strange spaces."""
        while True:
            self.at = _end(_SPACES.match(self.text, self.at), self.at)
            odd = _ODD.match(self.text, self.at)
            if not odd:
                return
            self.slip(str(odd.lastgroup), self.at)
            self.at = odd.end()

    def slip(self, kind: str, at: int, **facts: object) -> None:
        """Note one; of a kind that was met before only the number grows."""
        if kind in self._seen:
            count, first = self._seen[kind]
            self._seen[kind] = (count + 1, first)
            return
        line = self.line(at)
        column = at - self._starts[line - 1] + 1
        short = {k: _short(v) if isinstance(v, str) else v for k, v in facts.items()}
        says = SPOT.format(line=line, column=column) + SAYS[kind].format(**short)
        self._seen[kind] = (1, Slip(kind, says, line, column))

    def stop(self, kind: str, **facts: object) -> NoReturn:
        """Note what stands here in place of what was wanted, and give up."""
        if self.text.startswith(_CONFLICT, self.at):
            kind = "conflict"
        self.slip(kind, self.at, found=self.found(), **facts)
        raise Stop

    def found(self) -> Text:
        """What stands here, in words."""
        here = self.next
        if not here:
            return END
        return same(f"`{here}`" if here.isprintable() else f"U+{ord(here):04X}")

    def slips(self) -> tuple[Slip, ...]:
        """All that was noted, in the order of the file."""
        told = [
            Slip(slip.kind, slip.says + TIMES.format(n=n), slip.line, slip.column)
            if n > 1
            else slip
            for n, slip in self._seen.values()
        ]
        return tuple(sorted(told, key=lambda slip: (slip.line or 0, slip.column or 0)))


def _end(match: re.Match[str] | None, at: int) -> int:
    return match.end() if match else at


def _short(words: str) -> str:
    return words if len(words) <= 40 else words[:39] + "…"
