"""The reply to the request to follow a call: arrays, and where the child says they were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model import Failure, Seen
from grader.sandbox.failures import LAST_LINE, Malformed, failure
from grader.sandbox.frames import SEEN
from grader.sandbox.replies import array, facts

if TYPE_CHECKING:
    from collections.abc import Sequence


def trace(reply: bytes) -> Sequence[Seen] | Failure:
    """The reply to the request to follow a call; names and lines in it are the student's say."""
    if reply[:1] == b"E":
        return failure(reply)
    told, at = facts(reply)
    listed = told.get("seen")
    if not isinstance(listed, list) or len(listed) > SEEN:
        raise Malformed("seen")
    found = []
    for one in listed:
        file, line, name, shape = one if isinstance(one, list) and len(one) == 4 else [None] * 4
        if not (isinstance(file, str) and isinstance(name, str) and isinstance(line, int)):
            raise Malformed("seen")
        if not (isinstance(shape, list) and len(shape) <= 6 and 0 < line < LAST_LINE):
            raise Malformed("seen")
        if not all(type(n) is int and n >= 0 for n in shape):
            raise Malformed("shape")
        value, at = array(reply, at, tuple(shape))
        found.append(Seen(file[:300], line, name[:80], value))
    if at != len(reply):
        raise Malformed("length")
    return found
