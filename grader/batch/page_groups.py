"""Students with the same bug, so that one explanation serves them all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.batch.page_lines import NAMELESS
from grader.batch.page_words import NAMELESS_SAYS
from grader.batch.words_of_checks import mistake

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.batch.page_lines import Line
    from grader.model import Text

SHOWN = 30
"""Names that are shown at once."""
ALTERNATIVES = 6


@dataclass(frozen=True, slots=True)
class Group:
    """One diagnosis, and everyone who has it."""

    bug: str
    says: tuple[Text, ...]
    """The first set of mistakes, in sentences."""
    sets: tuple[tuple[str, ...], ...]
    """The mistakes by id; the first few alternatives."""
    more: int
    """Alternatives that are left out."""
    students: tuple[Line, ...]

    @property
    def single(self) -> bool:
        """One student alone has it."""
        return len(self.students) == 1

    @property
    def compound(self) -> bool:
        """More than one known mistake, or none: no single name finds just these students."""
        return sum(map(len, self.sets)) != 1

    @property
    def brief(self) -> str:
        """The diagnosis on one line."""
        return self.students[0].brief

    @property
    def first(self) -> tuple[Line, ...]:
        """Those who are shown at once."""
        return self.students[:SHOWN]

    @property
    def rest(self) -> tuple[Line, ...]:
        """Those who are folded away."""
        return self.students[SHOWN:]


def groups(class_: Sequence[Line]) -> list[Group]:
    """By diagnosis, the largest first; what has no name comes last."""
    by_bug: dict[str, list[Line]] = {}
    for line in class_:
        if line.bug:
            by_bug.setdefault(line.bug, []).append(line)
    found = [_group(bug, students) for bug, students in by_bug.items()]
    return sorted(found, key=lambda group: (group.bug == NAMELESS, -len(group.students)))


def _group(bug: str, students: list[Line]) -> Group:
    if bug == NAMELESS:
        return Group(bug, (NAMELESS_SAYS,), (), 0, tuple(students))
    sets = students[0].sets
    says = tuple(text for text in map(mistake, sets[0]) if text)
    more = max(0, len(sets) - ALTERNATIVES)
    return Group(bug, says, sets[:ALTERNATIVES], more, tuple(students))


def known_mistakes(class_: Sequence[Line]) -> dict[str, int]:
    """How many students make each known mistake; of alternatives the first stands for all."""
    return tally(line.sets[0] if line.sets else () for line in class_)


def tally(words: Iterable[Iterable[str]]) -> dict[str, int]:
    """How many have each word, the most frequent first."""
    counted = Counter(word for own in words for word in dict.fromkeys(own))
    return dict(counted.most_common())
