"""What an object of the student's holds, and where: to be read, and to be replaced."""

from math import prod
from typing import Any

import numpy as np
import values
from numpy import float64, frombuffer, ndarray

WEIGHTS = ("W_Q", "W_K", "W_V", "W_O")
SIZES = ("d_model", "n_heads", "d_head")
MISSING = object()


def kept_in_dicts(obj: Any) -> dict[str, str]:
    """Weights that an object keeps in a dict, by their plain name: ``params['W_Q']``."""
    found = {}
    for name, value in list(getattr(obj, "__dict__", {}).items())[:200]:
        for key in list(value)[:50] if isinstance(value, dict) else ():
            if isinstance(key, str):
                found[key.replace("_", "").lower()] = f"{name}[{key!r}]"
    return found


def look_up(obj: Any, name: str) -> Any:
    """An attribute, or an entry of a dict that is one; MISSING where it is not there."""
    if "[" not in name:
        return getattr(obj, name, MISSING)
    holder, _, key = name.partition("[")
    value = getattr(obj, holder, MISSING)
    return value.get(key[1:-2], MISSING) if isinstance(value, dict) else value


def spelled(obj: Any) -> dict[str, str]:
    """Where each weight is: its own name, or one that differs in case and underscores."""
    plain = {n.replace("_", "").lower(): n for n in dir(obj) if not n.startswith("__")}
    plain = kept_in_dicts(obj) | plain
    look = {w: w if hasattr(obj, w) else plain.get(w.replace("_", "").lower()) for w in WEIGHTS}
    return {w: n for w, n in look.items() if n is not None}


def spelled_weight(obj: Any, name: str) -> ndarray | None:
    """One of the four as a plain float64 matrix; None where it is not to be had."""
    try:
        value = look_up(obj, spelled(obj).get(name, name))
        array = None if value is MISSING else values.plain(value, 1 << 20)[2]
    except Exception:
        return None
    return array if array is not None and array.ndim == 2 else None


def put(obj: Any, name: str, array: ndarray) -> None:
    """Replace what ``look_up`` finds."""
    holder, _, key = name.partition("[")
    if key:
        getattr(obj, holder)[key[1:-2]] = array
    else:
        setattr(obj, name, array)


def zero_vectors(obj: Any) -> None:
    """Set every array of one row or column that the object holds to zero."""
    for value in vectors(obj).values():
        value[...] = 0


def vectors(obj: Any) -> dict[str, ndarray]:
    """Arrays of one row or column of real numbers among the object's own attributes, by name."""
    held = list(getattr(obj, "__dict__", {}).items())[:200]
    for name, value in list(held):
        if isinstance(value, dict):
            held += [(f"{name}[{key!r}]", entry) for key, entry in list(value.items())[:50]]
    return {
        str(name)[:80]: value
        for name, value in held
        if isinstance(value, ndarray)
        and value.dtype.kind == "f"
        and 0 < value.size == max(value.shape, default=0)
        and value.shape != (1, 1)
    }


def number(value: Any) -> float | None:
    """A size attribute as a number; None if it is not one whole number."""
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return int(value)
    return float(value) if isinstance(value, float | np.floating) else None


def held(
    obj: Any, weights: dict[str, Any], spelling: dict[str, str]
) -> tuple[dict[str, Any], list[bytes]]:
    """The facts of a made object, and the raw float64 arrays that they list."""
    arrays: list[bytes] = []
    found: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for name, value in weights.items():
        try:
            form, note, array = values.plain(value, 1 << 20)
        except values.NoArray as error:
            problems[name] = str(error)
            continue
        if form != values.PLAIN and not isinstance(value, ndarray):
            problems[name] = note
        found[name] = list(array.shape)
        arrays.append(array.tobytes())
    spelled = {w: n for w, n in spelling.items() if w != n}
    told = {
        "weights": found,
        "problems": problems,
        "spelled": spelled,
        "attributes": {n: number(getattr(obj, n, None)) for n in SIZES},
        "vectors": {n: [not v.any(), v.size] for n, v in vectors(obj).items()},
        "has_forward": callable(getattr(obj, "forward", None)),
    }
    return told, arrays


def array_from(body: bytes, offset: int, shape: tuple[int, ...]) -> tuple[ndarray, int]:
    """A fresh writable float64 array out of a request, and where the next one starts."""
    count = prod(shape)
    array = frombuffer(body, float64, count, offset).reshape(shape).copy()
    return array, offset + 8 * count
