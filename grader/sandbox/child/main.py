"""The child's main loop: take files and requests, run student code, answer with arrays.

Started by the grader as ``python -P -s -S -B main.py FD SITE...`` in a private folder.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import json
import random
import resource
import socket
from typing import Any


def prepare(sites: list[str]) -> None:
    """Make NumPy importable and the grader not, before anything of a student is read."""
    sys.path.extend(sites)
    for ours in ("grader", "reference"):
        sys.modules[ours] = None  # type: ignore[assignment]


def warm() -> None:
    """Load what NumPy loads late, so that no file of a student can stand in for it."""
    import numpy as np
    import numpy.fft
    import numpy.linalg
    import numpy.ma
    import numpy.random

    rng = np.random.default_rng(0)
    x = rng.standard_normal((4, 4)).astype(np.float32)
    np.einsum("ij,jk->ik", x, x), x @ x.T, np.exp(x).sum(-1, keepdims=True), np.linalg.norm(x)
    np.random.seed(0)
    random.seed(0)


def limit(limits: dict[str, int]) -> None:
    """Bound what one student's code can take of this machine."""
    resource.setrlimit(resource.RLIMIT_CPU, (limits["cpu"], limits["cpu"] + 1))
    resource.setrlimit(resource.RLIMIT_AS, (limits["memory"], limits["memory"]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits["file"], limits["file"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


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


def serve(pipe: Any, root: str) -> None:
    """Answer requests until the grader closes its end."""
    import answers

    desk = answers.Desk(root)
    while (request := pipe.receive()) is not None:
        kind, body = request[:1], request[1:]
        if kind == b"P":
            write_files(root, body)
            pipe.send(b"J\x02\x00\x00\x00{}")
        elif kind == b"L":
            limit(json.loads(body))
            pipe.send(b"J\x02\x00\x00\x00{}")
        else:
            pipe.send(desk.answer(kind, body))


def main() -> None:
    """Take the socket's number and the folders that hold NumPy from the command line."""
    prepare(sys.argv[2:])
    warm()
    import answers  # noqa: F401
    import frames

    sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
    sock = socket.socket(fileno=int(sys.argv[1]))
    sys.argv[:] = ["attention.py"]
    serve(frames.Pipe(sock), os.getcwd())


if __name__ == "__main__":
    main()
