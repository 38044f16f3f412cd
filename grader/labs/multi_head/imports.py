"""Which libraries a file imports, read from its text: also in try, in functions, by importlib."""

from __future__ import annotations

import ast
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

FORBIDDEN = {
    "torch": "PyTorch",
    "torchvision": "PyTorch",
    "pytorch_lightning": "PyTorch",
    "tensorflow": "TensorFlow",
    "keras": "Keras",
    "jax": "JAX",
    "jaxlib": "JAX",
    "flax": "JAX",
    "mxnet": "MXNet",
    "cupy": "CuPy",
    "paddle": "PaddlePaddle",
    "tinygrad": "tinygrad",
    "reference": "the grader's reference",
    "grader": "the grader",
}
ABSENT = frozenset(FORBIDDEN) - {"reference", "grader"}
"""Those that a machine may not have: an import of which nothing is used need not stop the rest."""
BY_NAME = ("import_module", "__import__", "exec", "eval")


LONGEST = 256 << 10
"""Bytes of a program that is read: no lab needs a tenth, and a syntax tree is many times larger."""


@lru_cache(maxsize=8)
def tree_of(data: bytes) -> ast.Module | None:
    """The syntax tree of a file, or None where it has none or is too long; nobody changes it."""
    if len(data) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def imported(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Top-level package and line of every absolute import, however it is spelt."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0], node.lineno
        elif isinstance(node, ast.Call) and _called(node.func) in BY_NAME:
            yield from _literal(node)


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _literal(call: ast.Call) -> Iterator[tuple[str, int]]:
    """The module named by a literal first argument; for exec and eval, what their text imports."""
    first = call.args[0] if call.args else None
    if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        return
    if _called(call.func) in ("exec", "eval"):
        inner = tree_of(first.value.encode("utf-8", "replace"))
        yield from ((name, call.lineno) for name, _ in imported(inner)) if inner else ()
    else:
        yield first.value.partition(".")[0], call.lineno
