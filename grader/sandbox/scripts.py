"""The request to run a script, and what its process tells of it when it has ended."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from grader.model import Figure, Ran, Sabotage
from grader.sandbox.drawn import NUMBERS, figures, listed
from grader.sandbox.ends import failure_of
from grader.sandbox.failures import LAST_LINE, Malformed
from grader.sandbox.failures import listed as failure_in
from grader.sandbox.frames import SMALL
from grader.sandbox.replies import facts, names

if TYPE_CHECKING:
    from grader.sandbox.job import End
    from grader.sandbox.limits import Limits

KEPT = 1 << 16
"""Bytes of a file that are brought back."""
COUNTS = ("objects", "forwards", "loaded", "moved", "zeros")
NEUTRAL = Sabotage("none")
ROOT = "."
"""The root itself, as a folder to add to the path."""


@dataclass(frozen=True, slots=True)
class Script:
    """How to run one of the student's scripts."""

    path: str
    """Below the root."""
    folder: str
    """The working directory below the root; empty for the root itself."""
    paths: tuple[str, ...] = ()
    """Folders below the root, as PYTHONPATH would add them."""
    files: tuple[str, ...] = ()
    """Where the class comes from: what is done with it is counted, and may be made wrong."""
    sabotage: Sabotage = NEUTRAL
    right: str = ""
    """The text of a right ``forward`` and ``single`` to put in place first; see the child's
    ``changed.py``."""
    keep: tuple[str, ...] = ()
    """Names of a file to bring back, should it write one beside itself, in its working directory or
    in the root."""
    watch: bool = False
    """Keep the figures that it draws."""
    absent: tuple[str, ...] = ()
    """Libraries that are not here and that it may import all the same, as long as it uses none."""

    def request(self) -> bytes:
        """As the child reads it."""
        change = {
            "add": self.sabotage.add,
            "times": self.sabotage.times,
            "without_output": self.sabotage.without_output,
            "exchange": self.sabotage.exchange,
            "right": self.right,
        }
        asked: dict[str, Any] = {"script": self.path, "folder": self.folder, "paths": self.paths}
        asked |= {"args": (), "files": self.files, "change": change, "watch": self.watch}
        asked |= {"keep": self.keep, "absent": self.absent}
        return b"R" + json.dumps(asked).encode()

    @property
    def cap(self) -> int:
        """The most bytes that an honest reply has."""
        return 2 * SMALL + KEPT + (8 * NUMBERS if self.watch else 0)

    @property
    def blank(self) -> Ran:
        """The run before anything is known of it."""
        root = ROOT in self.paths
        src = bool(self.paths) and not root
        return Ran(self.path, self.folder, src, exit=0, root_on_path=root)


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A run, and the figures that it drew if they were watched."""

    ran: Ran
    figures: tuple[Figure, ...] = ()


def told(reply: bytes, script: Script) -> Told:
    """The reply to a request to run a script."""
    found, at = facts(reply)
    code, missing = found.get("exit"), found.get("missing")
    if type(code) is not int or not 0 <= code <= 255 or not isinstance(missing, str):
        raise Malformed("exit")
    size = found.get("wrote")
    if type(size) is not int or not 0 <= size <= min(KEPT, len(reply) - at):
        raise Malformed("wrote")
    wrote, at = reply[at : at + size], at + size
    drawn: tuple[Figure, ...] = ()
    if script.watch:
        drawn, at = figures(found.get("figures"), reply, at)
    if at != len(reply):
        raise Malformed("length")
    counts: dict[str, Any] = {name: found.get(name) for name in COUNTS}
    if not all(type(n) is int and 0 <= n < LAST_LINE for n in counts.values()):
        raise Malformed("counts")
    ran = replace(
        script.blank,
        exit=code,
        failure=failure_in(found.get("error")),
        missing=missing[:80],
        modules=names(found.get("modules")) or (),
        wrote=wrote,
        told=True,
        sizes=_sizes(found.get("sizes", [])),
        **counts,
    )
    return Told(ran, drawn)


def _sizes(told: Any) -> tuple[tuple[int, int], ...]:  # whatever JSON held
    pairs = [pair for pair in listed(told, 32) if isinstance(pair, list) and len(pair) == 2]
    return tuple((a, b) for a, b in pairs if type(a) is int and type(b) is int)


def untold(end: End, script: Script, limits: Limits) -> Ran:
    """A run whose process ended without a word: by itself, as with ``os._exit``, or by force."""
    if end.why == "exit" and end.status >= 0:
        return replace(script.blank, exit=end.status)
    code = end.status if end.status >= 0 else 128 - end.status
    return replace(script.blank, exit=code, failure=failure_of(end, limits))
