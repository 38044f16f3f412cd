"""``grade review --ask``: what is open, one after another, with two questions each."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from grader.batch.review import desk, says
from grader.batch.review.queue import by_check
from grader.cli import review_words as words
from grader.cli import terminal
from grader.cli.review_list import heading, said, status
from grader.model import Refusal
from grader.report.text_words import points

if TYPE_CHECKING:
    from grader.batch.review.queue import Item
    from grader.batch.store import Store
    from grader.cli.review_run import Asked
    from grader.report.text_page import Page

STOP = ("q", "quit", "exit", "salir")


class _Stopped(Exception):
    """Enough for today."""


def ask(store: Store, asked: Asked) -> int:
    """Ask until nothing is open or whoever answers has had enough; the exit code.

    Raises:
        Refusal: nobody said who decides, or a submission or check that is named is not there.
    """
    if not asked.by.strip():
        raise Refusal(says.WHO.format(how=words.BY))
    page = terminal.stdout_page(asked.lang)
    waiting = _waiting(store, asked)
    decided = 0
    try:
        for n, one in enumerate(waiting, 1):
            terminal.write(_shown(one, page, n, len(waiting)))
            decided += _answered(store, one, asked, page)
    except _Stopped:
        terminal.write("\n")
    finally:
        if decided and not desk.refresh(store):
            terminal.note(words.LATER.format(folder=asked.folder), asked.lang)
    terminal.write(page.say(words.ASK_DONE, n=decided, left=len(waiting) - decided) + "\n")
    return 0


def _waiting(store: Store, asked: Asked) -> list[Item]:
    if asked.submission:
        row, report = desk.read(store, asked.submission)
        found = desk.of(store, row, report)
    else:
        found, _ = desk.queue(store)
    wanted = [i for i in found if i.open and asked.check in (None, i.check)]
    return [one for group in by_check(wanted).values() for one in group]


def _shown(one: Item, page: Page, n: int, total: int) -> str:
    lines = [page.say(words.OF, n=n, all=total), *heading(one, page)]
    lines += [*status(one, page, "  "), *said(one, page, "  ")]
    return "\n".join(lines) + "\n"


def _answered(store: Store, one: Item, asked: Asked, page: Page) -> int:
    """1 where it was decided, 0 where it was left for later."""
    row, report = desk.read(store, one.submission)
    seen = desk.looked_up(store, row, report, one.check)
    if not seen.open:  # a twin of one that was decided a moment ago
        terminal.write("\n".join(status(seen, page, "  ")) + "\n\n")
        return 1
    while given := _line(page.say(words.ASK_POINTS, points=points(one.points)).rstrip() + " "):
        if given.lower() in STOP:
            raise _Stopped
        try:
            desk.number(given, seen)
            comment = _line(page.say(words.ASK_COMMENT).rstrip() + " ")
            desk.settle(store, row, seen, desk.Asked(given, comment, asked.by, words.BY))
        except Refusal as refusal:
            terminal.complain(refusal.says, asked.lang)
        else:
            terminal.write("\n")
            return 1
    terminal.write("\n")
    return 0


def _line(question: str) -> str:
    """What was typed; the end of the input is a wish to stop."""
    terminal.write(question)
    typed = sys.stdin.readline() if sys.stdin else ""
    if not typed:
        raise _Stopped
    return typed.strip()
