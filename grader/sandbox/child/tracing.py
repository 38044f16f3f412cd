"""Follow one call of student code line by line, and keep the small arrays that its lines make.

Of plain numbers and rows of numbers, an axis, a size or a maximum say, a few are kept too.
"""

import os
import sys
from types import FrameType
from typing import Any, Self

import frames
import numpy as np
from numpy import asarray, float64, int64, ndarray

MOST = 300
NUMBERS = 1 << 16
"""Arrays, and numbers in all of them, that are kept."""
FEW = 100
SHORT = 64
"""Plain numbers and rows that are kept beside them, and how long a row may be: a student's own
loops may make thousands."""
LARGEST = 1 << 12
ITEMS = 16
"""Items of a list or tuple that are looked at."""


class Tracer:
    """A context manager around the call; whatever the code does to it makes a poorer trace only."""

    def __init__(self, root: str) -> None:
        self._root = root + os.sep
        self._seen: list[tuple[str, int, str, ndarray]] = []
        self._numbers = self._few = 0
        self._frames: dict[FrameType, tuple[int, dict[str, tuple[Any, ...]]]] = {}

    def __enter__(self) -> Self:
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)
        self._frames.clear()

    def reply(self) -> bytes:
        """File, line, name and shape of each array that was seen, then their numbers."""
        told = [[f[:300], n, name[:80], list(a.shape)] for f, n, name, a in self._seen]
        return frames.facts({"seen": told}, *(a.tobytes() for *_, a in self._seen))

    def _called(self, frame: FrameType, _event: str, _arg: Any) -> Any:
        """A function starts: of the student's own files, follow it."""
        if not frame.f_code.co_filename.startswith(self._root):
            return None
        self._frames[frame] = (frame.f_lineno, {})
        # What it is called with was made by the line that calls it.
        caller = frame.f_back
        line = self._frames[caller][0] if caller in self._frames else 0
        self._look(frame, caller if line and caller else frame, line)
        return self._stepped

    def _stepped(self, frame: FrameType, event: str, arg: Any) -> Any:
        """A line is about to run, or the function ends: the line before has done its work."""
        line, before = self._frames.get(frame, (0, {}))
        if line and event in ("line", "return"):
            self._look(frame, frame, line)
        if event == "line":
            self._frames[frame] = (frame.f_lineno, before)
        elif event == "return" and line:
            for name, value in items("return", arg):
                self._keep(frame, line, name, value)
            self._frames.pop(frame, None)
        return self._stepped

    def _look(self, frame: FrameType, where: FrameType, line: int) -> None:
        """Keep each local array that is new or has changed, as the work of a line."""
        before = self._frames[frame][1]
        for variable, held in list(frame.f_locals.items())[:60]:
            for name, value in items(variable, held):
                print_ = (value.shape, value.tobytes())
                if before.get(name) != print_:
                    before[name] = print_
                    if line:
                        self._keep(where, line, name, value)

    def _keep(self, frame: FrameType, line: int, name: str, value: ndarray) -> None:
        room = len(self._seen) - self._few < MOST and self._numbers + value.size <= NUMBERS
        if self._few < FEW if value.ndim < 2 else room:
            self._few += value.ndim < 2
            self._numbers += value.size if value.ndim > 1 else 0
            file = os.path.relpath(frame.f_code.co_filename, self._root)
            copy = np.array(asarray(value, dtype=float64), order="C")
            self._seen.append((file, line, str(name), copy))


def items(name: str, held: Any) -> list[tuple[str, ndarray]]:
    """A small array of real numbers or a plain number, or those in a list or a tuple, by name."""
    if type(held) in (list, tuple):
        each = [(f"{name}[{i}]", small(v)) for i, v in enumerate(held[:ITEMS])]
    else:
        each = [(name, small(held))]
    return [(name, value) for name, value in each if value is not None]


def small(value: Any) -> ndarray | None:
    """A plain array or number that is worth keeping; None for anything else."""
    if type(value) in (int, float, float64, int64) and abs(value) < 1 << 53:
        return asarray(value, dtype=float64)
    if type(value) is not ndarray or value.dtype.kind != "f" or not 1 <= value.ndim <= 4:
        return None
    return value if 1 < value.size <= (LARGEST if value.ndim > 1 else SHORT) else None
