"""Every small slip that can be made in a Python file: one node of its syntax tree changed."""

from __future__ import annotations

import ast
import copy
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

WEIGHTS = ("W_Q", "W_K", "W_V", "W_O")
SIZES = ("d_model", "n_heads", "d_head")
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.Sub),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult, ast.Add),
}
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.Gt: ast.GtE,
}
FUNCTIONS = {"max": "min", "sum": "mean", "exp": "exp2", "sqrt": "square", "zeros": "ones"}


@dataclass(frozen=True)
class Mutant:
    """A file with one slip."""

    base: str
    source: str
    line: int
    """Of ``source``, where it was made."""
    change: str
    """The statement's first line before and after."""


def mutants(name: str, source: str) -> list[Mutant]:
    """All of them, none twice, none equal to the original."""
    tree = ast.parse(source)
    plain = ast.unparse(tree)
    seen, found = {plain}, []
    for n, node in enumerate(ast.walk(tree)):
        for change in changes(tree, node):
            other = copy.deepcopy(tree)
            change(_nth(other, n))
            text = ast.unparse(ast.fix_missing_locations(other))
            if text not in seen and _compiles(text):
                seen.add(text)
                found.append(Mutant(name, text + "\n", *_difference(plain, text)))
    return found


def _nth(tree: ast.AST, n: int) -> ast.AST:
    return next(node for i, node in enumerate(ast.walk(tree)) if i == n)


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _difference(before: str, after: str) -> tuple[int, str]:
    old, new = before.splitlines(), after.splitlines()
    pairs = zip(old, new, strict=False)
    first = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)) - 1)
    gone = old[first].strip()
    return first + 1, f"{gone}  ->  {new[first].strip() if first < len(new) else '(nothing)'}"


Change = Callable[[ast.AST], None]


def _set(field: str, value: object) -> Change:
    return lambda node: setattr(node, field, value)


def changes(tree: ast.Module, node: ast.AST) -> Iterator[Change]:
    """What can be done to this node."""
    kind = type(node).__name__
    yield from getattr(_Changes, kind, lambda *_: ())(tree, node)
    if isinstance(node, ast.FunctionDef | ast.If | ast.For | ast.While):
        yield from _without_a_statement(node)


def _without_a_statement(node: ast.FunctionDef | ast.If | ast.For | ast.While) -> Iterator[Change]:
    for i, statement in enumerate(node.body):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not is_text and not isinstance(statement, ast.Pass):
            yield lambda n, i=i: n.body.__setitem__(i, ast.Pass())  # type: ignore[misc]


def _locals(tree: ast.Module, node: ast.Name) -> list[str]:
    """Other names that the function around holds."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and node in ast.walk(function):
            held = {a.arg for a in function.args.args}
            held |= {
                n.id
                for n in ast.walk(function)
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            }
            if node.id in held:
                return sorted(held - {node.id, "self"})
    return []


class _Changes:
    """One method for each kind of node."""

    @staticmethod
    def BinOp(_: ast.Module, node: ast.BinOp) -> Iterator[Change]:
        for other in OPERATORS.get(type(node.op), ()):
            yield _set("op", other())
        if not isinstance(node.op, ast.Add | ast.Mult):
            yield lambda n: n.__dict__.update(left=n.right, right=n.left)  # type: ignore[attr-defined]
        if isinstance(node.op, ast.Mult | ast.Div | ast.Pow):
            yield lambda n: n.__dict__.update(op=ast.Mult(), right=ast.Constant(1))

    @staticmethod
    def AugAssign(_: ast.Module, node: ast.AugAssign) -> Iterator[Change]:
        for other in OPERATORS.get(type(node.op), ()):
            yield _set("op", other())

    @staticmethod
    def Constant(_: ast.Module, node: ast.Constant) -> Iterator[Change]:
        value = node.value
        if isinstance(value, bool):
            yield _set("value", not value)
        elif isinstance(value, int):
            for other in (value + 1, value - 1, -value):
                yield _set("value", other)
        elif isinstance(value, float):
            for scaled in (value * 2, value + 1, -value):
                yield _set("value", scaled)
        elif isinstance(value, str) and "->" in value:
            for i in range(len(value) - 1):
                a, b = value[i : i + 2]
                if a.isalpha() and b.isalpha() and a != b:
                    yield _set("value", value[:i] + b + a + value[i + 2 :])

    @staticmethod
    def UnaryOp(_: ast.Module, node: ast.UnaryOp) -> Iterator[Change]:
        if isinstance(node.op, ast.USub):
            yield _set("op", ast.UAdd())

    @staticmethod
    def Name(tree: ast.Module, node: ast.Name) -> Iterator[Change]:
        if isinstance(node.ctx, ast.Load):
            others = sorted(_locals(tree, node), key=lambda o: zlib.crc32(f"{node.id}{o}".encode()))
            for other in others[:2]:  # most raise at once, and tell little
                yield _set("id", other)

    @staticmethod
    def Attribute(_: ast.Module, node: ast.Attribute) -> Iterator[Change]:
        for group in (WEIGHTS, SIZES):
            for other in set(group) - {node.attr} if node.attr in group else ():
                yield _set("attr", other)
        if node.attr in FUNCTIONS:
            yield _set("attr", FUNCTIONS[node.attr])
        if node.attr == "T":
            yield _becomes(node.value)

    @staticmethod
    def Call(_: ast.Module, node: ast.Call) -> Iterator[Change]:
        for i in range(len(node.args) - 1):
            yield lambda n, i=i: n.args.__setitem__(  # type: ignore[misc]
                slice(i, i + 2), [n.args[i + 1], n.args[i]]
            )
        if isinstance(node.func, ast.Attribute):
            module = isinstance(node.func.value, ast.Name) and node.func.value.id in ("np", "math")
            inside = (node.args[0] if node.args else None) if module else node.func.value
            if inside is not None:
                yield _becomes(inside)
        for i in range(len(node.keywords)):
            yield lambda n, i=i: n.keywords.__delitem__(i)  # type: ignore[misc]

    @staticmethod
    def Compare(_: ast.Module, node: ast.Compare) -> Iterator[Change]:
        other = COMPARISONS.get(type(node.ops[0]))
        if other:
            yield _set("ops", [other()])

    @staticmethod
    def Slice(_: ast.Module, node: ast.Slice) -> Iterator[Change]:
        for end in ("lower", "upper"):
            if getattr(node, end) is not None:
                yield _set(end, None)

    @staticmethod
    def Tuple(_: ast.Module, node: ast.Tuple) -> Iterator[Change]:
        for i in range(len(node.elts) - 1):
            yield lambda n, i=i: n.elts.__setitem__(  # type: ignore[misc]
                slice(i, i + 2), [n.elts[i + 1], n.elts[i]]
            )


def _becomes(other: ast.AST) -> Change:
    """Put another node in this one's place."""

    def change(node: ast.AST) -> None:
        found = copy.deepcopy(other)
        node.__class__ = found.__class__
        node.__dict__.clear()
        node.__dict__.update(found.__dict__)

    return change
