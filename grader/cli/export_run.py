"""Carries out ``grade export``: from the command line to files, and what is said of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from grader.batch.export import words
from grader.batch.export.run import BOOKS, Wish
from grader.batch.export.run import export as exported
from grader.batch.store import Store
from grader.cli import terminal
from grader.model import Refusal

if TYPE_CHECKING:
    from grader.model import Lang


def run(kind: str, folder: str, lang: Lang, points: str | None, **asked: Any) -> int:
    """Export and say what became of everyone; the exit code.

    Raises:
        Refusal: something does not fit, and nothing was written.
    """
    wish = Wish(kind=kind, points=_points(points), **asked)
    if kind in BOOKS and wish.gradebook is None:
        raise Refusal(words.NEEDS_BOOK.format(kind=kind))
    if kind not in BOOKS and wish.gradebook is not None:
        raise Refusal(words.NO_BOOK.format(option="--gradebook"))
    if kind != "moodle" and wish.feedback is not None:
        raise Refusal(words.ONLY_MOODLE)
    page = terminal.stdout_page(lang)
    with Store.open(folder) as store:
        for says in exported(store, wish):
            terminal.write("\n".join(page.lines(page.say(says), "", "  ")) + "\n")
    return 0


def _points(value: str | None) -> float | None:
    if value is None:
        return None
    try:
        number = float(value.replace(",", "."))
    except ValueError:
        number = 0.0
    if not (math.isfinite(number) and number > 0):
        raise Refusal(words.BAD_POINTS.format(value=value))
    return number
