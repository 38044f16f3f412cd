"""Replies checked to the last byte before anything believes them.

The other end is hostile: a reply is plain numbers whose count follows from what was asked, or a
short text. Nothing here allocates what a peer announces, unpickles, or evaluates.
"""

from __future__ import annotations

import struct
from math import prod
from typing import Any

import numpy as np

from grader.model import (
    Answer,
    Import,
    Imported,
    Made,
    Maker,
    Output,
    described,
)
from grader.sandbox.failures import Malformed, failure, json_of, listed
from grader.sandbox.frames import SMALL

ANSWER = struct.Struct("<BBHB")
CHANGED = ("x", "mask", "weights", "previous", "rng")


def answer(reply: bytes) -> Answer:
    """The reply to a Probe or a Single."""
    if reply[:1] == b"E":
        return failure(reply)
    if reply[:1] != b"A" or len(reply) < 1 + ANSWER.size:
        raise Malformed("no answer")
    form, changed, words, ndim = ANSWER.unpack_from(reply, 1)
    at = 1 + ANSWER.size
    note = reply[at : at + words].decode("utf-8", "replace")
    at += words
    if ndim > 6 or len(reply) < at + 4 * ndim:
        raise Malformed("dimensions")
    shape = struct.unpack_from(f"<{ndim}I", reply, at)
    y, end = array(reply, at + 4 * ndim, shape)
    if end != len(reply):
        raise Malformed("length")
    moved = frozenset(name for i, name in enumerate(CHANGED) if changed >> i & 1)
    return Output(y, note if form else "ndarray", moved)


def array(data: bytes, at: int, shape: tuple[int, ...]) -> tuple[Any, int]:
    """The float64 array of this shape that starts there, and where it ends."""
    end = at + 8 * prod(shape)
    if end > len(data):
        raise Malformed("length")
    numbers = np.frombuffer(data, "<f8", prod(shape), at)
    try:
        return numbers.reshape(shape).astype(np.float64), end
    except ValueError as error:  # no numbers, and more or larger dimensions than NumPy takes
        raise Malformed("dimensions") from error


def facts(reply: bytes) -> tuple[dict[str, Any], int]:
    """The JSON object that a ``J`` reply starts with, and where it ends."""
    if reply[:1] != b"J" or len(reply) < 5:
        raise Malformed("no facts")
    (size,) = struct.unpack_from("<I", reply, 1)
    if size > SMALL or len(reply) < 5 + size:
        raise Malformed("facts")
    return json_of(reply[5 : 5 + size]), 5 + size


def doors(reply: bytes) -> tuple[str, ...]:
    """The reply to the shutting of doors: which are still open."""
    if reply[:1] == b"E":
        raise Malformed("not shut")
    told, _ = facts(reply)
    return names(told.get("open")) or ()


def imported(reply: bytes) -> Import:
    """The reply to the import."""
    if reply[:1] == b"E":
        return failure(reply)
    told, end = facts(reply)
    if end != len(reply):
        raise Malformed("length")
    return Imported(
        has_class=bool(told.get("has_class")),
        needs=listed(told.get("needs")),
        called=called[:80] if isinstance(called := told.get("called"), str) else "",
        has_forward=bool(told.get("has_forward")),
        has_call=bool(told.get("has_call")),
        has_single_head=bool(told.get("has_single_head")),
        parameters=names(told.get("parameters")),
        forward_parameters=names(told.get("forward_parameters")),
        near=names(told.get("near")) or (),
        modules=names(told.get("modules")) or (),
    )


def names(value: Any) -> tuple[str, ...] | None:  # whatever JSON held
    """A list of short words; None where it is no list."""
    if not isinstance(value, list):
        return None
    return tuple(v[:80] for v in value[:500] if isinstance(v, str))


def made(reply: bytes) -> Maker:
    """The reply to a Make or a Key."""
    if reply[:1] == b"E":
        return failure(reply)
    told, at = facts(reply)
    weights: dict[str, Any] = {}
    for name, shape in _dict(told, "weights").items():
        if not (isinstance(shape, list) and all(type(n) is int and n >= 0 for n in shape)):
            raise Malformed("shape")
        weights[name], at = array(reply, at, tuple(shape))
    if at != len(reply):
        raise Malformed("length")
    sizes = _dict(told, "attributes")
    return Made(
        weights=weights,
        spelled={k: v[:80] for k, v in _words(told, "spelled")},
        problems={k: described(v[:200]) for k, v in _words(told, "problems")},
        attributes={k: _number(v) for k, v in sizes.items()},
        vectors={k[:80]: _vector(v) for k, v in _dict(told, "vectors").items()},
        has_forward=bool(told.get("has_forward")),
        moved_rng=bool(told.get("moved_rng")),
    )


def _words(told: dict[str, Any], key: str) -> list[tuple[str, str]]:
    return [(k, v) for k, v in _dict(told, key).items() if isinstance(v, str)]


def _number(value: Any) -> float | None:  # whatever JSON held
    return value if isinstance(value, int | float) and abs(value) < 1e18 else None


def _vector(value: Any) -> tuple[bool, int]:
    if not (isinstance(value, list) and len(value) == 2 and isinstance(value[1], int)):
        raise Malformed("vector")
    return bool(value[0]), value[1]


def _dict(told: dict[str, Any], key: str) -> dict[str, Any]:
    value = told.get(key, {})
    if not isinstance(value, dict) or len(value) > 300:
        raise Malformed(key)
    return value
