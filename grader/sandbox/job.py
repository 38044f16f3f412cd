"""The conversation with one child: bounded in time, bytes, disk and memory.

The child may stop reading, drip bytes, flood its output, fill its folder or never end; one absolute
deadline and one kill answer all of these.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.sandbox.disk import usage
from grader.sandbox.frames import HEAD
from grader.sandbox.shared import Shared
from grader.sandbox.talk import Talk

if TYPE_CHECKING:
    from grader.sandbox.limits import Limits
    from grader.sandbox.slot import Slot

CHUNK = 1 << 18
GLANCE = 0.05
"""Seconds between two looks at how much a job has written, where its folder has no size."""


@dataclass(frozen=True, slots=True)
class End:
    """How the child ended."""

    why: str
    """``deadline``, ``flood``, ``disk``, ``protocol``, ``closed`` (we ended it), ``exit``, or
    ``lost`` (its slot ended, and nobody can say how it did)."""
    status: int
    """As ``wait4`` gives it: exit code, or minus the signal."""
    cpu: float
    """Seconds of CPU, 0 where nobody can tell any more."""


class Job:
    """A running child of a slot."""

    def __init__(self, slot: Slot, limits: Limits) -> None:
        self._slot, self._limits = slot, limits
        self._sock, theirs = socket.socketpair()
        self._streams: dict[int, str] = {}
        self._sock.settimeout(0)
        writes: list[int] = []
        self._shared = Shared()
        with theirs, contextlib.ExitStack() as given:
            for name in ("stdout", "stderr"):
                read, write = os.pipe()
                given.callback(os.close, write)
                os.set_blocking(read, False)
                self._streams[read] = name
                writes.append(write)
            try:
                slot.run(theirs.fileno(), *writes, self._shared.descriptor)
            except BaseException:
                self._close_ends()
                raise
        self._sequence = 0
        self.printed: dict[str, bytearray] = {"stdout": bytearray(), "stderr": bytearray()}
        self._poured = 0
        self._received = 0
        self.end: End | None = None

    def exchange(self, frames: list[bytes], caps: list[int], seconds: float) -> list[bytes]:
        """Send all frames and return the replies in order; fewer than asked if the child ended."""
        if self.end is not None or not frames:
            return []
        talk = Talk(self._number(frames), caps, self._sequence - len(frames))
        why = "protocol" if self._spoke() else self._run(talk, time.monotonic() + seconds)
        if why:
            self.close(why, last=talk)
        return talk.replies

    def _number(self, frames: list[bytes]) -> bytearray:
        out = bytearray()
        for frame in frames:
            out += HEAD.pack(len(frame), self._sequence) + frame
            self._sequence += 1
        return out

    def _run(self, talk: Talk, deadline: float) -> str | None:
        """Move bytes until all replies are here (None) or something ends the child (why)."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._sock, selectors.EVENT_READ | selectors.EVENT_WRITE)
            for stream in self._streams:
                selector.register(stream, selectors.EVENT_READ)
            look = 0.0
            while not talk.done:
                now = time.monotonic()
                left = deadline - now
                if left <= 0:
                    return "deadline"
                if self._slot.folder and now >= look:
                    look = now + GLANCE
                    if usage(self._slot.folder, self._limits.disk) > self._limits.disk:
                        return "disk"
                for key, mask in selector.select(min(left, GLANCE) if self._slot.folder else left):
                    why = self._move(key, mask, talk, selector)
                    if why:
                        return why
        return "protocol" if talk.outgoing else None  # it answered what it had not read

    def _spoke(self) -> bool:
        """Whether there are bytes before anything was asked."""
        try:
            return bool(self._sock.recv(1))
        except OSError:
            return False

    def _move(
        self,
        key: selectors.SelectorKey,
        mask: int,
        talk: Talk,
        selector: selectors.DefaultSelector,
    ) -> str | None:
        if key.fileobj is not self._sock:
            return self._drain(key.fd, selector)
        if mask & selectors.EVENT_WRITE:
            try:
                sent = self._sock.send(talk.outgoing[:CHUNK])
                del talk.outgoing[:sent]
            except BlockingIOError:
                return None
            except ConnectionError:  # nobody reads any more; there may yet be answers
                talk.outgoing.clear()
            if not talk.outgoing:
                selector.modify(self._sock, selectors.EVENT_READ)
        if mask & selectors.EVENT_READ:
            try:
                data = self._sock.recv(CHUNK)
            except (BlockingIOError, ConnectionError):  # what it sent before it went comes next
                return None
            self._received += len(data)
            return talk.take(data) if data else "exit"
        return None

    def _drain(self, stream: int, selector: selectors.DefaultSelector | None = None) -> str | None:
        try:
            data = os.read(stream, CHUNK)
        except BlockingIOError:
            return None
        if not data:
            if selector:
                selector.unregister(stream)
            os.close(stream)
            del self._streams[stream]
            return None
        kept = self.printed[self._streams[stream]]
        kept += data[: max(0, self._limits.kept_output - len(kept))]
        self._poured += len(data)
        return "flood" if self._poured > self._limits.output else None

    def close(self, why: str = "closed", last: Talk | None = None) -> End:
        """Kill the child if it has not ended by itself; safe to call again.

        What it had answered and not sent yet is added to the ``last`` exchange.
        """
        if self.end is None:
            self._sock.close()
            done = None
            if why in ("exit", "closed"):  # its socket is closed: it goes by itself, or soon not
                done = self._slot.ended(kill=False, seconds=0.5, patient=True)
            if done is None:
                done = self._slot.ended(kill=True)
                why = ("protocol" if done else "lost") if why == "exit" else why
            if done and done.crowded:
                why = "disk"
            for stream in list(self._streams):
                self._drain(stream)
            if last and why != "protocol":
                last.take(self._shared.since(self._received))
            self._close_ends()
            self.end = End(why, done.status if done else -9, done.cpu if done else 0.0)
        return self.end

    def _close_ends(self) -> None:
        self._sock.close()
        self._shared.close()
        for stream in self._streams:
            os.close(stream)
        self._streams = {}
