"""Carries out ``grade review``: which of its uses is meant, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.batch.review import desk, says
from grader.batch.store import Store
from grader.cli import review_words as words
from grader.cli import terminal
from grader.cli.review_ask import ask
from grader.cli.review_list import history, listed, shown
from grader.model import Refusal, Text, same
from grader.report.json import dumps
from grader.report.text_words import points

if TYPE_CHECKING:
    from grader.model import Lang

SHAPES = ("--points", "--withdraw", "--history", "--ask", "--web")
"""Of these one at most."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The command line, parsed; its fields are the options, which review.py describes."""

    folder: str
    submission: str | None
    check: str | None
    points: str | None
    comment: str
    by: str
    withdraw: bool
    history: bool
    ask: bool
    everything: bool
    web: bool
    port: int
    format_: str
    lang: Lang


def run(asked: Asked) -> int:
    """List, show, decide, ask or serve; the exit code.

    Raises:
        Refusal: the command line, or what it names, cannot be used.
    """
    _one_use(asked)
    if asked.web:
        from grader.cli.review_web import serve  # noqa: PLC0415 - an extra

        return serve(asked)
    with Store.open(asked.folder) as store:
        if asked.points is not None or asked.withdraw:
            return _decide(store, asked)
        if asked.ask:
            return ask(store, asked)
        return _print(store, asked)


def _one_use(asked: Asked) -> None:
    given = [asked.points is not None, asked.withdraw, asked.history, asked.ask, asked.web]
    used = [name for name, there in zip(SHAPES, given, strict=True) if there]
    if len(used) > 1:
        raise Refusal(words.NOT_BOTH.format(one=used[0], other=used[1]))
    deciding = used and used[0] in ("--points", "--withdraw")
    if deciding and not (asked.submission and asked.check):
        missing = "CHECK" if asked.submission else "ID CHECK"
        facts = {"given": used[0], "missing": missing, "folder": asked.folder}
        raise Refusal(words.NEEDS.format(**facts))
    if asked.comment and not deciding:
        facts = {"given": "--comment", "missing": "--points", "folder": asked.folder}
        raise Refusal(words.NEEDS.format(**facts))


def _print(store: Store, asked: Asked) -> int:
    page = terminal.stdout_page(asked.lang)
    if asked.history:
        data, lines = history(store, page, asked.submission, asked.check)
    elif asked.submission:
        data, lines = shown(store, page, asked.submission, asked.check)
    else:
        data, lines = listed(store, page, everything=asked.everything)
    as_json = asked.format_ == "json"
    terminal.write((dumps(data, indent=2) if as_json else "\n".join(lines)) + "\n")
    return 0


def _decide(store: Store, asked: Asked) -> int:
    row, report = desk.read(store, str(asked.submission))
    seen = desk.looked_up(store, row, report, str(asked.check))
    if asked.points is not None and not asked.points.strip():
        raise Refusal(says.NOT_A_NUMBER.format(value=asked.points))
    wanted = desk.Asked(asked.points or "", asked.comment, asked.by, words.BY)
    made = desk.settle(store, row, seen, wanted)
    facts = {"check": made.check, "id": row.id, "person": made.person}
    kept: Text = words.BACK
    if made.points is not None:
        kept, facts = words.KEPT, {**facts, "earned": points(made.points)}
    page = terminal.stdout_page(asked.lang)
    said = page.lines(page.say(kept, **facts, points=points(seen.points)))
    others = list(desk.twins(store, row))
    if others:
        said += page.lines(page.say(words.TWINS, ids=", ".join(others)))
    terminal.write("\n".join(said) + "\n")
    if not desk.refresh(store):
        terminal.note(words.LATER.format(folder=same(asked.folder)), asked.lang)
    return 0
