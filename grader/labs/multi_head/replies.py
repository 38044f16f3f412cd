"""What a class with known mistakes answers to questions that differ only in their masks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.stacks import MERGE
from grader.labs.multi_head.together import MASK, Chosen, composed, plan
from reference import MultiHeadAttention
from reference.attention import softmax

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.labs.multi_head.cases import Case
    from grader.model import Array


def replies(chosen: Chosen, asked: Sequence[Case]) -> Iterator[Array | None]:
    """The answers one by one, so that one may stop at the first wrong one; None where it raises."""
    try:
        together = at_once(chosen, asked)
    except Exception:  # noqa: BLE001 — a mistake may raise anything, for some masks or for all
        together = None
    yield from one_by_one(chosen, asked) if together is None else together


def at_once(chosen: Chosen, asked: Sequence[Case]) -> Array | None:
    """All answers, (masks, T, d_model): the formula's steps from all masks in one.

    What comes before the mask is made once, and a step with a mistake is taken from each mask by
    itself. None where a mistake wraps the whole, or makes arrays that are not the formula's.
    """
    case, steps = asked[0], plan(chosen)
    made = composed(chosen).from_weights(*case.weights, n_heads=case.n_heads)
    if type(made).forward is not MultiHeadAttention.forward:
        return None
    q, k, v = made.split(*made.project(case.x))
    scores = made.scale(made.scores(q, k))
    rows = np.array([made.mask(scores, one.mask) for one in asked])
    D = len(case.weights.W_O)
    following: tuple[tuple[Callable[[Array], Array], Callable[[Array], Array]], ...] = (
        (made.softmax, softmax),
        (lambda a: made.weighted_sum(a, v), lambda a: a @ v),
        (made.merge, lambda a: a.swapaxes(1, 2).reshape(len(a), -1, D)),
        (made.output, lambda a: a @ case.weights.W_O),
    )
    for n, (by_class, by_formula) in enumerate(following, start=MASK + 1):
        if steps[n]:
            rows = np.array([by_class(row) for row in rows])
        elif rows.ndim == (4 if n <= MERGE else 3):
            rows = by_formula(rows)
        else:
            return None
    return rows


def one_by_one(chosen: Chosen, asked: Sequence[Case]) -> Iterator[Array | None]:
    """The same by the class alone."""
    answer: Callable[[Array | None], Array] | None = None
    for case in asked:
        try:
            if answer is None:
                made = composed(chosen).from_weights(*case.weights, n_heads=case.n_heads)
                answer = answering(made, case.x)
            y = answer(case.mask)
        except Exception:  # noqa: BLE001 — a mistake may raise anything
            yield None
        else:
            yield y


def answering(made: MultiHeadAttention, x: Array) -> Callable[[Array | None], Array]:
    """Forward for one x; what comes before the mask is computed once, unless it is wrapped."""
    if type(made).forward is not MultiHeadAttention.forward:
        return partial(made.forward, x)
    q, k, v = made.split(*made.project(x))
    scores = made.scale(made.scores(q, k))

    def answer(mask: Array | None) -> Array:
        heads = made.weighted_sum(made.softmax(made.mask(scores, mask)), v)
        return made.output(made.merge(heads))

    return answer
