"""Count what a script does with the student's class, and make ``forward`` wrong, or right.

A line at the end of the student's own file hands over what the file has defined, so it does not
matter how a script comes to the class: an import, importlib, exec of the text, a re-export. The
line is the same whatever is changed.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from attended import Witness
from holding import spelled_weight
from hook import Hook

NAME = "_forward"
LINE = f'\n\n__import__("{NAME}")(globals())\n'.encode()
TOLERANCE = 1e-5
"""A change that moves nothing by more than this changes nothing."""


def lay(
    root: str, files: list[str], change: dict[str, Any], witness: Witness | None = None
) -> dict[str, int]:
    """Add the line to these files below the root.

    Args:
        root: the student's repository.
        files: those that the class comes from; without any, nothing is touched.
        change: ``add``, ``times``, ``without_output`` and ``exchange`` as in the grader's
            Sabotage, and ``right``: empty, or the text of a module whose functions
            ``forward(weights, n_heads, x, mask)`` and ``single(q, k, v, mask)`` first take the
            place of the student's.
        witness: sees the objects that are made, and the calls.

    Returns:
        Counts that go on growing: ``loaded`` (the line was run), ``objects``, ``forwards``,
        ``moved`` (answers that the change made different) and ``zeros`` (answers of zeros only).
    """
    seen = dict.fromkeys(("loaded", "objects", "forwards", "moved", "zeros"), 0)
    if files:
        hook = Hook(seen, changing(seen, change), righting(change["right"]), witness)
        sys.modules[NAME] = hook.defined  # type: ignore[assignment]
    for name in files:
        with open(os.path.join(root, *name.split("/")), "ab") as file:
            file.write(LINE)
    return seen


def changing(
    seen: dict[str, int], change: dict[str, Any]
) -> Callable[[Any, np.ndarray], np.ndarray]:
    """The function that makes one answer of an object wrong."""
    add, times, bare = change["add"], change["times"], change["without_output"]

    def wrong(obj: Any, y: np.ndarray) -> np.ndarray:
        new: np.ndarray = y * times + add * (1 + np.abs(y))
        w_o = spelled_weight(obj, "W_O") if bare else None
        if w_o is not None and w_o.shape == (y.shape[-1],) * 2:
            # y = joined @ W_O, which gives back what was joined wherever else W_O is kept as well.
            new = np.linalg.lstsq(w_o.T, y.reshape(-1, y.shape[-1]).T, rcond=None)[0].T
            new = new.reshape(y.shape)
        if change["exchange"] and new.ndim:
            last = new[(-1,) * (new.ndim - 1)]
            most, least = last.argmax(), last.argmin()
            last[[most, least]] = last[[least, most]]
        new = new.astype(y.dtype) if y.dtype.kind == "f" else new
        seen["moved"] += bool((np.abs(new - y) > TOLERANCE).any())
        seen["zeros"] += not y.any()
        return new

    return wrong


def righting(source: str) -> dict[str, Any]:
    """The functions that are right, out of their text; empty where none are wanted."""
    made: dict[str, Any] = {}
    if source:
        exec(source, made)
    return made
