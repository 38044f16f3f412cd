"""What came late: by the LMS's own mark, or by a date that is told and a deadline."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.batch import says
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.batch.sources.entry import Entry


def parsed(value: str) -> dt.datetime:
    """A deadline; local time unless it says otherwise, and the end of a day without an hour.

    Raises:
        Refusal: it is no date.
    """
    when = moment(value)
    if when is None:
        raise Refusal(says.NO_DATE.format(value=value))
    day_only = len(value.strip()) <= len("2026-03-01")
    return when + dt.timedelta(days=1, seconds=-1) if day_only else when


def moment(value: str | None) -> dt.datetime | None:
    """A date and time with an offset, the local one unless it says so; None if it is none."""
    try:
        return dt.datetime.fromisoformat((value or "").strip()).astimezone()
    except (ValueError, OverflowError):
        return None


def marked(entries: Iterable[Entry], due: dt.datetime | None) -> Iterator[Entry]:
    """The entries, late where their date is after the deadline; without a date as they came."""
    for entry in entries:
        when = moment(entry.submitted_at)
        yield entry if due is None or when is None else replace(entry, late=when > due)
