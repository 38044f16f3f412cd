"""Block C, what is drawn: attention, and the picture is that drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head import attention_words as words
from grader.labs.multi_head.checks.heatmap_image import SOURCE, seen
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.measure import class_right
from grader.labs.multi_head.say import failed, note, passed, review
from grader.labs.multi_head.seeding import without_seed
from grader.labs.multi_head.shown import NAME, Shown
from grader.model import About, Evidence, Finding, Text, Verdict, same

if TYPE_CHECKING:
    from grader.model import Array

SUM = 1e-3
"""How far from 1 a row of probabilities may sum."""
SUM_SEEN = 0.12
"""How far apart sums of rows as read may be: eight cells, each to 1.5 % of the colour range."""


LINEAR = {"Normalize", "NoNorm", ""}
"""Scales on which equal steps of a value are equal steps of colour."""


@check(
    About(
        id="heatmap-attention",
        block="C",
        points=2,
        title=Text(
            en="What is drawn is attention, and the picture is that drawing",
            es="Lo que se dibuja es atención, y la imagen es ese dibujo",
        ),
        why=Text(
            en="A picture is evidence only if the code beside it makes that very picture.",
            es="Una imagen solo es una prueba si el código que la acompaña genera esa imagen.",
        ),
        hint=Text(
            en="Draw the weights after softmax, one query a row; run mha.py again before you "
            "commit.",
            es="Dibuja los pesos después del softmax, una query por fila; ejecuta mha.py otra vez "
            "antes de hacer commit.",
        ),
        source=SOURCE,
        example="assert np.allclose(attention.sum(axis=-1), 1)\n",
    )
)
def heatmap_attention(evidence: Evidence) -> Verdict:
    """Rows of the drawn arrays sum to 1, and the committed picture shows these arrays."""
    found = seen(evidence)
    if isinstance(found, Verdict):
        return found
    path = found.path or NAME
    if not found.panels:
        says = words.NO_DRAWING.format(path=same(path), seen=_sums_seen(found))
        return review(Finding(says, path))
    faults = [f for n, p in enumerate(found.panels, start=1) if (f := _fault(n, p.values))]
    if faults:
        return failed(*map(Finding, faults))
    if found.agrees:
        return _strangers(evidence, found) or _agreeing(found)
    if found.agrees is None:
        scales = {p.norm for p in found.panels} - LINEAR
        says = words.OTHER_SCALE if scales else words.NOT_COMPARED
        facts = {"path": same(path), "scale": same(", ".join(sorted(scales)))}
        return review(Finding(says.format(**facts), path))
    return _other(found, path, changing=without_seed(evidence.submission, "mha.py"))


def _strangers(evidence: Evidence, found: Shown) -> Verdict | None:
    """Maps that no call of ``forward`` made, though its attention could be worked out."""
    strange = [n for n, p in enumerate(found.panels, start=1) if p.own is False]
    if not strange or not class_right(evidence):
        return None
    listed = same(", ".join(map(str, strange)))
    return review(Finding(words.STRANGE.format(n=listed)))


def _agreeing(found: Shown) -> Verdict:
    if all(_sums(p.values.T) for p in found.panels):
        return review(Finding(words.BOTH))
    percent = any(_sums(p.values, 100.0) for p in found.panels)
    return passed(note(words.PERCENT)) if percent else passed()


def _sums(values: Array, to: float = 1.0) -> bool:
    """Whether every row sums to this; a masked cell counts nothing."""
    return bool((np.abs(np.nansum(values, axis=1) - to) <= SUM * to).all())


def _fault(n: int, values: Array) -> Text | None:
    """Why a drawn array is no attention, in words."""
    low = float(np.nanmin(values, initial=0.0))
    if low < -SUM:
        return words.NEGATIVE.format(n=n, low=f"{low:.2g}")
    if _sums(values) or _sums(values, 100.0):
        return None
    if _sums(values.T) or _sums(values.T, 100.0):
        return words.COLUMNS.format(n=n)
    sums = np.nansum(values, axis=1)
    return words.ROWS.format(n=n, low=f"{sums.min():.3g}", high=f"{sums.max():.3g}")


def _other(found: Shown, path: str, *, changing: bool) -> Verdict:
    """The picture is not the drawing: which of them is stale."""
    if changing:
        return review(Finding(words.CHANGING.format(path=same(path)), path))
    apart = found.apart
    if apart is None:
        mine = len(found.reading.maps) if found.reading else 0
        says = words.STALE_OTHER.format(path=same(path), mine=mine, theirs=len(found.panels))
    else:
        facts = {"n": apart.map, "row": apart.row, "column": apart.column}
        says = words.STALE.format(path=same(path), by=round(100 * apart.by), **facts)
    return failed(Finding(says, path))


def _sums_seen(found: Shown) -> Text:
    """What sums alike in the picture; parts of a colour range sum alike where the values do."""
    reading = found.reading
    maps = [m.values for m in reading.maps] if reading and reading.certain else []
    if not maps or any(np.isnan(m).any() for m in maps):
        return words.SEEN_NOTHING
    rows, columns = (all(np.ptp(m.sum(axis=axis)) <= SUM_SEEN for m in maps) for axis in (1, 0))
    if rows:
        return words.SEEN_BOTH if columns else words.SEEN_ROWS
    return words.SEEN_COLUMNS if columns else words.SEEN_NEITHER
