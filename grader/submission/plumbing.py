"""One git command as a process: calm surroundings, bounded answers, a deadline; never a shell.

No command used runs a hook, a filter, a monitor, a textconv or a pager. One way out would remain:
an object that is missing may make git fetch it, by a program that the repository's configuration
names. ``GIT_NO_LAZY_FETCH`` closes it from git 2.45 on; for every version, the empty
``GIT_ALLOW_PROTOCOL`` forbids all transports, and no configuration can allow them again.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

_QUIET = ("--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs")
_SETTINGS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.bigFileThreshold=1m",  # large blobs are streamed and never fill the memory
    "core.packedGitWindowSize=32m",
    "core.packedGitLimit=256m",
    "protocol.allow=never",
)
_CALM = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PROTOCOL_FROM_USER": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_PIECE = 1 << 16
_GOODBYE = 1.0


class GitError(Exception):
    """Git is not here, failed, said nonsense, or took too long."""


def available() -> bool:
    """There is a git to ask."""
    return _program() is not None


class Command:
    """A running git command; leaving the block ends it, whatever it is doing.

    Args:
        git_dir: The repository, given so that git neither searches nor asks who owns it.
        top: Its working tree, which overrules ``core.worktree``.
        until: When to give up, by ``time.monotonic``.
        args: The command and its arguments.
        asks: Requests will be written to it.

    Raises:
        GitError: There is no git, or it cannot be started, or no time is left.
    """

    def __init__(
        self, git_dir: str, top: str, until: float, *args: str, asks: bool = False
    ) -> None:
        program = _program()
        if program is None or time.monotonic() >= until:
            raise GitError
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        where = (f"--git-dir={git_dir}", f"--work-tree={top}")
        self._until = until
        self._ready = bytearray()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - fixed commands, see the module
                [program, *_QUIET, *where, *settings, *args],
                stdin=subprocess.PIPE if asks else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={"PATH": _path(), **_CALM},
                cwd="/",
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError):
            raise GitError from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def ask(self, request: str) -> None:
        """Write one line to its standard input."""
        try:
            if self._process.stdin:
                self._process.stdin.write(request.encode() + b"\n")
        except OSError:
            raise GitError from None

    def read(self, n: int) -> bytes:
        """The next ``n`` bytes that it says, or fewer at the end.

        Raises:
            GitError: The deadline passed.
        """
        while len(self._ready) < n and self._more():
            pass
        return self._taken(n)

    def line(self) -> bytes:
        """The next line that it says, without its end.

        Raises:
            GitError: The deadline passed, or there is no whole line.
        """
        while (end := self._ready.find(b"\n")) < 0:
            if len(self._ready) > _PIECE or not self._more():
                raise GitError
        return self._taken(end + 1)[:-1]

    def code(self) -> int:
        """Its exit code, once everything it says has been read."""
        try:
            return self._process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            raise GitError from None

    def _more(self) -> bool:
        pipe = self._process.stdout
        if pipe is None:
            return False
        waiter = select.poll()
        waiter.register(pipe, select.POLLIN | select.POLLHUP)
        left = max(0.0, self._until - time.monotonic())
        if not waiter.poll(left * 1000):
            raise GitError
        piece = os.read(pipe.fileno(), _PIECE)
        self._ready += piece
        return bool(piece)

    def _taken(self, n: int) -> bytes:
        data = bytes(self._ready[:n])
        del self._ready[:n]
        return data

    def _stop(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        if self._process.returncode is None:
            # What git may have started is in its session and goes with it.
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def _path() -> str:
    """The search path without its relative parts: they could lead into the submission."""
    parts = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(part for part in parts if part.startswith("/"))


def _program() -> str | None:
    return shutil.which("git", path=_path()) if _path() else None
