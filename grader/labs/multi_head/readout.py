"""What each step does, read through ``forward`` alone by putting weights in place of the class's.

Used only where the answers differ and no known mistake explains them: each property is chosen so
that a fault in another step does not break it. None of this grades on replaced weights by itself;
a class that keeps private copies shows nothing here, and then nothing is concluded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from grader.labs.multi_head.compare import value
from grader.labs.multi_head.probes import planted_weights, rng_for
from grader.model import Answer, Array, Probe, Text, Weights

T, D_MODEL, H = 4, 18, 3
D_HEAD = D_MODEL // H
NEAR = 1e-4
FAMILY = "planted:"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a property came to: True holds, False is broken, None was not to be established."""

    holds: bool | None
    says: Text | None = None


NOTHING = Shown(None)


def questions(seed: int) -> dict[str, Probe]:
    """The probes of the read-out by name; d_model = 18, H = 3, T = 4 (no coincidences)."""
    rng = rng_for(seed, 7)
    base = planted_weights(rng, D_MODEL)
    eye, none = np.eye(D_MODEL), np.zeros((D_MODEL, D_MODEL))
    x = rng.standard_normal((T, D_MODEL))
    x[:, :T] = np.eye(T)
    x[:, T] = 1.0
    mask = rng.standard_normal((T, T)) * 2
    open_ = replace(base, W_O=eye)
    ones, copy = none.copy(), none.copy()
    ones[T, :] = 1.0
    for h in range(H):
        copy[:T, h * D_HEAD : h * D_HEAD + T] = np.eye(T)
    weights = {
        "out": base,
        "open": open_,
        "no-v": replace(open_, W_V=none),
        "ones": replace(open_, W_V=ones),
        "maps": replace(open_, W_V=copy),
        "balance": replace(open_, W_Q=base.W_Q * 4, W_K=base.W_K / 4),
    }
    for h in range(H):
        weights[f"v{h}"] = replace(open_, W_V=_bumped(base.W_V, h))
        weights[f"q{h}"] = replace(open_, W_Q=_bumped(base.W_Q, h))
    asked = {n: Probe(D_MODEL, H, 13, x, None, w, FAMILY + n) for n, w in weights.items()}
    shifted = mask + rng.standard_normal((T, 1))
    for n, m in (("masked", mask), ("shifted", shifted), ("zeros", np.zeros((T, T)))):
        asked[n] = Probe(D_MODEL, H, 13, x, m, replace(open_, W_V=copy), FAMILY + n)
    return asked


def _bumped(matrix: Array, head: int) -> Array:
    """The same matrix with other numbers in the columns of one head."""
    other = matrix.copy()
    other[:, head * D_HEAD : (head + 1) * D_HEAD] *= -0.5
    return other


@dataclass(frozen=True, slots=True, eq=False)
class Readout:
    """The answers to the read-out's probes by name, those that are finite (T, d_model)."""

    asked: Mapping[str, Probe]
    y: Mapping[str, Array]

    def far(self, a: Array, b: Array) -> bool:
        """Two arrays differ by more than rounding."""
        return bool(np.abs(a - b).max() > NEAR * max(1.0, float(np.abs(b).max())))

    @property
    def obeyed(self) -> bool:
        """Replaced weights are used, and the answer depends on what goes in."""
        needed = {"out", "open", "no-v", "ones", "maps"}
        return needed <= self.y.keys() and self.far(self.y["open"], self.y["no-v"])

    def weights(self, name: str) -> Weights:
        """What was put in place for a probe."""
        found = self.asked[name].weights
        if found is None:
            raise AssertionError(name)
        return found

    def maps(self, name: str = "maps") -> Array | None:
        """(H, T, T) attention as read through values that copy one-hot tokens, or None."""
        if name not in self.y:
            return None
        blocks = self.y[name].reshape(T, H, D_HEAD).transpose(1, 0, 2)
        ok = not self.far(blocks[:, :, T:], np.zeros((H, T, D_HEAD - T)))
        maps = blocks[:, :, :T]
        return maps if ok and (maps > 0).all() else None

    def logits(self, name: str) -> Array | None:
        """(H, T, T) log attention, centred in each row, or None."""
        maps = self.maps(name)
        if maps is None:
            return None
        logs = np.log(maps)
        return np.asarray(logs - logs.mean(axis=-1, keepdims=True))


def readout(answers: Mapping[str, tuple[Probe, Answer]]) -> Readout:
    """Keep what came back as finite numbers."""
    y = {}
    for name, (probe, answer) in answers.items():
        got = value(answer, probe)
        if got is not None and got.shape == probe.x.shape and np.isfinite(got).all():
            y[name] = got
    return Readout({n: p for n, (p, _) in answers.items()}, y)


def output_projection(r: Readout) -> Shown:
    """W_O = A answers what W_O = I answers, times A."""
    right = r.y["open"] @ r.weights("out").W_O
    if r.far(r.y["out"], right):
        return Shown(False, NOT_AFTER)
    return Shown(True)


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
                return Shown(False, says)
            if not (moved & own).any():
                return NOTHING
    return Shown(True)


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
    if r.far(sums, np.ones_like(sums)):
        got = f"{sums.flat[np.abs(sums - 1).argmax()]:.4g}"
        return Shown(False, SUMS.format(got=got))
    return Shown(True)


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
        return Shown(True)
    return Shown(False, SCALE.format(got=f"{1 / slope:.4g}", right=f"{np.sqrt(D_HEAD):.4g}"))


SCALE = Text(
    en="at d_head = 6 the scores are divided by {got} instead of sqrt(6) = {right}",
    es="con d_head = 6 los scores se dividen por {got} en vez de sqrt(6) = {right}",
)


def mask(r: Readout) -> Shown:
    """In the log-odds of attention the mask appears as itself, up to a constant in each row."""
    if "zeros" in r.y and r.far(r.y["zeros"], r.y["maps"]):
        return Shown(False, ZEROS)
    plain, masked = r.logits("maps"), r.logits("masked")
    m = r.asked["masked"].mask
    if plain is None or masked is None or m is None:
        return NOTHING
    centred = np.broadcast_to(m - m.mean(axis=-1, keepdims=True), masked.shape)
    if r.far(masked - plain, centred):
        return Shown(False, NOT_ADDED)
    return Shown(True)


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
        return Shown(False, NOT_V)
    if "balance" in r.y and r.far(r.y["balance"], r.y["open"]):
        return Shown(False, NOT_QK)
    return Shown(True) if scores(r).holds is not None and _values(r) else NOTHING


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
