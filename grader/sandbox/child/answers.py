"""One answer for each request; whatever student code does here becomes a reply, never a crash."""

import io
import json
import sys
import warnings
from contextlib import suppress
from ctypes import string_at
from typing import Any

import decoding
import frames
import numpy as np
import script
import tracing
import values
from holding import array_from, held, zero_vectors
from numpy import float32, ndarray
from numpy.random import MT19937, get_bit_generator  # type: ignore[attr-defined]  # no stub has it
from student import Student, failure_of

TWISTER = 625 * 4
"""Bytes of a Mersenne twister: 624 words, and the place of the next one."""


class Desk:
    """Where requests are answered, one after the other, about one student's module."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._student: Student | None = None
        self._calls = 0

    def answer(self, kind: bytes, body: bytes) -> bytes:
        """The reply to one request; SystemExit and the like are the student's failures too."""
        handler = {
            b"I": self._load,
            b"M": self._make,
            b"O": self._object,
            b"F": self._forward,
            b"T": self._followed,
            b"R": self._script,
            b"D": decoding.decoded,
        }
        try:
            return handler.get(kind, self._single)(body)
        except values.NoArray as error:
            return frames.failure("refused", str(error), None, None)
        except BaseException as error:  # KeyboardInterrupt, SystemExit: all are answers
            return frames.failure(*failure_of(error, self._root))

    def _load(self, body: bytes) -> bytes:
        asked = json.loads(body)
        quiet()
        self._student = Student(self._root, asked["src"], asked["module"], asked["without"])
        return frames.facts(self._student.facts())

    def _script(self, body: bytes) -> bytes:
        return script.run(self._root, body)

    def _make(self, body: bytes) -> bytes:
        asked = json.loads(body)
        return self._told(lambda s: s.cls(*asked["args"], **asked["kwargs"]))

    def _object(self, body: bytes) -> bytes:
        key = tuple(json.loads(body))
        return self._told(lambda s: s.kept(key))

    def _told(self, make: Any) -> bytes:
        before = stirred_rng_state()
        student = self._known()
        obj = make(student)
        facts, arrays = held(obj, student.weights(obj), student.spelling(obj))
        return frames.facts(facts | {"moved_rng": rng_state() != before}, *arrays)

    def _known(self) -> Student:
        if self._student is None:
            raise RuntimeError("no module has been imported")
        return self._student

    def _single(self, body: bytes) -> bytes:
        rows, keys, width = np.frombuffer(body, "<i4", 3)
        q, at = array_from(body, 12, (int(rows), int(width)))
        k, at = array_from(body, at, (int(keys), int(width)))
        v, _ = array_from(body, at, (int(keys), int(width)))
        return packed(self._known().single(q, k, v), 64 + 4 * q.size, 0)

    def _forward(self, body: bytes) -> bytes:
        obj, x, mask, flags = self._asked(body)
        args = [x, mask] if mask is not None or flags & frames.EXPLICIT_NONE else [x]
        return self._called(obj, args, flags)

    def _followed(self, body: bytes) -> bytes:
        """What each line makes; an exception ends it, and what was seen before is the answer."""
        obj, x, mask, flags = self._asked(body)
        args = [x] if mask is None else [x, mask]
        tracer = tracing.Tracer(self._root)
        with suppress(Exception), tracer:
            self._known().call(obj, args, bool(flags & frames.KEYWORD))
        return tracer.reply()

    def _asked(self, body: bytes) -> tuple[Any, ndarray, ndarray | None, int]:
        """The object, the input and the mask that a request for ``forward`` speaks of."""
        d_model, n_heads, seed, T, flags = frames.FORWARD.unpack_from(body)
        at = frames.FORWARD.size
        x, at = array_from(body, at, (T, d_model))
        mask = None
        if flags & frames.MASK:
            mask, at = array_from(body, at, (T, T))
        student = self._known()
        key = (d_model, n_heads, seed)
        fresh = flags & (frames.FRESH | frames.WEIGHTS | frames.NO_BIAS)
        obj = student.make(*key) if fresh else student.kept(key)
        if flags & frames.WEIGHTS:
            new = [
                array_from(body, at + 8 * i * d_model**2, (d_model, d_model))[0] for i in range(4)
            ]
            student.put_weights(obj, new)
        if flags & frames.NO_BIAS:
            zero_vectors(obj)
        if flags & frames.FLOAT32:
            x, mask = x.astype(float32), None if mask is None else mask.astype(float32)
        if flags & frames.BATCHED:
            x = x[None]
        return obj, x, mask, flags

    def _called(self, obj: Any, args: list[Any], flags: int) -> bytes:
        student, x, mask = self._known(), args[0], args[1] if len(args) > 1 else None
        before = (x.tobytes(), mask is not None and mask.tobytes(), student.state(obj))
        watched = self._calls < 6
        self._calls += 1
        rng = stirred_rng_state() if watched else b""
        y = student.call(obj, args, bool(flags & frames.KEYWORD))
        after = (x.tobytes(), mask is not None and mask.tobytes(), student.state(obj))
        moved = [a != b for a, b in zip(after, before, strict=True)]
        moved += [student.remembered(y), watched and rng_state() != rng]
        return packed(y, 64 + 8 * x.size, sum(1 << i for i, m in enumerate(moved) if m))


def packed(value: Any, cap: int, changed: int) -> bytes:
    """The value as an ``A`` reply; None and Ellipsis as not written yet."""
    if value is None or value is Ellipsis or value is NotImplemented:
        return frames.failure("unwritten", type(value).__name__, None, None)
    form, note, array = values.plain(value, cap)
    return frames.answer(form, changed, note, array.shape, array.tobytes())


def stirred_rng_state() -> bytes:
    """The same after one more draw, so that no seeding can put it back to just this state."""
    np.random.random_sample()
    return rng_state()


def rng_state() -> bytes:
    """NumPy's global random state, to see whether student code touched it.

    It is read where it lies: to be told it takes a hundred times as long.
    """
    bits = get_bit_generator()
    if type(bits) is MT19937:
        return string_at(bits.ctypes.state_address, TWISTER)
    return repr(bits.state).encode()


def quiet() -> None:
    """Let student code warn as it likes, and print in any script to a stream that takes it."""
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
