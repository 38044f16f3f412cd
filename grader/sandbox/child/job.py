"""One job, in a child of the zygote: take files, shut the doors, and only then run student code."""

import gc
import io
import json
import mmap
import os
import random
import resource
import signal
import socket
import sys
from contextlib import suppress
from typing import Any

import kernel
import landlock
import probe
import seccomp

DATA = 3
"""The job's socket, whatever number it had before."""
SHARED = 4
"""What it shares with the grader, closed once it is mapped."""
FILES = 256
"""Open files: what is open and has no name any more is on no list of what a job wrote."""
THREADS = 4096
"""Of the whole user, so no fewer; for root and its machine code there is no such limit."""


def run(folder: str, descriptors: list[int], config: dict[str, Any], facts: dict[str, Any]) -> None:
    """Be the child: answer requests until the grader closes its end."""
    settle(descriptors)
    import answers
    import frames

    shared = mmap.mmap(SHARED, frames.ROOM)
    os.closerange(SHARED, 4096)  # it, and the copy that mmap keeps for itself
    pipe = frames.Pipe(socket.socket(fileno=DATA), shared)
    sub = os.path.join(folder, "sub")
    desk = answers.Desk(sub)
    while (request := pipe.receive()) is not None:
        kind, body = request[:1], request[1:]
        if kind == b"P":
            write_files(sub, body)
            pipe.send(frames.facts({}))
        elif kind == b"L":
            pipe.send(frames.facts(shut(folder, json.loads(body), config, facts)))
        else:
            pipe.send(desk.answer(kind, body))


def settle(descriptors: list[int]) -> None:
    """Have the job's own descriptors, streams, session and random state, and nothing else."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    kept = [os.dup2(d, 100 + i) for i, d in enumerate(descriptors)]
    nothing = os.open(os.devnull, os.O_RDONLY)
    for target, source in enumerate([nothing, *kept[1:3], kept[0], kept[3]]):
        os.dup2(source, target, inheritable=False)
    os.closerange(SHARED + 1, 4096)
    gc.freeze()
    sys.stdin = io.TextIOWrapper(io.FileIO(0, "r", closefd=False))
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), write_through=True)
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w", closefd=False), write_through=True)
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
    random.seed(0)


def write_files(root: str, body: bytes) -> None:
    """Lay the submission's files below ``root``."""
    size = int.from_bytes(body[:4], "little")
    offset = 4 + size
    for name, length in json.loads(body[4 : 4 + size]):
        path = os.path.join(root, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(body[offset : offset + length])
        offset += length


def shut(
    folder: str, limits: dict[str, Any], config: dict[str, Any], facts: dict[str, Any]
) -> dict[str, Any]:
    """Set the limits, leave nothing open but the job's own folder, and try the doors."""
    sub, tmp = os.path.join(folder, "sub"), os.path.join(folder, "tmp")
    os.environ.update(HOME=tmp, TMPDIR=tmp)
    os.chdir(sub)
    resource.setrlimit(resource.RLIMIT_CPU, (limits["cpu"], limits["cpu"] + 1))
    _limit(resource.RLIMIT_AS, limits["memory"])
    _limit(resource.RLIMIT_FSIZE, limits["file"])
    _limit(resource.RLIMIT_NOFILE, FILES)
    _limit(resource.RLIMIT_NPROC, THREADS)
    _limit(resource.RLIMIT_CORE, 0)
    if not config["confined"]:
        return {"open": ["unconfined"]}
    # A fork has one thread, so that Landlock, which binds threads one by one, binds all there is.
    kernel.die_with_parent()
    kernel.hide_memory()
    if facts["landlock"]:
        writable = [tmp, os.devnull, sub]
        landlock.confine(facts["landlock"], ["/"], writable)
    if facts["seccomp"]:
        seccomp.confine()
    return {"open": probe.open_doors(config["secret"], config["elsewhere"])}


def _limit(which: int, value: int) -> None:
    with suppress(ValueError, OSError):  # macOS knows some of them by name only
        resource.setrlimit(which, (value, value))


def kill(pid: int) -> None:
    """End a child, and whatever it started where it could."""
    for end in (os.kill, os.killpg):
        with suppress(ProcessLookupError, PermissionError):
            end(pid, signal.SIGKILL)
