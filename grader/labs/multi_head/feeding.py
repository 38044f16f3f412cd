"""Read in the source where a number came from that a line made its value with.

A wrong axis or size may be handed to a right line: then the line to look at is the one that gives
it, the call, the default of a parameter, or the assignment.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.labs.multi_head.source import names, parameters

if TYPE_CHECKING:
    from grader.labs.multi_head.source import Function, Place


def given(place: Place, name: str, depth: int = 3) -> tuple[str, int] | None:
    """The file and line that give a parameter of the function around its value.

    The call where it hands one over, else the default; None where that is not plain.
    """
    inside, calling = place.function, place.caller()
    if inside is None or calling is None or name in names(inside, ast.Store) or not depth:
        return None
    around = calling.statement
    calls = [c for c in ast.walk(around) if isinstance(c, ast.Call)] if around else []
    bound = {handed(call, inside, name) for call in calls if callee(call) == inside.name}
    if len(bound) != 1:
        return None
    value = bound.pop()
    if value is None:
        line = default(inside, name)
        return (place.one.file, line) if line else None
    outer = calling.function
    if isinstance(value, ast.Name) and outer and value.id in {a.arg for a in parameters(outer)}:
        return given(calling, value.id, depth - 1)
    return calling.one.file, value.lineno


def callee(call: ast.Call) -> str:
    """The name of what is called."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def handed(call: ast.Call, to: Function, name: str) -> ast.expr | None:
    """What a call hands over as this parameter; None for nothing."""
    by_name = next((k.value for k in call.keywords if k.arg == name), None)
    places = [a.arg for a in (*to.args.posonlyargs, *to.args.args)]
    if places[:1] in (["self"], ["cls"]):
        places = places[1:]
    n = places.index(name) if name in places else len(call.args)
    return by_name or (call.args[n] if n < len(call.args) else None)


def default(of: Function, name: str) -> int | None:
    """The line of a parameter's default."""
    places = [*of.args.posonlyargs, *of.args.args]
    plain = zip(places[len(places) - len(of.args.defaults) :], of.args.defaults, strict=True)
    named = zip(of.args.kwonlyargs, of.args.kw_defaults, strict=True)
    return next((d.lineno for a, d in (*plain, *named) if a.arg == name and d), None)


def assigned(place: Place, name: str) -> int | None:
    """The line of the only plain assignment to a variable of the function around; else None."""
    inside = place.function
    if inside is None or list(names(inside, ast.Store)).count(name) != 1:
        return None
    return next(
        (
            node.lineno
            for node in ast.walk(inside)
            if isinstance(node, ast.Assign | ast.AnnAssign)
            and isinstance(
                node.targets[0] if isinstance(node, ast.Assign) else node.target, ast.Name
            )
            and name in names(node, ast.Store)
        ),
        None,
    )


def along(place: Place) -> str | None:
    """The parameter that is handed on as an axis, up to the line, in the function around."""
    inside = place.function
    if inside is None:
        return None
    known = {a.arg for a in parameters(inside)}
    for call in ast.walk(inside):
        if isinstance(call, ast.Call) and call.lineno <= place.one.line:
            asked = [k.value for k in call.keywords if k.arg == "axis"] + call.args[1:2]
            found = [a.id for a in asked if isinstance(a, ast.Name) and a.id in known]
            if found and not any(v.ndim for v in place.held(found[0])):
                return found[0]
    return None
