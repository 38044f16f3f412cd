"""Small questions about the syntax tree of a script that tests something."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Node = TypeVar("Node", bound=ast.AST)
COMPARING = {"allclose", "isclose", "array_equal", "array_equiv"}
LONGEST = 60


def every(tree: ast.AST, kind: type[Node]) -> Iterator[Node]:
    """All nodes of a kind."""
    return (node for node in ast.walk(tree) if isinstance(node, kind))


def name(node: ast.AST) -> str:
    """The last name of an expression: ``allclose`` of ``np.allclose``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def calls(node: ast.AST, wanted: Callable[[str], bool]) -> bool:
    """Whether it is a call of a function with such a name."""
    return isinstance(node, ast.Call) and wanted(name(node.func))


def asserts(function: str) -> bool:
    """The name of a function of unittest or NumPy that raises: assertTrue, assert_allclose."""
    return function.lower().startswith("assert") or function == "fail"


def compares(function: str) -> bool:
    """The name of a function that compares its first two arguments."""
    return function in COMPARING or asserts(function)


def literal(node: ast.AST, value: object) -> bool:
    """Whether it is this very value, written out."""
    return (
        isinstance(node, ast.Constant) and type(node.value) is type(value) and node.value == value
    )


def number(node: ast.AST) -> int | float | None:
    """A number that is written out, ``10 ** -3`` included."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, power = number(node.left), number(node.right)
        if base and power is not None and abs(power) < 300 and 0 < abs(base) <= 10:
            return float(base) ** power
    return None


def line(node: ast.AST) -> int:
    """Where it stands."""
    return int(getattr(node, "lineno", 0))


def short(node: ast.AST) -> str:
    """Its text, cut to a readable length."""
    text = ast.unparse(node)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
