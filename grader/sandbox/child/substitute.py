"""Put another array in the place of the one that a student's function returned."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from holding import WEIGHTS, spelled_weight

Change = Callable[[np.ndarray], np.ndarray]


def substituted(y: Any, shape: tuple[int, ...], change: Change) -> Any:
    """The same kind of value, with the array of this shape (or the first array) changed."""
    if isinstance(y, np.ndarray):
        return change(y)
    if isinstance(y, dict):
        at = place(list(y.values()), shape)
        return {k: change(v) if i == at else v for i, (k, v) in enumerate(y.items())}
    if not isinstance(y, tuple | list):
        return y
    at = place(y, shape)
    if at is not None:
        items = [change(v) if i == at else v for i, v in enumerate(y)]
        return y._make(items) if hasattr(y, "_make") else type(y)(items)
    with suppress(TypeError, ValueError):  # rows as lists
        return change(np.asarray(y, float)).tolist()
    return y


def place(values: Any, shape: tuple[int, ...]) -> int | None:
    """Where the array of this shape is, or else the first array."""
    arrays = [i for i, v in enumerate(values) if isinstance(v, np.ndarray) and v.ndim]
    same = [i for i in arrays if values[i].shape == shape]
    return next(iter([*same, *arrays]), None)


def kept_up(obj: Any, y: Any, new: Any) -> None:
    """Where an object keeps its answer, let it keep the new one."""
    if y is new:
        return
    with suppress(Exception):
        for name, value in list(vars(obj).items()):
            if value is y:
                setattr(obj, name, new)


def righted(right: dict[str, Any], bound: Any, obj: Any, args: Any, named: Any) -> Any:
    """What a method answers; with a right answer in the place of its own, if one is at hand."""
    weights = [spelled_weight(obj, name) for name in WEIGHTS] if right else []
    heads = getattr(obj, "n_heads", None)
    if not right or heads is None or any(w is None for w in weights):
        return bound(*args, **named)
    x = args[0] if args else named.get("x")
    mask = args[1] if len(args) > 1 else named.get("mask")
    y = right["forward"](weights, int(heads), np.asarray(x), mask)
    with suppress(Exception):
        theirs = bound(*args, **named)
        if theirs is not None:
            return substituted(theirs, np.shape(x), lambda old: fitted(y, old))
    return y


def fitted(y: np.ndarray, old: np.ndarray) -> np.ndarray:
    """The right numbers in the shape and type that the script knows, a batch axis for one."""
    y = y.reshape(old.shape) if y.size == old.size else y
    return y.astype(old.dtype) if old.dtype.kind == "f" else y


def singled(right: dict[str, Any], function: Any, args: Any, named: Any) -> Any:
    """The same for ``single_head_attention``."""
    y = right["single"](*[*args, *named.values()][:4])
    with suppress(Exception):
        return substituted(function(*args, **named), y.shape, lambda old: fitted(y, old))
    return y
