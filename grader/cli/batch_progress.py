"""How far a run is, on standard error: one line that moves on a terminal, a line each elsewhere."""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from grader.cli import batch_words as say
from grader.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from grader.model import Lang

EVERY = 0.1
"""Seconds between two pictures of the moving line."""


class Progress:
    """What a run tells as it goes."""

    def __init__(self, lang: Lang, *, verbose: bool) -> None:
        self._lang, self._verbose = lang, verbose
        self._moving = terminal.is_terminal(sys.stderr)
        self._all = self._n = 0
        self._began = self._drawn = time.monotonic()

    @property
    def left(self) -> int:
        """How many were not come to."""
        return self._all - self._n

    def begin(self, count: int) -> None:
        """So many will be looked at."""
        self._all, self._began = count, time.monotonic()

    def tell(self, id_: str, how: str) -> None:
        """One is settled."""
        self._n += 1
        if self._verbose or (not self._moving and how != "cached"):
            terminal.progress(None, self._lang)
            facts = {"n": self._n, "all": self._all, "id": id_, "how": say.HOW[how]}
            terminal.note(say.LINE.format(**facts), self._lang)
        now = time.monotonic()
        if self._moving and now - self._drawn > EVERY:
            self._drawn = now
            rate = self._n / max(now - self._began, 1e-9)
            eta = _clock(self.left / rate)
            facts = {"n": self._n, "all": self._all, "rate": f"{rate:.1f}", "eta": eta}
            terminal.progress(say.PROGRESS.format(**facts), self._lang)

    def end(self) -> None:
        """Take the moving line away."""
        terminal.progress(None, self._lang)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def stopping(lang: Lang) -> Iterator[Callable[[], bool]]:
    """Within, the first Ctrl-C (or SIGTERM) only asks to stop; the second one interrupts."""
    asked: list[int] = []

    def heard(number: int, frame: FrameType | None) -> None:
        if asked:
            signal.default_int_handler(number, frame)
        asked.append(number)
        terminal.progress(None, lang)
        terminal.complain(say.STOPPING, lang)

    before = {number: signal.signal(number, heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
