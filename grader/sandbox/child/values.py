"""Turn whatever student code returned into a plain float64 array, or into words for it."""

import sys
from typing import Any

import numpy as np
from numpy import asarray, float64, ndarray

PLAIN, CONVERTED = 0, 1
"""Forms: exactly what the lab asks for; readable, but not what the lab asks for."""


class NoArray(Exception):
    """The value cannot be read as numbers; the text says what it is."""


def plain(value: Any, cap: int) -> tuple[int, str, ndarray]:
    """The form, a note in words, and the value as float64.

    Raises:
        NoArray: it holds no real numbers, or more than ``cap`` of them.
    """
    if isinstance(value, ndarray) and not isinstance(value, (np.matrix, masked())):
        array = ndarray.view(value, ndarray)  # a subclass of the student's own is an ndarray too
        if array.dtype.kind == "f":
            return PLAIN, "", _sized(array, cap)
    note = describe(value)
    if isinstance(value, tuple) and value:
        value = value[0]
    if not isinstance(value, ndarray | list | tuple | np.generic | float | int):
        raise NoArray(note)
    try:
        array = asarray(value)
    except Exception as error:  # a ragged list, an object with a hostile __array__
        raise NoArray(note) from error
    if array.dtype.kind not in "fiub":
        raise NoArray(note)
    return CONVERTED, note, _sized(array, cap)


def masked() -> Any:
    """The type of masked arrays where anybody has loaded it, for it takes long; else no type."""
    return getattr(sys.modules.get("numpy.ma"), "MaskedArray", ())


def _sized(array: ndarray, cap: int) -> ndarray:
    if array.size > cap or array.ndim > 6:
        raise NoArray(describe(array))
    return asarray(array, dtype=float64, order="C")


def describe(value: Any) -> str:
    """What a value is, in the words that NumPy users use."""
    if isinstance(value, ndarray):
        kind = "" if type(value) is ndarray else f"{type(value).__name__}, "
        return f"{kind}shape {tuple(value.shape)}, dtype {value.dtype}"
    if isinstance(value, list | tuple):
        first = f", the first of {describe(value[0])}" if value and len(value) < 100 else ""
        return f"{type(value).__name__} of {len(value)}{first}"
    return type(value).__name__
