"""When a commit was made, as its author's computer said: good enough for a deadline, no proof."""

from __future__ import annotations

import datetime as dt
import os
import re

from grader.submission import git
from grader.submission.limits import LIMITS, Limits
from grader.submission.plumbing import GitError

_MOST = 1 << 16
_WHEN = re.compile(rb"^committer .*> (\d{1,12}) ([+-])(\d\d)(\d\d)$", re.MULTILINE)


def committed_at(folder: str, commit: str, limits: Limits = LIMITS) -> dt.datetime | None:
    """The committer's time; None where it cannot be told."""
    here = os.path.realpath(folder)
    repo = git.locate(here, limits) or git.bare(here, limits)
    if repo is None:
        return None
    try:
        with git.Store(repo) as store:
            found = store.get(commit, _MOST)
    except GitError:
        return None
    head = (found.data or b"").partition(b"\n\n")[0] if found and found.kind == b"commit" else b""
    told = _WHEN.search(head)
    return _date(*told.groups()) if told else None


def _date(seconds: bytes, sign: bytes, hours: bytes, minutes: bytes) -> dt.datetime | None:
    offset = dt.timedelta(hours=int(hours), minutes=int(minutes))
    try:
        zone = dt.timezone(-offset if sign == b"-" else offset)
        return dt.datetime.fromtimestamp(int(seconds), zone)
    except (ValueError, OverflowError, OSError):
        return None
