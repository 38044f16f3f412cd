"""Why a softmax answers large scores with NaN, as far as the answers show it.

NaN has no identity, so no known mistake is named from it. But which queries are answered with NaN
can be counted, how large their scores are is known, and exp has limits that are known as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.compare import value
from grader.labs.multi_head.expected import object_of
from grader.model import Text
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.labs.multi_head.compare import Judged
    from grader.model import Array

    Size = Callable[[Array], Array]

LIMITS = ((709.0, 746.0), (88.0, 104.0))
"""Where exp becomes infinite, and where exp of minus that becomes 0, in float64 and in float32."""


def why_large(
    judged: Iterable[Judged], cls: type[MultiHeadAttention] = MultiHeadAttention
) -> Text | None:
    """What the answers without a mask show; None if not exactly one explanation fits them.

    Args:
        judged: answers, right and wrong.
        cls: makes the scores as the student does.
    """
    with np.errstate(all="ignore"):
        seen = [rows(one, cls) for one in judged if one.probe.mask is None]
        known = [one for one in seen if one is not None]
        if not known:
            return None
        lost = np.concatenate([lost for lost, _ in known])
        fitting = []
        for size, says in EXPLAINED:
            sizes = np.concatenate([size(best).max(axis=0) for _, best in known])
            found = limits(sizes[~lost], sizes[lost])
            if found is not None:
                right, wrong = (f"{number:.0f}" for number in found)
                fitting.append(says.format(right=right, wrong=wrong, n=int(lost.sum())))
    return fitting[0] if len(fitting) == 1 else None


def rows(judged: Judged, cls: type[MultiHeadAttention]) -> tuple[np.ndarray, Array] | None:
    """Which queries got NaN, (T,), and the largest score of each query in each head, (H, T)."""
    y, weights, p = value(judged.answer, judged.probe), judged.weights, judged.probe
    if y is None or weights is None or y.shape != p.x.shape:
        return None
    made = object_of(cls, weights, p.n_heads)
    q, k, _ = made.split(*made.project(p.x))
    best: Array = made.scale(made.scores(q, k)).max(axis=-1)
    lost = np.asarray(~np.isfinite(y).all(axis=-1))
    return lost, best


def limits(right: Array, lost: Array) -> tuple[float, float] | None:
    """The largest size that is answered and the smallest that is not, if exp explains that."""
    if not len(right) or not len(lost):
        return None
    most, least = float(right.max()), float(lost.min())
    fits = most < least and any(most <= high and least >= low for low, high in LIMITS)
    return (most, least) if fits else None


OVERFLOWS = Text(
    en="right for small scores, not for large ones. Every query whose largest score is at most "
    "{right} in size is answered with numbers, and every one from {wrong} on with NaN or infinity "
    "({n} seen). That is what exp does when it is given the scores as they are: it overflows. "
    "Subtract each row's maximum before exp; the softmax stays the same",
    es="correcto con scores pequeños, pero no con grandes. Toda query cuyo mayor score es como "
    "mucho {right} en valor absoluto recibe números, y a partir de {wrong} todas reciben NaN o "
    "infinito ({n} vistas). Es lo que hace exp si recibe los scores tal cual: se desborda. Resta a "
    "cada fila su máximo antes de exp; el softmax no cambia",
)
UNDERFLOWS = Text(
    en="right for small scores, not for large ones. Every query whose largest score lies at most "
    "{right} below the largest of {all} is answered with numbers, and every one that lies {wrong} "
    "or more below it with NaN ({n} seen). That is what one maximum for {all} does: exp makes 0 of "
    "every score in such a row, and the row 0 / 0. Subtract each row's own maximum",
    es="correcto con scores pequeños, pero no con grandes. Toda query cuyo mayor score queda como "
    "mucho {right} por debajo del mayor de {all} recibe números, y las que quedan {wrong} o más "
    "por debajo reciben NaN ({n} vistas). Es lo que hace un solo máximo para {all}: exp da 0 en "
    "todos los scores de esa fila, y la fila queda en 0 / 0. Resta a cada fila su propio máximo",
)
ARRAY = Text(en="all heads", es="todas las cabezas")
HEAD = Text(en="its head", es="su cabeza")
EXPLAINED: tuple[tuple[Size, Text], ...] = (
    (np.abs, OVERFLOWS),
    (
        lambda best: best.max() - best,
        UNDERFLOWS.format(all=ARRAY, right="{right}", wrong="{wrong}", n="{n}"),
    ),
    (
        lambda best: best.max(axis=1, keepdims=True) - best,
        UNDERFLOWS.format(all=HEAD, right="{right}", wrong="{wrong}", n="{n}"),
    ),
)
