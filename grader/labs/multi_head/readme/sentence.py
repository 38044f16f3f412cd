"""The words for what a README says: sentences with their places, and what they were read as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as it is read aloud: no markup, no comment, and where it stands."""

    text: str
    """As the student wrote it."""
    line: int
    """From 1."""
    heading: int = 0
    """The level of the heading that it is; 0 in running text."""
    code: bool = False
    """A line of a code block."""
    under: tuple[str, ...] = ()
    """What it answers to, nearest first: a question or a colon before it, bold words that open its
    paragraph, its heading and those above."""

    @property
    def question(self) -> bool:
        """It asks, and so says nothing."""
        return "?" in self.text.strip()[-12:] and self.text.rstrip(" *_·)\"'»”").endswith("?")


Sure = Literal["clear", "unsure", "aside"]
"""``aside``: about another run or another time, which counts only where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one sentence says about one topic."""

    sentence: Sentence
    value: bool | float | None
    """An answer, or a number; None where only the topic was recognised."""
    sure: Sure


@dataclass(frozen=True, slots=True)
class Reading:
    """What a whole README says about one topic."""

    clear: tuple[Said, ...] = ()
    unsure: tuple[Said, ...] = ()

    @property
    def values(self) -> tuple[bool | float | None, ...]:
        """What is said clearly."""
        return tuple(said.value for said in self.clear)

    @property
    def nothing(self) -> bool:
        """No sentence is about it."""
        return not self.clear and not self.unsure

    @property
    def answer(self) -> bool | None:
        """The one answer that is given and that nothing else speaks against; None without one."""
        told = set(self.values)
        if len(told) != 1 or any(said.value not in told for said in self.unsure):
            return None
        return bool(told.pop())

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All that were read, in their order."""
        every = {said.sentence: None for said in (*self.clear, *self.unsure)}
        return tuple(sorted(every, key=lambda s: s.line))


def gathered(all_said: list[Said]) -> Reading:
    """Everything said about a topic; asides only where nothing else is clear."""
    clear = tuple(said for said in all_said if said.sure == "clear")
    unsure = tuple(s for s in all_said if s.sure == "unsure" or (s.sure == "aside" and not clear))
    return Reading(clear, unsure)
