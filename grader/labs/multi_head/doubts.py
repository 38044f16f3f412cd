"""What a statement does by which it may be right although its value is wrong."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.labs.multi_head.feeding import callee
from grader.labs.multi_head.source import names, reads

if TYPE_CHECKING:
    from grader.labs.multi_head.source import Place

OWN = ("d_model", "n_heads", "d_head", "W_Q", "W_K", "W_V", "W_O")
"""The attributes that the lab asks for."""


def called(place: Place) -> set[str]:
    """What the statement calls."""
    some = ast.walk(place.statement) if place.statement else ()
    return {callee(node) for node in some if isinstance(node, ast.Call)}


def divides(place: Place) -> bool:
    """There is a division in the statement."""
    return any(isinstance(n, ast.Div) for n in ast.walk(place.statement or ast.Pass()))


def unseen(place: Place) -> bool:
    """The line reads an attribute of the object that is not of the lab's own: none is followed."""
    some = list(ast.walk(place.statement)) if place.statement else []
    calls = {id(n.func) for n in some if isinstance(n, ast.Call)}
    return any(
        isinstance(n, ast.Attribute)
        and isinstance(n.value, ast.Name)
        and n.value.id == "self"
        and id(n) not in calls
        and n.attr not in OWN
        for n in some
    )


def sized(place: Place) -> bool:
    """The line reads a size that a line of the function gave a name, not read from a shape."""
    read = [n for n in reads(place) if [v.ndim for v in place.held(n)] == [0]]
    inside = place.function
    plain = [n for n in ast.walk(inside) if isinstance(n, ast.Assign)] if inside else []
    own = [
        a
        for a in plain
        if not any(isinstance(n, ast.Attribute) and n.attr == "shape" for n in ast.walk(a))
    ]
    return bool(set(read) & {name for a in own for name in names(a, ast.Store)})


def summed(place: Place) -> bool:
    """What the line only reshapes was made by an einsum, which chose the order of its axes."""
    if {"transpose", "swapaxes", "moveaxis", "einsum"} & called(place):
        return False
    made = {
        name
        for node in (ast.walk(place.function) if place.function else ())
        if isinstance(node, ast.Assign)
        and place.statement is not node
        and any(isinstance(n, ast.Call) and callee(n) == "einsum" for n in ast.walk(node.value))
        for name in names(node, ast.Store)
    }
    return bool(made & set(reads(place)))
