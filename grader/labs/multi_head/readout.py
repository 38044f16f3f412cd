"""What each step does, read through ``forward`` alone by putting weights in place of the class's.

Used only where the answers differ and no known mistake explains them: each property is chosen so
that a fault in another step does not break it. None of this grades on replaced weights by itself;
a class that keeps private copies shows nothing here, and then nothing is concluded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.compare import value
from grader.labs.multi_head.probes import planted_weights, rng_for
from grader.model import Answer, Array, Probe, Text, Weights

if TYPE_CHECKING:
    from collections.abc import Mapping

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
HOLDS = Shown(holds=True)


def broken(says: Text) -> Shown:
    """The property does not hold, and this is what was seen."""
    return Shown(holds=False, says=says)


def questions(seed: int) -> dict[str, Probe]:
    """The probes of the read-out by name; d_model = 18, H = 3, T = 4 (no coincidences)."""
    rng = rng_for(seed, 7)
    base = planted_weights(rng, D_MODEL)
    eye, none = np.eye(D_MODEL), np.zeros((D_MODEL, D_MODEL))
    x = rng.standard_normal((T, D_MODEL))
    x[:, :T] = np.eye(T)
    x[:, T], x[:, T + 1] = 1.0, 2.0
    mask = rng.standard_normal((T, T)) * 2
    open_ = replace(base, W_O=eye)
    ones, halves, copy = none.copy(), none.copy(), none.copy()
    ones[T, :] = 1.0
    halves[T + 1, :] = 0.5
    for h in range(H):
        copy[:T, h * D_HEAD : h * D_HEAD + T] = np.eye(T)
    weights = {
        "out": base,
        "open": open_,
        "no-v": replace(open_, W_V=none),
        "ones": replace(open_, W_V=ones),
        "halves": replace(open_, W_V=halves),
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
    return asked | flat(rng)


FLAT = ("flat-out", "flat-one-q", "flat-one-k", "flat-q", "flat-k")


def flat(rng: np.random.Generator) -> dict[str, Probe]:
    """Probes whose scores are all 0: only what becomes of the values can differ.

    The first with one token, one head and W_V = I, so that hardly anything but W_O is left; then
    with any W_V; then with several of each. W_Q is 0 in some of these and W_K in others, so that
    values made with either still show.
    """
    width = 6
    base, none = planted_weights(rng, width), np.zeros((width, width))
    no_q, no_k = replace(base, W_Q=none), replace(base, W_K=none)
    x = rng.standard_normal((T, width))
    ways = (
        (x[:1], 1, replace(no_q, W_K=none, W_V=np.eye(width))),
        *((x[:1], 1, w) for w in (no_q, no_k)),
        *((x, 2, w) for w in (no_q, no_k)),
    )
    return {
        n: Probe(width, heads, 14, tokens, None, w, FAMILY + n)
        for n, (tokens, heads, w) in zip(FLAT, ways, strict=True)
    }


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

    @property
    def noticed(self) -> bool:
        """Some replaced weights make a difference."""
        answers = [self.y[n] for n in ("out", "open", "no-v", "q0") if n in self.y]
        return any(self.far(a, answers[0]) for a in answers[1:])

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
