"""A slot: one zygote, confined as far as this machine can, that runs one job at a time.

Levels are chosen by trying, never by version numbers; each reason for going lower is kept. Any
anomaly ends the slot, and a new one is started for the next job.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import signal
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.sandbox import bubble, world
from grader.sandbox.place import environment, remove

RUNTIME = Path(__file__).with_name("child")
START = 30.0
"""Seconds that a zygote may take to get ready, on a busy machine with a cold disk."""
DISK = 64 << 20
FIRST_UID = 60_000


@dataclass(frozen=True, slots=True)
class Level:
    """How a slot is held."""

    bubblewrap: bool
    landlock: int
    """The ABI; 0 for none."""
    seccomp: bool
    uid: int | None
    """A user of its own; None for the grader's."""
    reasons: tuple[str, ...] = ()
    """Why nothing stronger."""

    @property
    def mechanism(self) -> tuple[str, ...]:
        """In the words of the report."""
        found = ["bubblewrap"] if self.bubblewrap else []
        found += [f"Landlock ABI {self.landlock}"] if self.landlock else []
        found += ["seccomp"] if self.seccomp else []
        return (*found, "rlimits")


@dataclass(frozen=True, slots=True)
class Means:
    """What may be used to confine; less than all only to try the weaker levels."""

    bubblewrap: bool = True
    landlock: int = 99
    """The highest ABI."""
    seccomp: bool = True


ALL = Means()
NOTHING = Means(bubblewrap=False, landlock=0, seccomp=False)
"""``--sandbox off``."""


@dataclass(frozen=True, slots=True)
class Done:
    """What the zygote tells of a job's end, by ``wait4``."""

    status: int
    """Exit code, or minus the signal."""
    cpu: float
    """Seconds."""
    rss: int
    """Kilobytes."""


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

    def run(self, *descriptors: int) -> None:
        """Fork a child with these as its socket, standard output and standard error.

        Raises:
            SlotError: the zygote is gone.
        """
        try:
            socket.send_fds(self.control, [b"run"], list(descriptors))
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
            return Done(told["status"], told["cpu"], told["rss"])
        except TimeoutError:
            if not patient:
                self.close()
        except (OSError, ValueError, KeyError):
            self.close()
        return None

    def close(self, *, keep_stderr: bool = False) -> None:
        """End the zygote and all in it, and remove its folder; safe to call again."""
        self.broken = True
        self.control.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        if self.process.stderr and not keep_stderr:
            self.process.stderr.close()
        if self.folder:
            remove(self.folder)
            self.folder = None


def open_slot(kind: str = "numpy", *, index: int = 0, means: Means = ALL) -> Slot:
    """Start a zygote at the strongest level that works here.

    Args:
        kind: ``numpy``, or ``plots`` with Matplotlib loaded too.
        index: which slot of this machine; each has a user of its own where root starts it.
        means: what may be used.

    Raises:
        SlotError: not even an unconfined Python starts.
    """
    reasons: list[str] = []
    bwrap = bubble.available() if means.bubblewrap else None
    if means.bubblewrap and not bwrap:
        reasons.append("bubblewrap is not installed")
    for wrapper in ([bwrap] if bwrap else []) + [None]:
        try:
            return _started(kind, index, wrapper, means=means, reasons=tuple(reasons))
        except SlotError as error:
            reasons.append(f"bubblewrap: {error}" if wrapper else str(error))
    raise SlotError("; ".join(reasons))


def _started(
    kind: str, index: int, bwrap: str | None, *, means: Means, reasons: tuple[str, ...]
) -> Slot:
    folder = None if bwrap else tempfile.mkdtemp(prefix="grade-")
    config = _config(kind, index, folder, means)
    ours, theirs = _pair()
    with theirs:
        process = subprocess.Popen(
            _command(bwrap, config, theirs.fileno()),
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
    slot = Slot(process, ours, Level(bwrap is not None, 0, seccomp=False, uid=None), folder)
    try:
        ours.settimeout(START)
        facts: dict[str, Any] = json.loads(ours.recv(4096))
    except (OSError, ValueError) as error:
        raise SlotError(_last_words(slot)) from error
    if folder and facts["uid"] not in (0, os.getuid()):
        _hand_over(folder, facts["uid"])
    uid = facts["uid"] if facts["uid"] != os.getuid() else None
    slot.level = Level(bwrap is not None, facts["landlock"], facts["seccomp"], uid, reasons)
    return slot


def _command(bwrap: str | None, config: dict[str, Any], control: int) -> list[str]:
    """The zygote's command line, in bubblewrap or not."""
    where = bubble.RUNTIME if bwrap else str(RUNTIME)
    python = [world.executable(), "-P", "-s", "-S", "-B", f"{where}/zygote.py"]
    command = [*python, str(control), json.dumps(config)]
    if bwrap is None:
        return command
    set_ = [word for name, value in environment().items() for word in ("--setenv", name, value)]
    return [*bubble.command(bwrap, RUNTIME, DISK), *set_, *command]


def _config(kind: str, index: int, folder: str | None, means: Means) -> dict[str, Any]:
    """What the zygote must know; no secret among it but the path of one."""
    confined = means != NOTHING
    linux = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
    return {
        "confined": confined and linux,
        "landlock": means.landlock,
        "seccomp": means.seccomp,
        "uid": FIRST_UID + index if os.geteuid() == 0 else 0,
        "libraries": ["numpy", "plots"] if kind == "plots" else ["numpy"],
        "sites": world.sites(),
        "readable": world.readable() if confined and linux else [],
        "jobs": folder or bubble.JOBS,
        "secret": __file__,
        "elsewhere": ["/tmp", str(Path.home()), *([folder] if folder else [])],
    }


def _pair() -> tuple[socket.socket, socket.socket]:
    """A control connection that keeps messages apart where the system can do that."""
    try:
        return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    except OSError:  # macOS; messages are short and one at a time
        return socket.socketpair()


def _hand_over(folder: str, uid: int) -> None:
    """Give the jobs' folder to the user that the zygote became."""
    os.chown(folder, uid, uid)


def _last_words(slot: Slot) -> str:
    """The last line of what the zygote or bubblewrap complained of."""
    slot.close(keep_stderr=True)
    stream = slot.process.stderr
    said = stream.read(4096).decode("utf-8", "replace").strip() if stream else ""
    if stream:
        stream.close()
    return said.splitlines()[-1] if said else "it ended without a word"
