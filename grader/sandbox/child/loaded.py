"""Which modules are loaded, and which names are the student's to use."""

import os
import sys
from collections.abc import Iterator


def loaded_since(newest: str) -> Iterator[str]:
    """Top-level names of the modules after this one, without a touch on all those before it."""
    for name in reversed(sys.modules):
        if name == newest:
            return
        yield name.partition(".")[0]


OURS = [n.removesuffix(".py") for n in os.listdir(os.path.dirname(os.path.abspath(__file__)))]


def forget_our_own() -> None:
    """Let the student's files have the names of the modules that run beside them."""
    for name in OURS:
        sys.modules.pop(name, None)


def forget_theirs(root: str) -> None:
    """Let the student's files be loaded anew."""
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None) or "").startswith(root + os.sep):
            del sys.modules[name]


def free_names(folder: str) -> None:
    """Let the student's own files have the names that are closed to keep the grader out."""
    for name in ("grader", "reference"):
        if os.path.exists(os.path.join(folder, name + ".py")):
            sys.modules.pop(name, None)
