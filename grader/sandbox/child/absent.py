"""Stand-ins for libraries that are not here and that the lab does without: they fail when used.

An import that nothing depends on need not keep a class from being judged. A stand-in has every
name, so that ``from torch import nn`` works; whatever is then done with one of them is the error
that the import would have been.
"""

import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any, NoReturn


def missing(error: BaseException | None) -> str:
    """The top-level name that an import did not find; empty where it was something else."""
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    return str(name or "").partition(".")[0][:80]


def stand_in(names: Iterable[str]) -> None:
    """From now on these names can be imported, wherever nothing else has them."""
    new = {n for n in names if n not in sys.modules and importlib.util.find_spec(n) is None}
    if new:
        sys.meta_path.append(Finder(new))


class Finder:
    """Comes last among those that are asked for a module."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        """A module or a part of one."""
        if name.partition(".")[0] not in self._names:
            return None
        loader: Any = self  # by its methods: the classes of importlib.abc take long to load
        return importlib.machinery.ModuleSpec(name, loader, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """An empty one."""
        return Absent(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""


class Part:
    """A name of a library that is not here; nothing is an instance of it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _used(self, *_: Any, **__: Any) -> NoReturn:
        library = self._name.partition(".")[0]
        raise ModuleNotFoundError(f"No module named {library!r}", name=library)

    __call__ = __getitem__ = __iter__ = __len__ = __enter__ = __mro_entries__ = _used
    __add__ = __radd__ = __sub__ = __mul__ = __rmul__ = __truediv__ = __matmul__ = _used

    def __getattr__(self, name: str) -> "Part":
        if name.startswith("__"):
            raise AttributeError(name)
        return Part(f"{self._name}.{name}")

    def __or__(self, other: Any) -> "Part":
        return self

    __ror__ = __or__

    def __instancecheck__(self, value: Any) -> bool:
        return False


class Absent(ModuleType):
    """A module that is not here."""

    def __getattr__(self, name: str) -> Part:
        if name.startswith("__"):
            raise AttributeError(name)
        return Part(f"{self.__name__}.{name}")
