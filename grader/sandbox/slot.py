"""A slot: one zygote, confined as far as this machine can, that runs one job at a time.

Any anomaly ends the slot, and a new one is started for the next job.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.sandbox.place import remove

if TYPE_CHECKING:
    from grader.sandbox.level import Level


IDLE = 0.5
"""Seconds that a zygote without a job may take to end by itself."""


@dataclass(frozen=True, slots=True)
class Done:
    """What the zygote tells of a job's end, by ``wait4``."""

    status: int
    """Exit code, or minus the signal."""
    cpu: float
    """Seconds."""
    rss: int
    """Kilobytes."""
    crowded: bool
    """It made too many files."""


class SlotError(Exception):
    """The slot is gone, and said why."""


@dataclass(slots=True)
class Slot:
    """One zygote; use ``open_slot`` to start it."""

    process: subprocess.Popen[bytes]
    control: socket.socket
    level: Level
    folder: str | None
    """Where its jobs lie on this machine's disk; None in a world of its own."""
    broken: bool = field(default=False)
    loaded: set[bytes] = field(default_factory=set)
    """What it loaded besides NumPy."""

    def run(self, *descriptors: int) -> None:
        """Fork a child with these as its socket, standard output, standard error and shared memory.

        Raises:
            SlotError: the zygote is gone.
        """
        try:
            socket.send_fds(self.control, [b"run"], list(descriptors))
        except OSError as error:
            self.close()
            raise SlotError(str(error)) from error

    def load(self, what: bytes, seconds: float) -> None:
        """Have the zygote load more, for the children to come; nothing if it has it already.

        Raises:
            SlotError: the zygote is gone.
        """
        if what in self.loaded:
            return
        self.loaded.add(what)
        try:
            self.control.settimeout(seconds)
            self.control.sendall(what)
            if not self.control.recv(16):
                raise SlotError(f"it ended while it loaded {what.decode()}")
        except OSError as error:
            self.close()
            raise SlotError(str(error)) from error

    def ended(self, *, kill: bool, seconds: float = 10.0, patient: bool = False) -> Done | None:
        """Wait for the job's end, having killed it if asked; None if it has not come.

        The slot is lost then, unless ``patient``: another call will ask again.
        """
        try:
            if kill:
                self.control.sendall(b"kill")
            self.control.settimeout(seconds)
            told = json.loads(self.control.recv(4096))
            self.broken = not told["cleaned"]
            return Done(told["status"], told["cpu"], told["rss"], told["crowded"])
        except TimeoutError:
            if not patient:
                self.close()
        except (OSError, ValueError, KeyError):
            self.close()
        return None

    def close(self, *, keep_stderr: bool = False) -> None:
        """End the zygote and all in it, and remove its folder; safe to call again."""
        idle = not self.broken
        self.broken = True
        self.control.close()
        if idle:  # it goes by itself; only of those that do is the time known that they took
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(IDLE)
        if self.process.returncode is None:  # once it was waited for, its number may be another's
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        if self.process.stderr and not keep_stderr:
            self.process.stderr.close()
        if self.folder:
            remove(self.folder)
            self.folder = None
