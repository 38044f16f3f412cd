"""What this process can still reach, tried before any student code is read.

Each attempt is one that a hostile file would make; what succeeds is reported by name.
"""

import functools
import os
import socket
from collections.abc import Callable, Sequence


def open_doors(secret: str, elsewhere: Sequence[str]) -> list[str]:
    """Names of the attempts that succeeded.

    Args:
        secret: a file of the grader's own account that must not be readable.
        elsewhere: folders in which nothing may be made.
    """
    attempts: dict[str, Callable[[], object]] = {
        "read_other_files": lambda: os.close(os.open(secret, os.O_RDONLY)),
        "write_other_files": lambda: _write_any(elsewhere),
        "network": _network,
        "processes": _fork,
        "signals": lambda: os.kill(os.getppid(), 0),
        "root": _root,
    }
    return [name for name, attempt in attempts.items() if _succeeds(attempt)]


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True


def _write_any(folders: Sequence[str]) -> None:
    if not any(_succeeds(functools.partial(_write, folder)) for folder in folders):
        raise PermissionError


def _write(folder: str) -> None:
    path = os.path.join(folder, f".grade-probe-{os.getpid()}")
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    os.unlink(path)


def _network() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM):
        pass


def _fork() -> None:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


def _root() -> None:
    if os.getuid() != 0:
        raise PermissionError
