"""One child process and the conversation with it: bounded in time, bytes and memory.

The child may stop reading, drip bytes, flood its output or never end; one absolute deadline and
one kill of its whole group answer all of these.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.sandbox.frames import HEAD
from grader.sandbox.place import clean_environment, remove, sites
from grader.sandbox.talk import Talk

if TYPE_CHECKING:
    from grader.sandbox.limits import Limits

CHILD = Path(__file__).with_name("child") / "main.py"
CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class End:
    """How the child ended."""

    why: str
    """``deadline``, ``flood``, ``protocol`` (we killed it), or ``exit`` (it went by itself)."""
    status: int
    """As ``wait4`` gives it: exit code, or minus the signal."""
    cpu: float
    """Seconds of CPU."""


class Process:
    """A running child in a private folder of its own."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.folder = tempfile.mkdtemp(prefix="grade-")
        ours, theirs = socket.socketpair()
        with theirs:
            self._popen = subprocess.Popen(
                [sys.executable, "-P", "-s", "-S", "-B", CHILD, str(theirs.fileno()), *sites()],
                env=clean_environment(self.folder),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                bufsize=0,
            )
        self._sock = ours
        self._sock.settimeout(0)
        self._sequence = 0
        self.printed: dict[str, bytearray] = {"stdout": bytearray(), "stderr": bytearray()}
        self._poured = 0
        self.end: End | None = None

    def exchange(self, frames: list[bytes], caps: list[int], seconds: float) -> list[bytes]:
        """Send all frames and return the replies in order; fewer than asked if the child ended."""
        replies: list[bytes] = []
        if self.end is None and frames:
            talk = Talk(self._number(frames), caps, self._sequence - len(frames))
            why = self._run(talk, time.monotonic() + seconds)
            replies = talk.replies
            if why:
                self.close(why)
        return replies

    def _number(self, frames: list[bytes]) -> bytearray:
        out = bytearray()
        for frame in frames:
            out += HEAD.pack(len(frame), self._sequence) + frame
            self._sequence += 1
        return out

    def _run(self, talk: Talk, deadline: float) -> str | None:
        """Move bytes until all replies are here (None) or something ends the child (why)."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._sock, selectors.EVENT_READ | selectors.EVENT_WRITE, "sock")
            for name in ("stdout", "stderr"):
                stream = getattr(self._popen, name)
                if not stream.closed:
                    selector.register(stream, selectors.EVENT_READ, name)
            while not talk.done:
                left = deadline - time.monotonic()
                if left <= 0:
                    return "deadline"
                for key, mask in selector.select(left):
                    why = self._move(key, mask, talk, selector)
                    if why:
                        return why
        return None

    def _move(
        self,
        key: selectors.SelectorKey,
        mask: int,
        talk: Talk,
        selector: selectors.DefaultSelector,
    ) -> str | None:
        if key.data != "sock":
            return self._drain(key, selector)
        if mask & selectors.EVENT_WRITE:
            with contextlib.suppress(BlockingIOError, BrokenPipeError, ConnectionError):
                sent = self._sock.send(talk.outgoing[:CHUNK])
                del talk.outgoing[:sent]
            if not talk.outgoing:
                selector.modify(self._sock, selectors.EVENT_READ, "sock")
        if mask & selectors.EVENT_READ:
            try:
                data = self._sock.recv(CHUNK)
            except BlockingIOError:
                return None
            except ConnectionError:
                data = b""
            return talk.take(data) if data else "exit"
        return None

    def _drain(self, key: selectors.SelectorKey, selector: selectors.DefaultSelector) -> str | None:
        data = os.read(key.fd, CHUNK)
        if not data:
            selector.unregister(key.fileobj)
            return None
        kept = self.printed[key.data]
        kept += data[: self._limits.kept_output - len(kept)]
        self._poured += len(data)
        return "flood" if self._poured > self._limits.output else None

    def close(self, why: str = "closed") -> End:
        """Kill the whole group, collect the child, remove its folder; safe to call again."""
        if self.end is None:
            self._sock.close()
            if why == "exit" and not self._went():
                why = "protocol"
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, signal.SIGKILL)
            _, status, usage = os.wait4(self._popen.pid, 0)
            self._popen.returncode = os.waitstatus_to_exitcode(status)
            self._rest_of_output()
            remove(self.folder)
            cpu = usage.ru_utime + usage.ru_stime
            self.end = End(why, self._popen.returncode, cpu)
        return self.end

    def _went(self) -> bool:
        """Let a child that closed its socket exit by itself, so that its own status is told."""
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            if os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
                return True
            time.sleep(0.005)
        return False

    def _rest_of_output(self) -> None:
        for name in ("stdout", "stderr"):
            stream = getattr(self._popen, name)
            os.set_blocking(stream.fileno(), False)
            with contextlib.suppress(BlockingIOError):
                room = self._limits.kept_output - len(self.printed[name])
                self.printed[name] += os.read(stream.fileno(), CHUNK)[:room]
            stream.close()
