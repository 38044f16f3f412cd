"""From a row's source, plain data, to the snapshot that it leads to, and what a grade hangs on."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from grader.submission import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.model import Submission


def read_source(source: Mapping[str, Any], name: str, place: str) -> Submission:
    """Take the snapshot.

    Args:
        source: an ``Entry``'s.
        name: what the submission is to be called in its report.
        place: where it is to be said to have been found.

    Raises:
        Refusal: it cannot be graded.
    """
    path = os.fsdecode(bytes.fromhex(source["path"]))
    return replace(read(path, rev=source.get("rev")), name=name, path=place)


def fingerprint(submission: Submission) -> str:
    """Sha256 of all that a grade may depend on.

    The files are most of it. What git says of them decides a check too, and so does what was set
    aside (a link, a file that is too large) or wrapped around them.
    """
    git = submission.git
    states = [git.head, sorted(git.states.items()), sorted(git.deleted)] if git else None
    odd = [(odd.path, odd.kind, odd.says.en) for odd in submission.oddities]
    said = json.dumps([submission.digest, submission.peeled, states, odd])
    return hashlib.sha256(said.encode("utf-8", "backslashreplace")).hexdigest()
