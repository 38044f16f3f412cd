"""What ``grade review`` shows: the queue, one submission, and the history, as text and as data."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from grader.batch.review import desk, says
from grader.batch.review.queue import by_check
from grader.batch.store import REPORTS
from grader.cli import review_words as words
from grader.report.text_words import points, points_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.review.queue import Item, Unread
    from grader.batch.rows import Decision
    from grader.batch.store import Store
    from grader.report.text_page import Page

    Shown = tuple[Any, list[str]]
    """What JSON can hold, and lines for a terminal."""

DAY = len("2026-03-01")


def listed(store: Store, page: Page, *, everything: bool) -> Shown:
    """What waits for a person, check by check; with ``everything`` what was decided, too."""
    found, unread = desk.queue(store)
    wanted = [one for one in found if one.open or everything]
    lines: list[str] = []
    for group in by_check(wanted).values():
        lines += [*heading(group[0], page), *_group(group, page), ""]
    lines += _unread(unread, page)
    lines += _summary(store, found, page, everything=everything)
    data = {"items": [asdict(one) for one in wanted], "unread": [asdict(one) for one in unread]}
    return data, lines


def _group(group: Sequence[Item], page: Page) -> Iterator[str]:
    for one in group:
        yield from status(one, page, "  ")
        yield from said(one, page, "    ")


def heading(one: Item, page: Page) -> list[str]:
    """The check, its title and what it is worth."""
    title, worth = page.say(one.title), page.say(points_in_words(one.points))
    lines = page.lines(page.say(words.HEAD, check=one.check, title=title, points=worth))
    return [page.paint(line, "1") for line in lines]


def status(one: Item, page: Page, indent: str = "") -> list[str]:
    """Whose it is, and where it stands."""
    facts = {"earned": points(one.earned), "points": points(one.points)}
    made = one.decision
    if made is None:
        state = page.say(words.OPEN, id=one.submission, why=says.WHY[one.why], **facts)
        return page.lines(state, indent, indent + "  ")
    state = page.say(words.DECIDED, person=made.person, when=made.decided_at[:DAY], **facts)
    lines = page.lines(f"{one.submission}: {state}", indent, indent + "  ")
    if made.comment:
        lines += page.lines(page.say(words.SAYS, comment=made.comment), *(indent + "  ",) * 2)
    return lines


def said(one: Item, page: Page, indent: str) -> Iterator[str]:
    """What the grader said about it, with the places."""
    for found in one.said:
        place = ""
        if found.file is not None:
            line = "" if found.line is None else f":{found.line}"
            place = f" ({page.data(found.file)}{line})"
        yield from page.lines(page.sentence(found.says) + place, indent, indent)


def _unread(unread: Sequence[Unread], page: Page) -> Iterator[str]:
    if unread:
        yield from page.lines(page.say(words.UNREAD))
        for one in unread:
            why = page.say(one.reason) if one.reason else one.status
            yield from page.lines(f"{one.submission}: {why}", "  ", "    ")
        yield ""


def _summary(store: Store, found: Sequence[Item], page: Page, *, everything: bool) -> Iterator[str]:
    waiting = [one for one in found if one.open]
    if not waiting:
        yield page.say(words.NOTHING)
    decided = len(found) - len(waiting)
    if found:
        count = words.COUNT_ONE if decided == 1 else words.COUNT
        yield page.say(count, open=len(waiting), decided=decided)
    if decided and not everything:
        yield page.say(words.ALL)
    if waiting:
        one = by_check(waiting)[next(iter(by_check(waiting)))][0]
        facts = {"folder": store.folder, "id": one.submission, "check": one.check}
        yield from page.lines(page.say(words.HOW, points=points(one.points), **facts))


def shown(store: Store, page: Page, submission: str, check: str | None) -> Shown:
    """One submission: what there is to look at (or one check of it), and what was decided.

    Raises:
        Refusal: there is no such submission or check, or it has no report.
    """
    row, report = desk.read(store, submission)
    found = [desk.looked_up(store, row, report, check)] if check else desk.of(store, row, report)
    lines = [page.paint(page.data(f"{row.id}: {row.name}"), "1")]
    for one in found:
        lines += ["", *heading(one, page), *status(one, page, "  "), *said(one, page, "  ")]
    if not found:
        lines += ["", page.say(words.NOTHING)]
    others = list(desk.twins(store, row))
    if others:
        lines += ["", *page.lines(page.say(words.TWINS, ids=", ".join(others)))]
    made, past = history(store, page, submission, check)
    lines += ["", page.say(words.HISTORY), *past] if made else []
    file = store.folder / REPORTS / f"{row.id}.html"
    lines += ["", page.say(words.PAGE, file=file)] if file.is_file() else []
    data = {"items": [asdict(one) for one in found], "same_files": others, "history": made}
    return data, lines


def history(store: Store, page: Page, submission: str | None, check: str | None) -> Shown:
    """All that was ever decided: of the whole class, of one snapshot, about one check.

    Raises:
        Refusal: there is no such submission, or it has no report.
    """
    digest = desk.read(store, submission)[0].digest if submission else None
    made = [d for d in store.decisions(digest, history=True) if check in (None, d.check)]
    lines = [line for one in made for line in _made(one, page)]
    return [asdict(one) for one in made], lines or [page.say(words.NO_HISTORY)]


def _made(one: Decision, page: Page) -> Iterator[str]:
    words_for = words.TAKEN_BACK if one.points is None else words.MADE
    facts = {"when": one.decided_at, "id": one.submission, "check": one.check}
    earned = "" if one.points is None else points(one.points)
    yield from page.lines(page.say(words_for, person=one.person, points=earned, **facts))
    if one.comment:
        yield from page.lines(page.say(words.SAYS, comment=one.comment), "  ", "  ")
