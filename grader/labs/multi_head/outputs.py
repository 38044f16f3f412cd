"""What verify.py printed, in each way in which it may have been captured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.captured import lines_of
from grader.labs.multi_head.likeness import Compared, Likeness, compare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Ran

MOST = 300
"""Lines of a text whose two streams are sorted out."""


def captures(ran: Ran) -> list[list[str]]:
    """Standard output; with standard error after or before it; what the script wrote itself."""
    out, err = (_plain(data) for data in (ran.stdout, ran.stderr))
    found = [out, *([[*out, *err], [*err, *out]] if err else [])]
    return [*found, *([_plain(ran.wrote)] if ran.wrote else [])]


def likest(kept: Sequence[str], ran: Ran, again: Ran | None) -> tuple[Compared, list[str]]:
    """The capture that is most like the lines that were kept, and what that capture is."""
    ways = captures(ran)
    others = captures(again) if again else []
    repeated = others if len(others) == len(ways) else [[] for _ in ways]
    found = [(compare(kept, w, a), w) for w, a in zip(ways, repeated, strict=True)]
    if len(ways) > 1 and mixed(kept, _plain(ran.stdout), _plain(ran.stderr)):
        return Compared(Likeness.SAME), ways[0]
    # Where none is the same, what is most alike is the one that goes wrong last.
    return min(found, key=lambda f: (f[0].likeness, -(f[0].one or 0) if f[0].one else 0))


def mixed(kept: Sequence[str], out: Sequence[str], err: Sequence[str]) -> bool:
    """Whether the lines are those of both streams, each in its order, as a terminal shows them."""
    if not len(kept) == len(out) + len(err) <= MOST:
        return False
    reached = {0}
    """How many of the lines so far may be of the first stream."""
    for n, line in enumerate(kept):
        reached = {
            i + (stream is out)
            for i in reached
            for stream, at in ((out, i), (err, n - i))
            if at < len(stream) and compare([line], [stream[at]]).likeness is Likeness.SAME
        }
    return len(out) in reached


def _plain(data: bytes) -> list[str]:
    return [line for _, line in lines_of(data)]
