"""The account of an export in sentences: nobody is passed over in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.batch.export import account_words as say
from grader.batch.export import decimals, words
from grader.model import LANGS, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.batch.export.filled import Account
    from grader.batch.export.people import Matched
    from grader.batch.export.run import Wish
    from grader.batch.rows import Student


def account(told: Account, people: Matched, wish: Wish) -> list[Text]:
    """What was written, then who was left as they were and why."""
    most = " / ".join(decimals.written(value, ".") for value in sorted(told.most)) or "0"
    facts = {"file": wish.out, "n": len(told.written), "title": told.title, "most": most}
    done = say.DONE_ONE if len(told.written) == 1 else say.DONE
    said = [done.format(**facts, same=len(told.same))]
    waiting = say.BLANKED if wish.pending == "blank" else say.LEFT
    for says, students in (
        (waiting, told.pending),
        (say.UNGRADED, told.ungraded),
        (say.PASSED_OVER, people.strangers),
    ):
        if students:
            said.append(says.format(who=words.listed([s.name for s in students])))
    if told.locked:
        said.append(say.LOCKED.format(who=_locked(told)))
    if people.absent:
        said.append(say.ABSENT.format(who=words.listed([line.name for line in people.absent])))
    if wish.kind == "gradescope":
        said.append(say.GRADESCOPE)
    return said


def _locked(told: Account) -> Text:
    each = [
        say.WHY.format(name=student.name, why=line.locked)
        for student, line in told.locked
        if line.locked
    ]
    return Text(*(words.listed([text.into(lang) for text in each]).into(lang) for lang in LANGS))


def strangers(students: Sequence[Student]) -> Text:
    """Students by name and id."""
    each = [words.BY_NUMBER.format(name=s.name, id=s.id) for s in students]
    return words.listed(
        [text.en if s.name != s.id else s.id for text, s in zip(each, students, strict=True)]
    )
