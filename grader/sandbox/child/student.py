"""The student's module: import it, make objects of its class, call them, read what they hold."""

import importlib
import inspect
import os
import sys
import traceback
from types import ModuleType
from typing import TYPE_CHECKING, Any

from absent import missing, stand_in
from holding import MISSING, WEIGHTS, look_up, put, spelled
from loaded import forget_our_own, forget_theirs, free_names, loaded_since
from naming import CLASS, nearly
from numpy import asarray, ndarray

if TYPE_CHECKING:
    from collections.abc import Callable


def failure_of(error: BaseException, root: str) -> tuple[str, str, str | None, int | None]:
    """Kind, message, and the innermost line of the student's own files in the traceback."""
    kind = "unwritten" if isinstance(error, NotImplementedError) else "raised"
    if isinstance(error, MemoryError):
        kind = "memory"
    try:
        said = "".join(traceback.format_exception_only(error)).strip()
    except Exception:  # a hostile __str__
        said = type(error).__name__
    if isinstance(error, SyntaxError) and str(error.filename or "").startswith(root):
        return kind, said, os.path.relpath(str(error.filename), root), error.lineno
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.startswith(root + os.sep):
            return kind, said, os.path.relpath(frame.filename, root), frame.lineno
    return kind, said, None, None


class Student:
    """One imported module and the objects made of its class."""

    def __init__(self, root: str, src: str, module: str, without: list[str]) -> None:
        folder = os.path.join(root, src) if src else root
        forget_our_own()
        free_names(folder)
        newest = next(reversed(sys.modules))
        sys.path.insert(0, folder)
        self.needs: tuple[str, str, str | None, int | None] | None = None
        """The failure that the import is without a stand-in for a library of ``without``."""
        self.module = self._imported(root, module, without)
        self.modules = sorted(set(loaded_since(newest)))
        self.cls, self.called = self._class()
        self.single = self._find("single_head_attention")
        self._objects: dict[tuple[int, ...], Any] = {}
        self._previous: tuple[ndarray, bytes] | None = None
        self._names: dict[str, str] | None = None

    def _imported(self, root: str, module: str, without: list[str]) -> ModuleType:
        """The module; with stand-ins for as many of those libraries as it cannot be had without."""
        left = set(without)
        while True:
            try:
                return importlib.import_module(module)
            except ModuleNotFoundError as error:
                name = missing(error)
                if name not in left:
                    raise
                self.needs = self.needs or failure_of(error, root)
                left.remove(name)
                forget_theirs(root)
                stand_in([name])

    def _class(self) -> tuple[Any, str]:
        """The class, and its name where that is not the one that the lab asks for."""
        found = self._find(CLASS)
        name = "" if callable(found) else nearly(vars(self.module))
        return (vars(self.module)[name], name) if name else (found, "")

    def _find(self, name: str) -> Any:
        package = sys.modules.get(self.module.__name__.rpartition(".")[0])
        return getattr(self.module, name, None) or getattr(package, name, None)

    def facts(self) -> dict[str, Any]:
        """What the module offers, as plain data."""
        classes = [n for n, v in vars(self.module).items() if isinstance(v, type)]
        return {
            "has_class": callable(self.cls),
            "called": self.called[:80],
            "needs": self.needs,
            "has_forward": callable(getattr(self.cls, "forward", None)),
            "has_call": isinstance(self.cls, type) and "__call__" in dir(self.cls),
            "has_single_head": callable(self.single),
            "parameters": parameters(self.cls),
            "forward_parameters": parameters(getattr(self.cls, "forward", None)),
            "near": [str(n)[:80] for n in classes[:20]],
            "modules": [str(n)[:80] for n in self.modules[:500]],
        }

    def make(self, d_model: int, n_heads: int, seed: int) -> Any:
        """An object by keywords if the constructor takes them, else by position."""
        try:
            return self.cls(d_model=d_model, n_heads=n_heads, seed=seed)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
        try:
            return self.cls(d_model, n_heads, seed)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
        return self.cls(d_model, n_heads)

    def kept(self, key: tuple[int, ...]) -> Any:
        """The one object of this size, seed and number, made at the first request."""
        if key not in self._objects:
            self._objects[key] = self.make(*key[:3])
        return self._objects[key]

    def spelling(self, obj: Any) -> dict[str, str]:
        """Where each weight is: its own name, or one that differs in case and underscores."""
        if self._names is None:
            self._names = spelled(obj)
        return self._names

    def weights(self, obj: Any) -> dict[str, Any]:
        """The four weights as the object holds them, those that it has."""
        found = {w: look_up(obj, n) for w, n in self.spelling(obj).items()}
        return {w: value for w, value in found.items() if value is not MISSING}

    def put_weights(self, obj: Any, new: list[ndarray]) -> None:
        """Replace the four weights, in the type that the object used."""
        for name, array in zip(WEIGHTS, new, strict=True):
            put(obj, self.spelling(obj).get(name, name), array)

    def state(self, obj: Any) -> tuple[bytes, ...]:
        """The weights as bytes, to see whether a call changed them."""
        return tuple(asarray(w).tobytes() for w in self.weights(obj).values())

    def call(self, obj: Any, args: list[Any], keyword: bool) -> Any:
        """Call ``forward``, or the object itself where there is no ``forward``."""
        method: Callable[..., Any] = getattr(obj, "forward", None) or obj
        return method(**dict(zip(("x", "mask"), args, strict=False))) if keyword else method(*args)

    def remembered(self, y: Any) -> bool:
        """Whether the answer before this one has changed since it was given; then note ``y``."""
        old = self._previous
        changed = old is not None and old[0].tobytes() != old[1]
        self._previous = (y, y.tobytes()) if type(y) is ndarray else None
        return changed


def parameters(function: Any) -> list[str] | None:
    """The names of its parameters, without ``self``; None where Python cannot tell."""
    try:
        found = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return None
    return [str(n)[:80] for n in found if n != "self"][:50]
