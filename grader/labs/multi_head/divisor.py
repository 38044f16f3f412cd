"""Measure what the scores are divided by, where that is all that is wrong and nobody knows it.

With every other step right, the answer on one size depends on one number. It is solved for on
several sizes where nothing coincides, and compared with what people write: so a constant is told
from the root of d_model.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.cases import CLOSE, Case, agrees
from grader.labs.multi_head.compare import distance
from grader.labs.multi_head.expected import object_of
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.model import Array

Size = tuple[int, int, int]
"""T, d_model, n_heads."""
SIZES = 4
NEAR = 5e-5
"""How near a measured number must come to an expression, relative; float32 costs 1e-5."""
RIGHT = "sqrt(d_head)"
LARGEST = 512
"""Roots of larger whole numbers lie too close together to tell which one it is."""


@dataclass(frozen=True, slots=True)
class Divisor:
    """What the scores are divided by: an expression of the sizes, a constant, or only numbers."""

    measured: tuple[tuple[Size, float], ...]
    expression: str
    """As a student would write it; empty where none fits."""
    constant: bool
    """The same number for every size."""
    complete: bool
    """With it, every answer is reproduced."""


class _Divided(MultiHeadAttention):
    """The reference with another divisor."""

    divisor = 1.0

    def scale(self, scores: Array) -> Array:
        return scores / self.divisor


def answer(case: Case, divisor: float) -> Array:
    """What the reference answers with another divisor of the scores."""
    made = object_of(_Divided, case.weights, case.n_heads)
    made.divisor = divisor  # type: ignore[attr-defined]  # of the subclass
    return np.asarray(made.forward(case.x, case.mask))


def measure(cases: Sequence[Case]) -> Divisor | None:
    """The divisor, if nothing but it is wrong on any of several sizes."""
    one = {case.size: case for case in cases if telling(case)}
    with np.errstate(all="ignore"):
        found = {size: solved(case) for size, case in list(one.items())[:SIZES]}
        measured = tuple((size, value) for size, value in found.items() if value is not None)
        if len(found) < 2 or len(measured) < len(found):
            return None
        values = [value for _, value in measured]
        constant = max(values) - min(values) <= NEAR * abs(values[0])
        value = float(np.mean(values))
        names = constants(value) if constant else expressions()
        fits = (n for n, f in names if all(near(f(*size), v) for size, v in measured))
        name = next(fits, "")
        if name == RIGHT:
            return None
        of = dict(expressions()).get(name)
        complete = bool(name or constant) and all(
            agrees(answer(case, value if constant or of is None else of(*case.size)), case)
            for case in cases
        )
    return Divisor(measured, name, constant, complete)


def telling(case: Case) -> bool:
    """Nothing coincides on its size, nothing is masked, and the answer has the right shape."""
    if case.y is None or case.y.shape != case.expected.shape or case.mask is not None:
        return False
    return case.family in ("guarded", "confirm")


def near(a: float, b: float) -> bool:
    """The same number, as far as an answer in float32 tells."""
    return abs(a - b) <= NEAR * abs(b)


def solved(case: Case) -> float | None:
    """The divisor with which the reference answers as the student did; None if none does."""
    y = case.y
    if y is None:
        return None
    start = min(GRID, key=lambda slope: float(np.abs(answer(case, 1 / slope) - y).max()))
    slope, step = start, 1e-6
    for _ in range(30):  # Gauss and Newton, in one unknown
        here = answer(case, 1 / slope)
        along = (answer(case, 1 / (slope + step)) - here) / step
        change = float(((y - here) * along).sum() / max(float((along**2).sum()), 1e-300))
        slope += max(-abs(slope) / 2, min(abs(slope) / 2, change))
        if abs(change) < 1e-10 * abs(slope):
            break
    return 1 / slope if distance(answer(case, 1 / slope), y) <= CLOSE else None


GRID = [sign * float(s) for s in np.geomspace(0.004, 40, 40) for sign in (1, -1)]


def constants(value: float) -> list[tuple[str, Callable[..., float]]]:
    """Ways to write a number: a whole one, half of one, a root."""
    found: list[tuple[str, Callable[..., float]]] = []
    for n in range(1, LARGEST + 1):
        ways = [(f"{n}", float(n)), (f"{n}/2", n / 2), (f"sqrt({n})", math.sqrt(n))]
        ways += [(f"1/{n}", 1 / n), (f"1/sqrt({n})", 1 / math.sqrt(n))]
        found += [(name, lambda *_, w=way: w) for name, way in ways if near(way, value)]
    return found


def expressions() -> Iterator[tuple[str, Callable[..., float]]]:
    """What people divide by, as functions of T, d_model and n_heads; the simplest first."""
    for name, of in _plain():
        yield name, of
    for name, of in _plain():
        yield f"-{name}", lambda *size, of=of: -of(*size)
        yield f"1/({name})", lambda *size, of=of: 1 / of(*size)
    roots = [(f"sqrt({n})", lambda *s, v=v: math.sqrt(v(*s))) for n, v in LETTERS]
    for n, a in (*LETTERS, *roots):
        for m, b in (*LETTERS, *roots):
            yield f"{n} * {m}", lambda *s, a=a, b=b: a(*s) * b(*s)
            yield f"{n} / {m}", lambda *s, a=a, b=b: a(*s) / b(*s)


def _plain() -> Iterator[tuple[str, Callable[..., float]]]:
    for form, value in FORMS:
        for letter, of in LETTERS:
            yield form.format(n=letter), lambda *s, of=of, value=value: value(of(*s))


LETTERS: tuple[tuple[str, Callable[..., float]], ...] = (
    ("d_head", lambda _, d_model, n_heads: d_model / n_heads),
    ("d_model", lambda _, d_model, __: d_model),
    ("n_heads", lambda _, __, n_heads: n_heads),
    ("T", lambda T, _, __: T),
)
FORMS: tuple[tuple[str, Callable[[float], float]], ...] = (
    ("sqrt({n})", math.sqrt),
    ("{n}", float),
    ("{n}/2", lambda n: n / 2),
    ("2*{n}", lambda n: n * 2),
    ("sqrt({n})/2", lambda n: math.sqrt(n) / 2),
    ("2*sqrt({n})", lambda n: math.sqrt(n) * 2),
    ("sqrt({n}/2)", lambda n: math.sqrt(n / 2)),
    ("sqrt(2*{n})", lambda n: math.sqrt(n * 2)),
    ("sqrt({n} + 1)", lambda n: math.sqrt(n + 1)),
    ("sqrt({n} - 1)", lambda n: math.sqrt(max(n - 1, 0))),
    ("{n}**2", lambda n: n**2),
    ("{n}**1.5", lambda n: n**1.5),
    ("{n}**0.75", lambda n: n**0.75),
    ("{n}**(1/3)", lambda n: n ** (1 / 3)),
    ("{n}**0.25", lambda n: n**0.25),
    ("log({n})", lambda n: math.log(n) if n > 1 else math.inf),
)
