"""What to say where no known mistake fits: a measured divisor, or what holds and what does not."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grader.labs.multi_head.say import smallest, where
from grader.model import Text, same

if TYPE_CHECKING:
    from grader.labs.multi_head.analysis import Analysis
    from grader.labs.multi_head.divisor import Divisor
    from grader.labs.multi_head.rulings import Ruling, Rulings

ORDER = ("projections", "reshape-order", "scores", "mask", "softmax", "output-projection")
"""The step checks in the order of the forward pass."""


def of_divisor(divisor: Divisor) -> Text:
    """The measured divisor, with one size where it can be checked."""
    (_, d_model, n_heads), value = divisor.measured[0]
    told = {
        "d_model": d_model,
        "n_heads": n_heads,
        "d_head": d_model // n_heads,
        "got": f"{value:.4g}",
        "name": divisor.expression,
        "right": f"{math.sqrt(d_model / n_heads):.4g}",
    }
    if divisor.constant:
        exact = told["name"] in ("", told["got"])
        return (CONSTANT if exact else CONSTANT_NAMED).format(**told)
    return (OF_SIZE if divisor.expression else MEASURED).format(**told)


CONSTANT = Text(
    en="You divide the scores by {got} whatever the sizes are; the formula has sqrt(d_head), which "
    "is {right} at d_head = {d_head}.",
    es="Divides los scores por {got} sean cuales sean los tamaños; en la fórmula es sqrt(d_head), "
    "que vale {right} con d_head = {d_head}.",
)
CONSTANT_NAMED = Text(
    en="You divide the scores by {got} = {name} whatever the sizes are; the formula has "
    "sqrt(d_head), which is {right} at d_head = {d_head}.",
    es="Divides los scores por {got} = {name} sean cuales sean los tamaños; en la fórmula es "
    "sqrt(d_head), que vale {right} con d_head = {d_head}.",
)
OF_SIZE = Text(
    en="You divide the scores by {name}: at d_model = {d_model}, n_heads = {n_heads} that is "
    "{got}, where d_head is {d_head} and the formula's sqrt(d_head) is {right}.",
    es="Divides los scores por {name}: con d_model = {d_model}, n_heads = {n_heads} eso es {got}, "
    "mientras que d_head es {d_head} y la sqrt(d_head) de la fórmula vale {right}.",
)
MEASURED = Text(
    en="Only the scale of the scores is off: at d_model = {d_model}, n_heads = {n_heads} they are "
    "divided by {got} instead of sqrt({d_head}) = {right}.",
    es="Lo único distinto es la escala de los scores: con d_model = {d_model}, n_heads = {n_heads} "
    "se dividen por {got} en vez de sqrt({d_head}) = {right}.",
)


def of_steps(analysis: Analysis, rulings: Rulings) -> Text:
    """Which steps hold and which do not, and the first that does not, with what was seen."""
    by = {o: [c for c in ORDER if rulings[c].outcome == o] for o in ("passed", "failed", "blocked")}
    says = UNKNOWN
    for outcome, text in (("passed", HOLD), ("failed", BROKEN), ("blocked", UNSEEN)):
        if by[outcome]:
            says = says + same(" ") + text.format(steps=", ".join(by[outcome]))
    first = next(((c, rulings[c]) for c in by["failed"]), None)
    return says + same(" ") + (_first(*first) if first else _example(analysis))


def _first(check: str, ruling: Ruling) -> Text:
    seen = ruling.says or same("")
    return FIRST.format(step=check, seen=seen)


def _example(analysis: Analysis) -> Text:
    wrong = smallest([j for j in analysis.wrong() if j.finite])
    if wrong is None:
        return same("")
    return SMALLEST.format(where=where(wrong.probe), off=f"{wrong.absolute:.3g}")


UNKNOWN = Text(
    en="No known mistake reproduces all answers.",
    es="Ningún error conocido reproduce todas las respuestas.",
)
HOLD = Text(en="Seen to be right: {steps}.", es="Se ha visto que están bien: {steps}.")
BROKEN = Text(en="Seen to be wrong: {steps}.", es="Se ha visto que están mal: {steps}.")
UNSEEN = Text(en="Cannot be told: {steps}.", es="No se puede saber: {steps}.")
FIRST = Text(
    en="The first step of forward that differs is {step}: {seen}.",
    es="El primer paso de forward que difiere es {step}: {seen}.",
)
SMALLEST = Text(
    en="The smallest case is {where}: the largest difference is {off}.",
    es="El caso más pequeño es {where}: la diferencia máxima es {off}.",
)
