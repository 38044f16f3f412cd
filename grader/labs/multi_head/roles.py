"""Queries, keys and values by the names that students give them, and by what they hold."""

from __future__ import annotations

import ast
import re
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.layouts import Values, same
from grader.labs.multi_head.source import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.labs.multi_head.source import Place
    from grader.model import Array

    Roles = tuple[Sequence[Array], Sequence[Array]]

ROLES = {"q": r"q|consulta", "k": r"k|clave|llave", "v": r"v"}
"""How the names of queries, keys and values begin."""


def in_role(of: Roles, n: int) -> Values:
    """Queries, keys or values, before and after their split; scaled or not."""
    before, after = of[0][n], of[1][n]
    root = np.sqrt(after.shape[-1])
    return Values.of([a / r for a in (before, after) for r in (1.0, root, np.sqrt(root))])


def misnamed(place: Place, right: Roles) -> bool:
    """The line reads a variable that holds another role's values than its name says.

    Or two variables with the same values: then what is wrong was wrong before.
    """
    if place.statement is None:
        return False
    held = {n: place.held(n) for n in sorted(set(names(place.statement, ast.Load)))}
    arrays = {n: v[0] for n, v in held.items() if len(v) == 1 and v[0].ndim > 1}
    if any(a.shape == b.shape and same(a, b) for a, b in combinations(arrays.values(), 2)):
        return True
    roles = [in_role(right, n) for n in range(len(ROLES))]
    for name, value in arrays.items():
        for n, begins in enumerate(ROLES.values()):
            others = any(r.has(value) for m, r in enumerate(roles) if m != n)
            if re.match(begins, name, re.IGNORECASE) and others and not roles[n].has(value):
                return True
    return False


def turned(place: Place, right: Roles) -> bool:
    """The line reads queries, values or heads whose axes lie as nobody needs them."""
    H, T, d = right[1][0].shape
    usual = {(H, T, d), (T, H, d)}
    odd = {shape for shape in permutations((H, T, d)) if shape not in usual}
    keys = in_role(right, 1)
    read = set(names(place.statement, ast.Load)) if place.statement else set()
    held = [v for n in sorted(read) for v in place.held(n)]
    return any(v.shape in odd and not keys.has(v) for v in held)
