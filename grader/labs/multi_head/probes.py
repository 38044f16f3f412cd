"""What the student's class is asked: every small shape first, then the inputs that hide nothing.

A Probe's family says why it is there:

    small     T 1-4, d_model 1-8, every divisor H, five masks, short numbers: the first wrong
              answer among these is the smallest counterexample
    guarded   T, H, d_head, d_model all different and d_head no square: no known fault hides
    tiny      Gaussian inputs near zero
    large     scores in the thousands: an unstable softmax overflows
    repeated  equal tokens
    same      T = d_head, T = H: what raises elsewhere runs here
    lab       the two sizes of the lab's own blocks B and C
    big       sizes of later labs
    float32   inputs as float32
    zero      x = 0: only a bias answers
    style     the ways of calling that the lab's signature allows
    again     asked before: nothing may be remembered
    search    found by the search, wrong (``grader/search.py``)
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from grader.model import Array, Probe, Single, Weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LAB_B = (4, 1, 42)
LAB_C = (64, 4, 0)
GUARDED = ((5, 6, 3), (7, 10, 2), (3, 10, 5), (4, 18, 3), (5, 24, 4), (6, 15, 5))
"""(T, d_model, n_heads), the last four with d_head 2, 6, 6, 3: none a square."""


def rng_for(seed: int, *salt: int) -> np.random.Generator:
    """The grader's own randomness: one stream for each use, all from ``--seed``."""
    return np.random.default_rng([seed, *salt])


def divisors(n: int) -> list[int]:
    """Every number of heads that d_model = n allows."""
    return [h for h in range(1, n + 1) if n % h == 0]


def round_numbers(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Quarters between -2 and 2 without zero: short to print, generic enough to hide nothing."""
    quarters = rng.integers(1, 9, shape) * rng.choice([-1, 1], shape)
    return np.asarray(quarters / 4, dtype=np.float64)


def causal(T: int, blocked: float) -> Array:
    """Zeros on and below the diagonal, ``blocked`` above it (lab 02)."""
    return np.triu(np.full((T, T), blocked), k=1)


def masks(rng: np.random.Generator, T: int) -> list[Array | None]:
    """None, zeros, causal in both spellings, and a finite additive mask of short numbers.

    With one token, causal masks are those of zeros, and are not asked again.
    """
    blocking = [causal(T, -1e9), causal(T, -np.inf)] if T > 1 else []
    return [None, np.zeros((T, T)), *blocking, round_numbers(rng, (T, T))]


def small(seed: int) -> list[Probe]:
    """Every small shape with every kind of mask, smallest first."""
    rng = rng_for(seed, 1)
    inputs = {(T, d): round_numbers(rng, (T, d)) for T, d in product(range(1, 5), range(1, 9))}
    maskings = {T: masks(rng, T) for T in range(1, 5)}
    sizes = [(T, d, h) for T, d in inputs for h in divisors(d)]
    sizes.sort(key=lambda s: (s[0] * s[1], s[1], s[2]))
    return [
        Probe(d, h, 0, inputs[T, d], mask, family="small")
        for T, d, h in sizes
        for mask in maskings[T]
    ]


def guarded(seed: int, sizes: Sequence[tuple[int, int, int]] = GUARDED) -> Iterator[Probe]:
    """Gaussian inputs on sizes where nothing coincides, unmasked and with both kinds of mask."""
    rng = rng_for(seed, 2)
    for n, (T, d, h) in enumerate(sizes):
        x = rng.standard_normal((T, d))
        finite = rng.standard_normal((T, T)) * 2
        wide = rng.choice([-30.0, -8.0, -3.0, 0.5, 4.0, 20.0], (T, T))
        for mask in (None, finite, causal(T, -1e9), wide, finite - finite.T):
            yield Probe(d, h, n + 1, x, mask, family="guarded")


def families(seed: int) -> Iterator[Probe]:
    """One or two probes for each way in which a fault is known to hide."""
    rng = rng_for(seed, 3)
    normal = rng.standard_normal
    for T, d, h in ((4, 6, 3), (5, 6, 2)):
        yield Probe(d, h, 5, normal((T, d)) * 1e-3, family="tiny")
    for T, d, h in ((6, 6, 3), (5, 10, 2)):
        for size in (100.0, 1000.0):
            yield Probe(d, h, 6, normal((T, d)) * size, family="large")
        steps = np.linspace(1, 3000, T)[:, None]
        yield Probe(d, h, 6, normal((T, d)) * steps, causal(T, -np.inf), family="large")
    row = normal((1, 6))
    yield Probe(6, 3, 7, np.repeat(row, 4, axis=0), family="repeated")
    yield Probe(6, 2, 7, np.vstack([np.repeat(row, 2, axis=0), normal((3, 6))]), family="repeated")
    for T, d, h in ((3, 6, 2), (2, 6, 2), (3, 6, 3), (6, 6, 3), (4, 16, 4), (10, 10, 5)):
        yield Probe(d, h, 8, normal((T, d)), family="same")
    yield Probe(*LAB_B, normal((4, 4)), family="lab")
    yield Probe(*LAB_B, normal((8, 4)), family="lab")
    for mask in (None, causal(8, -1e9), normal((8, 8))):
        yield Probe(*LAB_C, normal((8, 64)), mask, family="lab")
    yield Probe(96, 6, 9, normal((33, 96)), normal((33, 33)), family="big")
    yield Probe(128, 8, 9, normal((17, 128)), family="big")
    yield Probe(12, 3, 9, normal((70, 12)), family="big")
    yield Probe(10, 5, 10, normal((6, 10)), family="float32", float32=True)
    yield Probe(10, 5, 10, normal((6, 10)), normal((6, 6)), family="float32", float32=True)
    # With one token every row is its head's maximum: this tells apart what was subtracted.
    for h in (1, 3):
        yield Probe(6, h, 6, normal((1, 6)) * 1000, family="large")


def zero() -> list[Probe]:
    """X = 0: without a bias the answer is 0."""
    sizes = ((1, 4, 1), (3, 8, 2), (5, 6, 3))
    return [Probe(d, h, 11, np.zeros((T, d)), family="zero") for T, d, h in sizes]


def styles(seed: int) -> list[Probe]:
    """The same question in the ways of calling that ``forward(x, mask=None)`` allows."""
    rng = rng_for(seed, 4)
    x, mask = rng.standard_normal((5, 6)), rng.standard_normal((5, 5))
    plain = Probe(6, 3, 12, x, family="style")
    return [
        plain,
        plain.but(explicit_none=True),
        plain.but(mask=np.zeros((5, 5))),
        plain.but(mask=mask),
        plain.but(mask=mask, keyword=True),
        plain.but(keyword=True),
    ]


def again(battery: Sequence[Probe], seed: int) -> list[Probe]:
    """A sample of what was asked before, in another order.

    One is always among them: the lab's own without a mask, of an object that was given masks since.
    """
    rng = rng_for(seed, 5)
    chosen = [battery[i] for i in rng.permutation(len(battery))[:24]]
    unmasked = next(p for p in battery if p.family == "lab" and p.d_model == LAB_C[0])
    return [p.but(family="again") for p in [*chosen, unmasked]]


def battery(seed: int) -> list[Probe]:
    """All first questions, in the order in which they are put."""
    asked = [*small(seed), *guarded(seed), *families(seed), *zero(), *styles(seed)]
    return asked + again(asked, seed)


def singles(seed: int) -> list[Single]:
    """Questions for the student's own ``single_head_attention(Q, K, V)`` of lab 00."""
    rng = rng_for(seed, 6)
    normal = rng.standard_normal
    sizes = ((1, 2), (2, 2), (3, 4), (5, 3), (8, 4))
    return [Single(normal((T, d)), normal((T, d)), normal((T, d))) for T, d in sizes]


def planted_weights(rng: np.random.Generator, d_model: int) -> Weights:
    """Four independent matrices with the lab's spread, whatever the class drew for itself."""
    return Weights(*(rng.standard_normal((4, d_model, d_model)) / np.sqrt(d_model)))


def confirming(seed: int) -> list[Probe]:
    """Fresh questions on guarded sizes: a name must hold here too before it is said."""
    sizes = ((6, 14, 7), (4, 15, 3), (7, 20, 4))
    return [p.but(fresh=True, family="confirm") for p in guarded(seed + 1, sizes)]
