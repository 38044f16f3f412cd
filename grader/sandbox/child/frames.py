"""Frames on the child's end of the socket: length, sequence number, bytes; no pickle, no text.

A request is ``kind byte + body``; a reply is one of

    A  an array: form, what the call changed, dimensions, raw little-endian float64
    J  facts: the length of a JSON object, the object, raw float64 arrays
    E  a failure: a JSON object
"""

import json
import socket
import struct
from collections.abc import Sequence
from typing import Any

HEAD = struct.Struct("<II")
FORWARD = struct.Struct("<HHqHH")
ANSWER = struct.Struct("<BBHB")
JSON = struct.Struct("<I")

MASK, WEIGHTS, FRESH, FLOAT32, NO_BIAS, BATCHED, KEYWORD, EXPLICIT_NONE = (1 << i for i in range(8))
CHANGED = ("x", "mask", "weights", "previous", "rng")


class Pipe:
    """Whole frames in, whole frames out, in step: reply n answers request n."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._sequence = 0

    def receive(self) -> bytes | None:
        """The next request, or None when the grader has closed its end."""
        head = self._exactly(HEAD.size)
        if head is None:
            return None
        length, self._sequence = HEAD.unpack(head)
        return self._exactly(length)

    def send(self, *parts: bytes) -> None:
        """Answer the request that was received last."""
        self._sock.sendall(HEAD.pack(sum(map(len, parts)), self._sequence) + b"".join(parts))

    def _exactly(self, count: int) -> bytes | None:
        chunks = bytearray()
        while len(chunks) < count:
            chunk = self._sock.recv(min(count - len(chunks), 1 << 20))
            if not chunk:
                return None
            chunks += chunk
        return bytes(chunks)


def answer(form: int, changed: int, note: str, shape: Sequence[int], raw: bytes) -> bytes:
    """An ``A`` reply; ``note`` is what the value really was, at most 200 bytes of it."""
    words = note.encode("utf-8", "replace")[:200]
    dims = struct.pack(f"<{len(shape)}I", *shape)
    return b"A" + ANSWER.pack(form, changed, len(words), len(shape)) + words + dims + raw


def facts(value: dict[str, Any], *arrays: bytes) -> bytes:
    """A ``J`` reply: plain facts, then the arrays that they speak of."""
    text = json.dumps(value).encode("ascii")
    return b"J" + JSON.pack(len(text)) + text + b"".join(arrays)


def failure(kind: str, error: str, file: str | None, line: int | None) -> bytes:
    """An ``E`` reply: no value, and why."""
    told = {"kind": kind, "error": error[:2000], "file": file and file[:300], "line": line}
    return b"E" + json.dumps(told).encode("ascii")
