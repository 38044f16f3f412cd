"""Which answers count, and whether the same question has the same answer, whatever was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.model import Array, Failure, Output, Probe

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.labs.multi_head.compare import Judged


def key_of(probe: Probe) -> tuple[int, int, int]:
    """Which object was asked."""
    return (probe.d_model, probe.n_heads, probe.seed)


def is_steady(judged: Iterable[Judged]) -> bool:
    """Nothing that a call did shows in a later answer, and the same question has one answer."""
    seen: dict[tuple[object, ...], Judged] = {}
    for j in judged:
        if not isinstance(j.answer, Output):
            continue
        if "weights" in j.answer.changed:
            return False
        before = seen.setdefault(question(j.probe), j)
        if before is not j and isinstance(before.answer, Output):
            a, b = before.answer.y, j.answer.y
            if not same_numbers(a, b):
                return False
    return True


def same_numbers(a: Array, b: Array) -> bool:
    """The same answer, but for what the order of additions may do; most are the same bits."""
    if a.shape != b.shape:
        return False
    same = a.dtype == b.dtype and a.tobytes() == b.tobytes()
    return same or bool(np.allclose(a, b, rtol=1e-6, atol=1e-7, equal_nan=True))


def question(probe: Probe, *, whoever: bool = False) -> tuple[object, ...]:
    """Two probes with the same one ask the same thing; with ``whoever`` of any object."""
    mask = None if probe.mask is None else probe.mask.tobytes()
    fresh = probe.fresh and not whoever
    style = (probe.float32, fresh, probe.keyword, probe.explicit_none)
    planted = None if probe.weights is None else probe.weights.W_Q.tobytes()
    return (*key_of(probe), probe.x.tobytes(), mask, *style, planted)


def counted(judged: Sequence[Judged]) -> tuple[Judged, ...]:
    """The answers that count: a class may insist on float64, and may keep its own weights."""
    narrow = [j for j in judged if j.probe.float32]
    insists = bool(narrow) and all(isinstance(j.answer, Failure) for j in narrow)
    planted = [j for j in judged if j.probe.family == "independent"]
    keeps = bool(planted) and all(own_answer(j, judged) for j in planted)
    return tuple(
        j
        for j in judged
        if not (insists and j.probe.float32) and not (keeps and j.probe.family == "independent")
    )


def own_answer(judged: Judged, others: Sequence[Judged]) -> bool:
    """With weights put in their place it answers as with its own: it holds copies."""
    plain = question(judged.probe.but(weights=None, fresh=False))
    return any(
        question(j.probe) == plain
        and isinstance(j.answer, Output)
        and isinstance(judged.answer, Output)
        and np.array_equal(j.answer.y, judged.answer.y)
        and j.expected is not None
        and np.allclose(j.answer.y, j.expected, rtol=0, atol=1e-4 * np.abs(j.expected).max())
        for j in others
        if j.probe.family != "independent"
    )


def short(y: Array) -> bool:
    """Rounded to at most four decimals, or of float16."""
    with np.errstate(over="ignore"):
        half = y.astype(np.float16).astype(np.float64)
    return np.array_equal(y, half) or any(np.allclose(y, y.round(n), atol=1e-9) for n in range(5))
