"""Requests as the bytes that the child reads, and how long its reply may be."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

from grader.model import (
    Make,
    Probe,
    Single,
)

HEAD = struct.Struct("<II")
KEPT = struct.Struct("<QQ")
"""What the memory that is shared with a child starts with: where in all that it sends the replies
begin that it keeps there, and how many bytes they are."""
ROOM = 1 << 16
"""Bytes of it."""
FORWARD = struct.Struct("<HHqHH")
SMALL = 1 << 16
"""Bytes that a reply without an array may have."""

Key = tuple[int, ...]
Request = Probe | Make | Single | Key
"""A Key asks what the kept object of this (d_model, n_heads, seed) holds; with a fourth number,
another object of the same kind."""


def encode(request: Request) -> bytes:
    """One request as the child reads it."""
    if isinstance(request, Probe):
        return b"F" + _forward(request)
    if isinstance(request, Single):
        rows, width = request.q.shape
        sizes = struct.pack("<3i", rows, len(request.k), width)
        return b"S" + sizes + b"".join(_raw(a) for a in (request.q, request.k, request.v))
    if isinstance(request, Make):
        return b"M" + json.dumps({"args": request.args, "kwargs": dict(request.kwargs)}).encode()
    return b"O" + json.dumps(request).encode()


def _forward(probe: Probe) -> bytes:
    flags = 0
    for i, given in enumerate(_ways(probe)):
        flags |= given << i
    head = FORWARD.pack(probe.d_model, probe.n_heads, probe.seed, probe.T, flags)
    arrays = [probe.x] if probe.mask is None else [probe.x, probe.mask]
    return head + b"".join(_raw(a) for a in [*arrays, *(probe.weights or ())])


def _ways(probe: Probe) -> tuple[bool, ...]:
    """What a request says of the question besides its numbers, in the order of its bits."""
    return (
        probe.mask is not None,
        probe.weights is not None,
        probe.fresh,
        probe.float32,
        probe.no_bias,
        probe.batched,
        probe.keyword,
        probe.explicit_none,
    )


def _raw(array: Any) -> bytes:  # an array of any real type
    return np.ascontiguousarray(array, dtype="<f8").tobytes()


SEEN = 400
"""Arrays that a trace may have, and the numbers that all of them may have together."""
SEEN_NUMBERS = (1 << 16) + 100 * 64


def encode_trace(probe: Probe) -> bytes:
    """The request to follow one call line by line."""
    return b"T" + _forward(probe)


def cap(request: Request) -> int:
    """The most bytes that an honest reply to this request has."""
    if isinstance(request, Probe):
        return SMALL + 8 * (64 + 8 * request.x.size)
    if isinstance(request, Single):
        return SMALL + 8 * (64 + 4 * request.q.size)
    return SMALL + 4 * 8 * (1 << 20)
