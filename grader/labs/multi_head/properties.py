"""What each step of the forward pass must satisfy, whatever the other steps do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.readout import (
    D_HEAD,
    FAMILY,
    HOLDS,
    NEAR,
    NOTHING,
    Readout,
    Shown,
    broken,
    readout,
)
from grader.model import Array, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from grader.labs.multi_head.compare import Judged

T, D_MODEL, H = 4, 18, 3


def output_projection(r: Readout) -> Shown:
    """W_O = A answers what W_O = I answers, times A."""
    right = r.y["open"] @ r.weights("out").W_O
    if r.far(r.y["out"], right):
        return broken(NOT_AFTER)
    return HOLDS


NOT_AFTER = Text(
    en="with W_O = A, forward does not return what it returns with W_O = I, times A: W_O is not "
    "applied once to the joined heads",
    es="con W_O = A, forward no devuelve lo que devuelve con W_O = I multiplicado por A: W_O no se "
    "aplica una sola vez a las cabezas unidas",
)


def reshape_order(r: Readout) -> Shown:
    """New numbers in one head's columns of W_V or W_Q move that head's output columns only."""
    for part in ("v", "q"):
        for h in range(H):
            if f"{part}{h}" not in r.y:
                return NOTHING
            moved = np.abs(r.y[f"{part}{h}"] - r.y["open"]).max(axis=0) > NEAR
            own = np.zeros(D_MODEL, dtype=bool)
            own[h * D_HEAD : (h + 1) * D_HEAD] = True
            if (moved & ~own).any():
                says = MOVED.format(
                    W="W_V" if part == "v" else "W_Q", h=h, other=_head(moved & ~own)
                )
                return broken(says)
            if not (moved & own).any():
                return NOTHING
    return HOLDS


MOVED = Text(
    en="changing the columns of {W} that belong to head {h} changes the output of head {other}: "
    "the heads are not blocks of adjacent columns",
    es="al cambiar las columnas de {W} que son de la cabeza {h} cambia la salida de la cabeza "
    "{other}: las cabezas no son bloques de columnas adyacentes",
)


def _head(moved: Array) -> int:
    return int(np.flatnonzero(moved)[0]) // D_HEAD


def softmax(r: Readout) -> Shown:
    """Where every value is 1, every output is the sum of a row of attention: 1."""
    sums = r.y["ones"] - r.y["no-v"]
    if "halves" not in r.y or r.far(r.y["halves"] - r.y["no-v"], sums):
        return NOTHING  # the values are not x @ W_V, so these are no sums
    if r.far(sums, np.ones_like(sums)):
        got = f"{sums.flat[np.abs(sums - 1).argmax()]:.4g}"
        return broken(SUMS.format(got=got))
    return HOLDS


SUMS = Text(
    en="a row of attention sums to {got} instead of 1",
    es="una fila de la atención suma {got} en vez de 1",
)


def scores(r: Readout) -> Shown:
    """The log-odds of attention against raw scores have the slope 1 / sqrt(d_head)."""
    logits = r.logits("maps")
    if logits is None:
        return NOTHING
    w, x = r.weights("maps"), r.asked["maps"].x
    q, k = ((x @ m).reshape(T, H, D_HEAD).transpose(1, 0, 2) for m in (w.W_Q, w.W_K))
    raw = q @ k.transpose(0, 2, 1)
    raw = raw - raw.mean(axis=-1, keepdims=True)
    slope = float((raw * logits).sum() / (raw * raw).sum())
    if r.far(slope * raw, logits) or slope <= 0:
        return NOTHING
    if abs(slope * np.sqrt(D_HEAD) - 1) < 1e-3:
        return HOLDS
    return broken(SCALE.format(got=f"{1 / slope:.4g}", right=f"{np.sqrt(D_HEAD):.4g}"))


SCALE = Text(
    en="at d_head = 6 the scores are divided by {got} instead of sqrt(6) = {right}",
    es="con d_head = 6 los scores se dividen por {got} en vez de sqrt(6) = {right}",
)


def mask(r: Readout) -> Shown:
    """In the log-odds of attention the mask appears as itself, up to a constant in each row."""
    if "zeros" in r.y and r.far(r.y["zeros"], r.y["maps"]):
        return broken(ZEROS)
    plain, masked = r.logits("maps"), r.logits("masked")
    m = r.asked["masked"].mask
    if plain is None or masked is None or m is None:
        return NOTHING
    centred = np.broadcast_to(m - m.mean(axis=-1, keepdims=True), masked.shape)
    if scores(r).holds is None:
        return NOTHING
    if r.far(masked - plain, centred):
        # Log-odds mean nothing where attention is no softmax of the scores.
        return broken(NOT_ADDED) if scores(r).holds is not None else NOTHING
    return HOLDS


ZEROS = Text(
    en="forward(x, zeros) differs from forward(x)",
    es="forward(x, ceros) es distinto de forward(x)",
)
NOT_ADDED = Text(
    en="the mask is not what is added to the scores before softmax",
    es="la máscara no es lo que se suma a los scores antes de softmax",
)


def projections(r: Readout) -> Shown:
    """Values come from W_V alone, and the scores from W_Q and W_K in their roles."""
    if r.far(r.y["no-v"], np.zeros((T, D_MODEL))):
        return broken(NOT_V)
    if "balance" in r.y and r.far(r.y["balance"], r.y["open"]):
        return broken(NOT_QK)
    return HOLDS if scores(r).holds is not None and _values(r) else NOTHING


def _values(r: Readout) -> bool:
    maps = r.maps()
    if maps is None:
        return False
    v = (r.asked["open"].x @ r.weights("open").W_V).reshape(T, H, D_HEAD).transpose(1, 0, 2)
    return not r.far(r.y["open"], (maps @ v).transpose(1, 0, 2).reshape(T, D_MODEL))


NOT_V = Text(
    en="with W_V = 0 the answer is not 0: the values are not x @ W_V",
    es="con W_V = 0 la respuesta no es 0: los valores no son x @ W_V",
)
NOT_QK = Text(
    en="4·W_Q and W_K/4 give another answer than W_Q and W_K: they are not used once each",
    es="4·W_Q y W_K/4 dan otra respuesta que W_Q y W_K: no se usan una vez cada una",
)
PROPERTIES: dict[str, Callable[[Readout], Shown]] = {
    "projections": projections,
    "reshape-order": reshape_order,
    "scores": scores,
    "mask": mask,
    "softmax": softmax,
    "output-projection": output_projection,
}


def planted(judged: Iterable[Judged]) -> dict[str, Judged]:
    """The answers to the read-out's probes by name; none where all replaced weights are ignored."""
    found = {
        j.probe.family.removeprefix(FAMILY): j for j in judged if j.probe.family.startswith(FAMILY)
    }
    return found if found and read_out(found).noticed else {}


def read_out(found: Mapping[str, Judged]) -> Readout:
    """The read-out of these answers."""
    return readout({name: (j.probe, j.answer) for name, j in found.items()})


def shown_by(found: Mapping[str, Judged]) -> dict[str, Shown]:
    """What the read-out's probes establish of each step."""
    r = read_out(found)
    return {check: holds(r) for check, holds in PROPERTIES.items()} if r.obeyed else {}
