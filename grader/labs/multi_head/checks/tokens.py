"""Block C, the axes: the lab's eight tokens stand on both axes of every heat map."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head import tokens_words as words
from grader.labs.multi_head.checks.drawing import BLOCK_C, NAME, telling
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.drawing_words import ABSENT
from grader.labs.multi_head.figures import heat_map, maps
from grader.labs.multi_head.files import find, wanted
from grader.labs.multi_head.outside import elsewhere
from grader.labs.multi_head.say import blocked, failed, passed, review
from grader.labs.multi_head.tokens import TOKENS, Kind, kind_of
from grader.model import About, Evidence, Finding, Panel, Text, Verdict, same

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TWINS = (2, 5), (3, 6)
"""Places of the same token."""
LONGEST = 80


@check(
    About(
        id="heatmap-tokens",
        block="C",
        points=2,
        title=Text(
            en="The eight tokens label both axes",
            es="Los ocho tokens están en los dos ejes",
        ),
        why=Text(
            en="Row i is the token that looks and column j the one that is looked at: only with "
            "the tokens there can anyone read what a head does.",
            es="La fila i es el token que mira y la columna j el token mirado: solo con los tokens "
            "ahí se puede leer qué hace una cabeza.",
        ),
        hint=Text(
            en="Give the places and the words together, on both axes of every panel.",
            es="Da los sitios y las palabras juntos, en los dos ejes de cada panel.",
        ),
        source=BLOCK_C,
        example="axes.set_xticks(range(len(tokens)), tokens, rotation=90)\n"
        "axes.set_yticks(range(len(tokens)), tokens)\n",
    )
)
def heatmap_tokens(evidence: Evidence) -> Verdict:
    """Each map has the lab's tokens below or above it, and at its left or right."""
    found, drawing = find(evidence.submission, NAME), evidence.drawing
    if found is None or drawing is None:
        return blocked(ABSENT.format(path=wanted(NAME)))
    figure = heat_map(drawing)
    if figure is None:
        failure = telling(drawing).failure
        outside = elsewhere(failure, evidence.submission) if failure else None
        return (
            review(Finding(words.LOOK, found[0]))
            if outside or drawing.figures
            else blocked(words.UNKNOWN)
        )
    panels = maps(figure)
    axes = [
        Axis(words.ACROSS, [_across(p, panels) for p in panels], [p.values.T for p in panels]),
        Axis(words.DOWN, [_down(p, panels) for p in panels], [p.values for p in panels]),
    ]
    faults = [says for says in map(fault, axes) if says]
    share = 0.5 if len(faults) < len(axes) else 0.0
    return failed(*(Finding(f, found[0]) for f in faults), share=share) if faults else passed()


@dataclass(frozen=True, slots=True)
class Axis:
    """One of the two axes, of all maps."""

    name: Text
    labels: Sequence[tuple[str, ...]]
    lines: Sequence[np.ndarray]
    """The rows or columns of each map's values, in the order of the labels."""


def _across(panel: Panel, panels: Sequence[Panel]) -> tuple[str, ...]:
    return panel.across if any(panel.across) else _lent(panel, panels, 0, lambda p: p.across)


def _down(panel: Panel, panels: Sequence[Panel]) -> tuple[str, ...]:
    return panel.down if any(panel.down) else _lent(panel, panels, 1, lambda p: p.down)


def _lent(
    panel: Panel, panels: Sequence[Panel], side: int, read: Callable[[Panel], tuple[str, ...]]
) -> tuple[str, ...]:
    """The labels of another map that lies in the same column (``side`` 0) or row (1)."""
    start, end = panel.box[side], panel.box[side + 2]
    for other in panels:
        off = abs(other.box[side] - start) + abs(other.box[side + 2] - end)
        if off < 0.2 * (end - start) and any(read(other)) and len(read(other)) == len(read(panel)):
            return read(other)
    return read(panel)


def fault(axis: Axis) -> Text | None:
    """What is wrong with the labels of an axis, in the first map where something is."""
    kinds = [kind_of(labels) for labels in axis.labels]
    turned = [
        kind in ("right", "reversed") and against(lines, kind)
        for kind, lines in zip(kinds, axis.lines, strict=True)
    ]
    bad = [at for at, kind in enumerate(kinds) if turned[at] or kind not in ("right", "reversed")]
    if not bad:
        return None
    kind = Counter(kinds[at] for at in bad).most_common(1)[0][0]
    first = next(at for at in bad if kinds[at] == kind)
    facts = {
        "n": len(bad),
        "all": len(kinds),
        "shown": same(shown(axis.labels[first])),
        "tokens": same(" ".join(TOKENS)),
    }
    says = words.TURNED if turned[first] else words.SAYS[kind]
    return words.MAPS.format(axis=axis.name, **facts) + says.format(**facts)


def against(lines: np.ndarray, kind: Kind) -> bool:
    """Whether the values say that the labels run the other way.

    Without positions in the embedding, the same token has the same row and the same column: where
    lines are equal at the places of the other direction, and only there, the labels are turned.
    """
    if lines.shape != (len(TOKENS), len(TOKENS)) or not np.isfinite(lines).all():
        return False
    forward = all(np.allclose(lines[a], lines[b], rtol=1e-5, atol=1e-9) for a, b in TWINS)
    backward = all(np.allclose(lines[7 - a], lines[7 - b], rtol=1e-5, atol=1e-9) for a, b in TWINS)
    return backward and not forward if kind == "right" else forward and not backward


def shown(labels: Sequence[str]) -> str:
    """The labels in a row, a dot for each that is missing, cut."""
    words = " ".join(" ".join(label.split()) or "·" for label in labels)
    return words if len(words) <= LONGEST else words[: LONGEST - 3] + "..."
