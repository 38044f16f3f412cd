"""Frames on the child's end of the socket: length, sequence number, bytes; no pickle, no text.

A request is ``kind byte + body``; a reply is one of

    A  an array: form, what the call changed, dimensions, raw little-endian float64
    J  facts: the length of a JSON object, the object, raw float64 arrays
    E  a failure: a JSON object
"""

import json
import mmap
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


KEPT = struct.Struct("<QQ")
"""Where in all that is sent the kept replies begin, and how many bytes they are."""
ROOM = 1 << 16
"""Bytes that the grader shares with a job for them."""


class Pipe:
    """Whole frames in, whole frames out, in step: reply n answers request n.

    Replies are kept, and sent when no request is left to answer: to wake the grader for each would
    cost more than most answers. They are kept in memory that the grader shares, which it reads
    where the process dies of a request: none that was given before is lost.
    """

    def __init__(self, sock: socket.socket, shared: mmap.mmap) -> None:
        self._sock = sock
        self._shared = shared
        self._sequence = 0
        self._incoming = bytearray()
        self._sent = 0
        self._kept = 0

    def receive(self) -> bytes | None:
        """The next request, or None when the grader has closed its end."""
        head = self._exactly(HEAD.size)
        if head is None:
            return None
        length, self._sequence = HEAD.unpack(head)
        return self._exactly(length)

    def send(self, reply: bytes) -> None:
        """Answer the request that was received last."""
        frame = HEAD.pack(len(reply), self._sequence) + reply
        if KEPT.size + self._kept + len(frame) > ROOM:
            self._flush()
        if KEPT.size + len(frame) > ROOM:
            self._sock.sendall(frame)
            self._sent += len(frame)
            return
        at = KEPT.size + self._kept
        self._shared[at : at + len(frame)] = frame
        self._note(self._kept + len(frame))

    def _flush(self) -> None:
        if self._kept:
            self._sock.sendall(self._shared[KEPT.size : KEPT.size + self._kept])
            self._sent += self._kept
            self._note(0)

    def _note(self, kept: int) -> None:
        self._kept = kept
        KEPT.pack_into(self._shared, 0, self._sent, kept)

    def _exactly(self, count: int) -> bytes | None:
        while len(self._incoming) < count:
            self._flush()
            chunk = self._sock.recv(1 << 18)
            if not chunk:
                return None
            self._incoming += chunk
        taken = bytes(self._incoming[:count])
        del self._incoming[:count]
        return taken


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
