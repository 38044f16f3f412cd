"""Start a slot at the strongest level that works here.

Levels are chosen by trying, never by version numbers; each reason for going lower is kept.
"""

from __future__ import annotations

import json
import os
import platform
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.sandbox import bubble, world
from grader.sandbox.level import ALL, NOTHING, Level, Means
from grader.sandbox.parts import PARTS
from grader.sandbox.place import environment
from grader.sandbox.slot import Slot, SlotError

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNTIME = Path(__file__).with_name("child")
START = 30.0
"""Seconds that a zygote may take to get ready, on a busy machine with a cold disk."""
DISK = 64 << 20
FIRST_UID = 60_000


def open_slot(
    kind: str = "numpy", *, index: int = 0, means: Means = ALL, parts: Sequence[str] = PARTS
) -> Slot:
    """Start a zygote at the strongest level that works here.

    Args:
        kind: ``numpy``, or ``plots`` with Matplotlib loaded too.
        index: which slot of this machine; each has a user of its own where root starts it.
        means: what may be used.
        parts: what of NumPy is loaded at once, which NumPy itself loads only when it is named.

    Raises:
        SlotError: not even an unconfined Python starts.
    """
    reasons: list[str] = []
    bwrap = bubble.available() if means.bubblewrap else None
    if means.bubblewrap and not bwrap:
        reasons.append("bubblewrap is not installed")
    for wrapper in ([bwrap] if bwrap else []) + [None]:
        try:
            return _started(kind, index, wrapper, means=means, parts=parts, reasons=tuple(reasons))
        except SlotError as error:
            reasons.append(f"bubblewrap: {error}" if wrapper else str(error))
    raise SlotError("; ".join(reasons))


def _started(
    kind: str,
    index: int,
    bwrap: str | None,
    *,
    means: Means,
    parts: Sequence[str],
    reasons: tuple[str, ...],
) -> Slot:
    folder = None if bwrap else tempfile.mkdtemp(prefix="grade-")
    config = _config(kind, index, folder, means) | {"parts": list(parts)}
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
        "entries": 0 if folder else DISK // 4096,
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
