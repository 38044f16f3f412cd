"""Why a verify.py cannot fail, where its text shows it: it explains a verdict and reaches none."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.labs.multi_head import reason_words as words
from grader.labs.multi_head.syntax import (
    COMPARING,
    asserts,
    calls,
    compares,
    every,
    line,
    literal,
    name,
    number,
    short,
)
from grader.model import Text, same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Reason = tuple[str, Text, int]
"""A name for it, the sentence, the line."""
CATCHING = {"AssertionError", "Exception", "BaseException"}
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
LOOSE = 2e-5
LOOSEST = 1e3
FOLDING = {"max", "amax", "mean", "sum"}
EXITS = {"exit", "_exit", "quit", "fail"}


def reasons(tree: ast.Module) -> list[Reason]:
    """Everything in the text that keeps it from failing, in the order of the lines."""
    found = [reason for look in LOOKS for reason in look(tree)]
    return sorted(found, key=lambda reason: reason[2])


def on_a_tuple(tree: ast.Module) -> Iterator[Reason]:
    """``assert (condition, "message")``, or on a text: true whatever happens."""
    for node in every(tree, ast.Assert):
        either = isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.Or)
        sides = node.test.values if either and isinstance(node.test, ast.BoolOp) else [node.test]
        if isinstance(node.test, ast.Tuple) and node.test.elts:
            yield "tuple", words.TUPLE, node.lineno
        elif any(isinstance(v, ast.Constant) and v.value for v in sides):
            yield "constant", words.CONSTANT, node.lineno


def caught(tree: ast.Module) -> Iterator[Reason]:
    """``try`` around the assertion, and nothing raised again."""
    for node in every(tree, ast.Try):
        body = [n for statement in node.body for n in ast.walk(statement)]
        works = any(isinstance(n, ast.Assert | ast.Raise | ast.Call) for n in body)
        for handler in node.handlers:
            if works and _catches(handler) and not any(_leaves(n) for n in ast.walk(handler)):
                yield "try", words.CAUGHT, handler.lineno


def _catches(handler: ast.ExceptHandler) -> bool:
    kinds = [handler.type] if handler.type else []
    kinds = list(kinds[0].elts) if kinds and isinstance(kinds[0], ast.Tuple) else kinds
    return not kinds or any(name(kind) in CATCHING for kind in kinds)


def _leaves(node: ast.AST) -> bool:
    return isinstance(node, ast.Raise) or calls(node, lambda n: n in EXITS)


def unused(tree: ast.Module) -> Iterator[Reason]:
    """A comparison whose result nothing depends on: alone in a line, or only printed."""
    for node in every(tree, ast.Expr):
        value = node.value
        if isinstance(value, ast.Compare) or calls(value, lambda n: n in COMPARING):
            yield "unused", words.UNUSED.format(what=same(short(value))), node.lineno
        elif calls(value, lambda n: n == "print") and any(
            calls(n, lambda m: m in COMPARING) for n in ast.walk(value)
        ):
            yield "unused", words.PRINTED, node.lineno


def with_itself(tree: ast.Module) -> Iterator[Reason]:
    """A comparison of one thing with the same thing."""
    for node in ast.walk(tree):
        pair = _pair(node)
        if pair and ast.dump(pair[0]) == ast.dump(pair[1]) and number(pair[0]) is None:
            yield "itself", words.ITSELF.format(what=same(short(pair[0]))), line(node)


def _pair(node: ast.AST) -> list[ast.expr]:
    """The two sides of a comparison or a difference."""
    if isinstance(node, ast.Call) and compares(name(node.func)) and len(node.args) >= 2:
        return node.args[:2]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return [node.left, node.right]
    if isinstance(node, ast.Compare) and len(node.comparators) == 1:
        return [node.left, node.comparators[0]]
    return []


def both_by_forward(tree: ast.Module) -> Iterator[Reason]:
    """A comparison of two names that were both given what forward returned."""
    given: dict[str, set[bool]] = {}
    for one in every(tree, ast.Assign):
        by = any(calls(n, lambda m: m == "forward") for n in ast.walk(one.value))
        for target in one.targets:
            given.setdefault(name(target), set()).add(by)
    for node in ast.walk(tree):
        pair = _pair(node)
        if pair and all(given.get(name(side)) == {True} for side in pair):
            yield "itself", words.BOTH_BY_FORWARD, line(node)


def a_copy(tree: ast.Module) -> Iterator[Reason]:
    """A class of that name in the script itself."""
    for node in every(tree, ast.ClassDef):
        if node.name == "MultiHeadAttention":
            yield "copy", words.COPY, node.lineno


def never_called(tree: ast.Module) -> Iterator[Reason]:
    """A function or a test case with an assertion that nothing in the file mentions."""
    mentioned = {n.id for n in every(tree, ast.Name)} | {n.attr for n in every(tree, ast.Attribute)}
    if any(calls(n, lambda m: m == "main") and ast.unparse(n) != "main()" for n in ast.walk(tree)):
        return  # unittest.main finds what it runs by itself
    for node in tree.body:
        inside = any(isinstance(n, ast.Assert) or calls(n, asserts) for n in ast.walk(node))
        kinds = (ast.FunctionDef, ast.ClassDef)
        if inside and isinstance(node, kinds) and node.name not in mentioned:
            yield "uncalled", words.UNCALLED.format(name=same(node.name)), node.lineno


def loose(tree: ast.Module) -> Iterator[Reason]:
    """A tolerance far above the lab's."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in ("atol", "rtol", "abs_tol", "rel_tol"):
            yield from _tolerance(node.value)
        elif isinstance(node, ast.keyword) and node.arg in ("decimal", "places"):
            value = number(node.value)
            if value is not None and value < 5:
                yield "tolerance", words.DECIMALS.format(n=f"{value:g}"), line(node.value)
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERS):
            yield from _tolerance(node.comparators[0])
        elif isinstance(node, ast.Assign) and any("TOL" in name(t).upper() for t in node.targets):
            yield from _tolerance(node.value)


def _tolerance(node: ast.expr) -> Iterator[Reason]:
    value = number(node)
    if value is not None and LOOSE < value < LOOSEST and not isinstance(value, int):
        yield "tolerance", words.LOOSE.format(value=f"{value:g}"), line(node)


def one_sided(tree: ast.Module) -> Iterator[Reason]:
    """A difference without ``abs``, or whose mean may cancel; ``any`` where ``all`` is meant."""
    for node in every(tree, ast.Call):
        function = name(node.func)
        of = node.func.value if isinstance(node.func, ast.Attribute) else None
        what = node.args[0] if node.args else of
        if function == "any" and any(calls(n, lambda m: m in COMPARING) for n in ast.walk(node)):
            yield "any", words.ANY, node.lineno
        elif function in FOLDING and isinstance(what, ast.BinOp) and isinstance(what.op, ast.Sub):
            yield "abs", words.SIGNED.format(name=same(function)), node.lineno


def gives_up(tree: ast.Module) -> Iterator[Reason]:
    """A unittest told not to exit, or an exit that always says success."""
    for node in every(tree, ast.Call):
        if any(k.arg == "exit" and literal(k.value, value=False) for k in node.keywords):
            yield "exit", words.NO_EXIT, node.lineno
        elif name(node.func) in EXITS and node.args and literal(node.args[0], value=0):
            yield "exit", words.EXIT_ZERO, node.lineno


def nothing_asserted(tree: ast.Module) -> Iterator[Reason]:
    """Nothing in the whole file could end it with an error."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert | ast.Raise) or _leaves(node) or calls(node, asserts):
            return
    yield "nothing", words.NOTHING, 0


LOOKS: tuple[Callable[[ast.Module], Iterator[Reason]], ...] = (
    *(on_a_tuple, caught, unused, with_itself, both_by_forward, a_copy, never_called),
    *(loose, one_sided, gives_up, nothing_asserted),
)
