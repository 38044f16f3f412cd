"""What each page shows, read from the store and given to its template."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.batch.review import desk
from grader.batch.review.queue import by_check, following
from grader.batch.review.web import words
from grader.batch.review.web.pages import html, picture
from grader.batch.store import REPORTS
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.responses import Response

    from grader.batch.review.queue import Item
    from grader.batch.store import Store
    from grader.model import Lang, Text

SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
SHOWN = 200
"""Items of a check on the list."""
DRAWN = ("heatmap-", "mha-")
"""Checks that are about the picture."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where someone is: an item, the filter that they came with, and their language."""

    submission: str
    check: str
    only: str
    lang: Lang


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to the question of points."""

    value: str
    says: Text


def listed(store: Store, asks: Mapping[str, str], lang: Lang) -> Response:
    """The list."""
    found, unread = desk.queue(store)
    only, everything = asks.get("check", ""), asks.get("all") == "1"
    of_kind = [one for one in found if only in ("", one.check)]
    groups = by_check([one for one in of_kind if one.open or everything])
    return html(
        "review.html",
        lang,
        title=words.TITLE.into(lang),
        groups=[(group[0], group[:SHOWN], max(0, len(group) - SHOWN)) for group in groups.values()],
        filters=[(c, sum(i.open for i in group)) for c, group in by_check(found).items()],
        waiting=sum(one.open for one in found),
        decided=sum(not one.open for one in found),
        first=following(of_kind, "", ""),
        only=only,
        everything=everything,
        unread=unread,
        kept=_kept(store, asks.get("kept", "")),
        folder=str(store.folder),
    )


def shown(store: Store, place: Place, kept: str, **facts: Any) -> Response:
    """One item; ``facts`` are what was typed, why it was refused, and the form's key.

    Raises:
        Refusal: there is no such item.
    """
    row, found = desk.read(store, place.submission)
    one = desk.looked_up(store, row, found, place.check)
    queued = [i for i in desk.queue(store)[0] if place.only in ("", i.check)]
    page = report(store, row.id)
    made = list(store.decisions(row.digest, history=True))
    return html(
        "review_item.html",
        place.lang,
        422 if facts["refusal"] else 200,
        title=f"{place.check}: {row.id}",
        one=one,
        choices=_choices(one),
        picture=picture(page) if page and one.check.startswith(DRAWN) else None,
        has_page=page is not None,
        anchor="maps" if one.check.startswith(DRAWN) else f"check-{one.check}",
        twins=list(desk.twins(store, row)),
        history=[each for each in made if each.check == one.check],
        next=following(queued, one.submission, one.check),
        waiting=sum(i.open for i in queued),
        only=place.only,
        kept=_kept(store, kept),
        most=desk.LONGEST,
        folder=str(store.folder),
        **facts,
    )


def _choices(one: Item) -> list[Choice]:
    wanted = ((0.0, words.NONE), (one.points / 2, words.HALF), (one.points, words.FULL))
    return [Choice(f"{value:.9g}", says) for value, says in wanted]


def _kept(store: Store, said: str) -> Item | None:
    """What was decided a moment ago, as the address says; None where it was not."""
    submission, _, check = said.partition("/")
    if not submission or not check:
        return None
    try:
        row, found = desk.read(store, submission)
        one = desk.looked_up(store, row, found, check)
    except Refusal:
        return None
    return None if one.open else one


def report(store: Store, submission: str) -> str | None:
    """The page of one submission: a file of ours below ``reports``, and nothing else."""
    if SAFE.fullmatch(submission) is None or store.row(submission) is None:
        return None
    file = store.folder / REPORTS / f"{submission}.html"
    if file.is_symlink() or not file.is_file():
        return None
    return file.read_text("utf-8", "replace")
