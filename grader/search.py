"""Searches with Hypothesis for inputs that a student's code gets wrong, down to the simplest.

What is wrong is not decided here: whoever calls passes the question on and says what came of it.
Hypothesis is imported only when a search runs; it takes longer to load than a right submission
takes to grade.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from grader.model import Probe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.model import Array

    Draw: TypeAlias = Callable[[Any], Any]  # Hypothesis's own: a strategy in, its value out

Size: TypeAlias = tuple[int, int, int]
"""T, d_model, n_heads"""
SIMPLE = (0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0)
"""Easy on the eye and in the head, the easiest first: a draw shrinks towards the first."""
ROUND = (*SIMPLE, 0.25, -0.25, 0.75, -0.75, 1.5, -1.5, 3.0, -3.0, 5.0, -5.0)
MASKS = ("none", "zeros", "causal -1e9", "causal -inf", "finite")
SEEDS = (0, 1, 2, 3)
SHRINKS = 300
"""Questions that simplifying one wrong answer may cost, beyond those that were asked for."""


@dataclass(frozen=True, slots=True)
class Space:
    """Where to look; in every field what is simplest comes first."""

    T: int = 6
    d_model: int = 12
    """The most of each; n_heads is any divisor."""
    numbers: tuple[float, ...] = ROUND
    masks: tuple[str, ...] = MASKS
    seeds: tuple[int, ...] = SEEDS
    often: Size | None = None
    """Half of the questions have this size."""
    only: bool = False
    """Not half of them, all."""
    like: Probe | None = None
    """Ask in the manner of this question: on a fresh object, in float32, of its family."""


EVERYWHERE = Space()
"""All that a further question may be."""


def simpler(than: Probe) -> Space:
    """Questions no larger than this one, in simpler numbers.

    Where it was among the smallest that the lab asks, every smaller size is known to be right,
    and only its numbers can be simpler.
    """
    own = (than.T, than.d_model, than.n_heads)
    numbers = tuple(n * _scale(than) for n in SIMPLE)
    masks = MASKS if than.mask is not None and than.mask.any() else MASKS[:1]
    only = than.family in ("small", "search")
    return Space(than.T, than.d_model, numbers, masks, (than.seed,), own, only, than)


def _scale(probe: Probe) -> float:
    """What shows only in the thousands is not to be sought among ones and twos."""
    return 1000.0 if np.abs(probe.x).max() > 50 else 1.0


class Stop(BaseException):
    """Nothing more can be asked; no Exception, so that Hypothesis takes it for no answer."""


def hunt(
    wrong: Callable[[Probe], bool], space: Space, *, seed: int, examples: int, simplify: bool = True
) -> Probe | None:
    """Put up to ``examples`` questions, and simplify the first that is wrong.

    Args:
        wrong: asks the question, and says whether its answer is wrong; it keeps what it wants
            to keep, and may raise ``Stop``.
        space: where to look.
        seed: the same one leads to the same questions, whatever was searched before.
        examples: how many questions, besides those of simplifying.
        simplify: whether to; otherwise all questions are put, whatever comes of them.

    Returns:
        The simplest wrong one; None where there is none, or the search was cut short.
    """
    find, settings, phases, errors = _hypothesis()
    asker = _Asker(wrong, SHRINKS, simplify)
    how = settings(database=None, deadline=None, max_examples=examples, phases=phases)
    try:
        simplest: Probe = find(_probes(space), asker, settings=how, random=Random(seed))  # noqa: S311 - no secret
    except (errors.NoSuchExample, errors.Unsatisfiable, Stop):
        return None
    return simplest


class _Asker:
    """Puts each question once, and ends the search when simplifying takes too long."""

    def __init__(self, wrong: Callable[[Probe], bool], shrinks: int, simplify: bool) -> None:
        self._wrong, self._left, self._simplify = wrong, shrinks, simplify
        self._known: dict[tuple[object, ...], bool] = {}
        self._found = False

    def __call__(self, probe: Probe) -> bool:
        mask = None if probe.mask is None else probe.mask.tobytes()
        key = (probe.d_model, probe.n_heads, probe.seed, probe.x.tobytes(), mask)
        if key not in self._known:
            self._left -= self._found
            if self._left < 0:
                raise Stop
            self._known[key] = self._wrong(probe)
        self._found |= self._known[key] and self._simplify
        return self._known[key] and self._simplify


def _hypothesis() -> Any:  # find, settings, phases, errors: modules and classes of Hypothesis
    """Load what a search needs of Hypothesis, so that it writes nothing where we are run."""
    ours = "hypothesis" not in sys.modules
    from hypothesis import Phase, configuration, errors, find, settings  # noqa: PLC0415

    if ours:  # under pytest, say, the folder is the user's business
        configuration.set_hypothesis_home_dir(os.devnull)
    return find, settings, (Phase.generate, Phase.shrink), errors


def _probes(space: Space) -> Any:  # a strategy, whose type is Hypothesis's
    """Probes of a space: fewer numbers are simpler, then the earlier ones of each field."""
    from hypothesis import strategies as st  # noqa: PLC0415 - see _hypothesis

    number = st.sampled_from(space.numbers)
    size = _sizes(space)
    start = space.like or Probe(1, 1, 0, np.zeros((1, 1)))
    family = start.family if start.family == "large" else "search"

    @st.composite
    def probes(draw: Draw) -> Probe:
        T, d_model, n_heads = draw(size)
        seed = draw(st.sampled_from(space.seeds))
        mask = _mask(draw, draw(st.sampled_from(space.masks)), T)
        x = _matrix([draw(number) for _ in range(T * d_model)], T)
        asked: dict[str, Any] = {"d_model": d_model, "n_heads": n_heads, "seed": seed}
        return start.but(**asked, x=x, mask=mask, family=family)

    def _mask(draw: Draw, kind: str, T: int) -> Array | None:
        if kind == "none":
            return None
        if kind == "finite":
            round_ = st.sampled_from(ROUND)
            return _matrix([draw(round_) for _ in range(T * T)], T)
        blocked = {"zeros": 0.0, "causal -1e9": -1e9, "causal -inf": -np.inf}[kind]
        return np.triu(np.full((T, T), blocked), k=1)

    return probes()


def _sizes(space: Space) -> Any:  # a strategy, whose type is Hypothesis's
    """T, d_model and n_heads, each shrinking by itself."""
    from hypothesis import strategies as st  # noqa: PLC0415 - see _hypothesis

    if space.often and space.only:
        return st.just(space.often)
    drawn = st.tuples(st.integers(1, space.T), st.integers(1, space.d_model), st.integers(0, 5))
    size = drawn.map(lambda s: (s[0], s[1], _divisor(s[1], s[2])))
    return st.one_of(size, st.just(space.often)) if space.often else size


def _divisor(n: int, which: int) -> int:
    found = [h for h in range(1, n + 1) if n % h == 0]
    return found[which % len(found)]


def _matrix(numbers: Sequence[float], rows: int) -> Array:
    return np.array(numbers, dtype=np.float64).reshape(rows, -1)
