"""Reading a student's README: bytes to sentences, sentences to what they say on three topics.

Every step is pure and none of them raises, whatever the bytes are. What is not understood beyond
doubt is kept as such, for a person to read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grader.labs.multi_head.readme import bias, equivalence, heads
from grader.labs.multi_head.readme.decode import decoded
from grader.labs.multi_head.readme.given import own
from grader.labs.multi_head.readme.markdown import sentences
from grader.labs.multi_head.readme.sentence import Reading, Sentence

__all__ = ["Reading", "Readme", "Sentence", "read"]


@dataclass(frozen=True, slots=True)
class Readme:
    """What a README says."""

    own: tuple[Sentence, ...]
    """The sentences that the student wrote."""
    cut: bool
    """It goes on after what was read."""
    equivalence: Reading
    heads: Reading
    bias: Reading

    @property
    def prose(self) -> bool:
        """There is something besides headings and code."""
        return any(not s.heading and not s.code and not s.question for s in self.own)


@lru_cache(maxsize=4)
def read(data: bytes) -> Readme:
    """Read a README; never raises."""
    text, cut = decoded(data)
    mine = own(sentences(text))
    return Readme(mine, cut, equivalence.read(mine), heads.read(mine), bias.read(mine))
