"""What was seen in a trace, in the source that made it: its statement and what that reads."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from grader.model import Array, Seen

LONG = 1 << 18
"""Bytes of a file beyond which nothing is looked up in it."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Place:
    """A value that was seen, in the code that made it."""

    seen: Sequence[Seen]
    """All that was seen."""
    at: int
    """Which of these it is."""
    files: Mapping[str, bytes]

    @property
    def one(self) -> Seen:
        """The value."""
        return self.seen[self.at]

    @property
    def tree(self) -> ast.Module | None:
        """The file that it was made in; None where that cannot be read."""
        return parsed(self.files.get(self.one.file, b""))

    @property
    def statement(self) -> ast.stmt | None:
        """The innermost statement of the line."""
        return statement(self.tree, self.one.line)

    @property
    def function(self) -> Function | None:
        """The innermost function that the line is in."""
        return function(self.tree, self.one.line)

    def held(self, name: str) -> list[Array]:
        """What a variable, or each item of it, held at last when the line had run."""
        found = {
            s.name: s.value
            for s in self.seen[: self.at + 1]
            if s.file == self.one.file and s.name.partition("[")[0] == name
        }
        return list(found.values())

    def caller(self) -> Place | None:
        """What was seen last before, outside of the function: the line that calls it."""
        inside = self.function
        for n in range(self.at, -1, -1):
            one = self.seen[n]
            if inside and not (one.file == self.one.file and within(inside, one.line)):
                return Place(self.seen, n, self.files)
        return None


@lru_cache(maxsize=8)
def parsed(content: bytes) -> ast.Module | None:
    """The syntax tree; None where it is none, or too long to be looked through at every line."""
    if len(content) > LONG:
        return None
    try:
        return ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def within(node: ast.stmt | ast.expr, line: int) -> bool:
    """The line is one of the node's."""
    return node.lineno <= line <= (node.end_lineno or node.lineno)


@lru_cache(maxsize=8)
def statements(tree: ast.Module | None) -> tuple[ast.stmt, ...]:
    """All statements of a file."""
    return tuple(n for n in ast.walk(tree) if isinstance(n, ast.stmt)) if tree else ()


@lru_cache(maxsize=512)
def statement(tree: ast.Module | None, line: int) -> ast.stmt | None:
    """The innermost statement that has this line."""
    around = [n for n in statements(tree) if within(n, line)]
    return max(around, key=lambda n: (n.lineno, n.col_offset), default=None)


@lru_cache(maxsize=512)
def function(tree: ast.Module | None, line: int) -> Function | None:
    """The innermost function that has this line."""
    around = [n for n in statements(tree) if isinstance(n, Function) and within(n, line)]
    return max(around, key=lambda n: n.lineno, default=None)


def parameters(of: Function) -> list[ast.arg]:
    """All that have a name of their own, in order."""
    return [*of.args.posonlyargs, *of.args.args, *of.args.kwonlyargs]


def names(of: ast.AST, context: type[ast.expr_context], *, deep: bool = False) -> Iterator[str]:
    """The variables that are read or set there; an index is left out, unless asked for."""
    ahead = [of]  # no recursion: a student's sum may have a thousand terms
    while ahead:
        node = ahead.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, context):
            yield node.id
        index = node.slice if isinstance(node, ast.Subscript) and not deep else None
        ahead += [child for child in ast.iter_child_nodes(node) if child is not index]


def reads(place: Place) -> list[str]:
    """The variables that the line reads."""
    found = place.statement
    return sorted(set(names(found, ast.Load))) if found else []
