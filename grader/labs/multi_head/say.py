"""Sentences and counterexamples that several checks share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.compare import Judged, value
from grader.model import (
    Array,
    Counterexample,
    Failure,
    Finding,
    Output,
    Probe,
    Text,
    Verdict,
    described,
    same,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


def passed(*notes: Finding) -> Verdict:
    """It holds; the notes cost nothing."""
    return Verdict("passed", notes, 1.0)


def failed(*findings: Finding, share: float = 0.0, hint: Text | None = None) -> Verdict:
    """It does not hold; ``share`` of the points is earned all the same.

    ``hint`` takes the place of the check's own.
    """
    return Verdict("failed", findings, share, hint)


def blocked(says: Text) -> Verdict:
    """It cannot be judged, because of something that another check says."""
    return Verdict("blocked", (Finding(says),))


def review(*findings: Finding) -> Verdict:
    """A person has to look."""
    return Verdict("review", findings)


def skipped(says: Text) -> Verdict:
    """It does not apply here."""
    return Verdict("skipped", (Finding(says),))


def note(says: Text, file: str | None = None, line: int | None = None) -> Finding:
    """Worth knowing, costs nothing."""
    return Finding(says, file, line, note=True)


def where(probe: Probe) -> Text:
    """The size of a question, and its mask."""
    size = f"T={probe.T}, d_model={probe.d_model}, n_heads={probe.n_heads}"
    if probe.mask is None:
        return same(size)
    return same(size) + Text(en=", with a mask", es=", con máscara")


def got(answer: Output | Failure, probe: Probe) -> Text:
    """What came back, in words."""
    if isinstance(answer, Failure):
        return answer.says
    y = answer.y
    if y.shape != probe.x.shape:
        return SHAPE.format(got=y.shape, right=probe.x.shape, batch=_batch(y, probe))
    if answer.form != "ndarray":
        return FORM.format(form=described(answer.form))
    bad = ~np.isfinite(y).all(axis=-1)
    if bad.any():
        return NAN.format(rows=int(bad.sum()), all=len(y))
    return NUMBERS


SHAPE = Text(
    en="it has shape {got} instead of (T, d_model) = {right}{batch}",
    es="tiene la forma {got} en vez de (T, d_model) = {right}{batch}",
)
FORM = Text(
    en="it is not a plain ndarray ({form})",
    es="no es un ndarray normal ({form})",
)
NAN = Text(
    en="NaN or infinity in {rows} of {all} rows",
    es="NaN o infinito en {rows} de {all} filas",
)
NUMBERS = Text(en="other numbers", es="otros números")


def _batch(y: Array, probe: Probe) -> Text:
    if y.shape == (1, *probe.x.shape):
        return Text(
            en=": a batch axis, which this lab does not have",
            es=": un eje de batch, que este lab no tiene",
        )
    return same("")


def example(judged: Judged) -> Counterexample | None:
    """The question and both answers as numbers; None where numbers would not show it."""
    p, y = judged.probe, value(judged.answer, judged.probe)
    if judged.expected is None or p.float32 or p.weights is not None:
        return None
    said = in_words(judged)
    return Counterexample(
        T=p.T,
        d_model=p.d_model,
        n_heads=p.n_heads,
        seed=p.seed,
        x=p.x.tolist(),
        mask=None if p.mask is None else p.mask.tolist(),
        expected=judged.expected.tolist(),
        got=said if y is None or said.en or y.ndim > 2 else np.atleast_2d(y).tolist(),
    )


def in_words(judged: Judged) -> Text:
    """What came back, where numbers would not tell: an exception, or another kind of value."""
    answer = judged.answer
    if isinstance(answer, Failure):
        return same(short_error(answer.error)) if answer.kind == "raised" else answer.says
    if answer.y.shape != judged.probe.x.shape:
        return SHAPED_SO.format(shape=answer.y.shape)
    return same("") if answer.form == "ndarray" else described(answer.form)


SHAPED_SO = Text(en="shape {shape}", es="forma {shape}")


def short_error(error: str) -> str:
    """The last line of an exception, which names it."""
    return error.strip().splitlines()[-1][:200] if error.strip() else ""


def smallest(judged: Sequence[Judged]) -> Judged | None:
    """The one that is easiest to follow by hand: few numbers, few heads, no mask if possible.

    Among as many numbers the ones that are shortest to write: 0, 1, -1, 0.5, and not 1.75.
    """
    least = min(map(_size, judged), default=None)
    return min((j for j in judged if _size(j) == least), key=_written, default=None)


def _size(judged: Judged) -> tuple[float, ...]:
    p = judged.probe
    return (p.x.size, p.mask is not None, p.n_heads, p.T)


def _written(judged: Judged) -> int:
    """How many characters its numbers take, a zero none."""
    arrays = [a for a in (judged.probe.x, judged.probe.mask) if a is not None]
    return sum(len(f"{n:g}") for a in arrays for n in a.flat if n)


def shown(says: Text, judged: Sequence[Judged]) -> Finding:
    """A finding with the smallest answer that shows it."""
    least = smallest(judged)
    if least is None:
        return Finding(says)
    answer = least.answer
    place = (answer.file, answer.line) if isinstance(answer, Failure) else (None, None)
    return Finding(says, *place, at=example(least))
