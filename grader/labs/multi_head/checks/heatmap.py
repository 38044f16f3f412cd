"""Block C, the picture: it shows four maps in the lab's colours, each its own."""

from __future__ import annotations

from grader.labs.multi_head import heatmap_words as words
from grader.labs.multi_head.checks.heatmap_image import SOURCE, seen
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.heatmap import MAPS
from grader.labs.multi_head.measure import class_right
from grader.labs.multi_head.panels import one_in_disguise, pairs, panels_verdict
from grader.labs.multi_head.say import blocked, failed, passed, review
from grader.labs.multi_head.shown import NAME, Shown
from grader.model import About, Evidence, Finding, Text, Verdict, same

EXAMPLE = """\
figure, grid = plt.subplots(2, 2, figsize=(8, 8))
for h, axes in enumerate(grid.flat):
    axes.imshow(attention[h], cmap="viridis")
figure.savefig("heatmap.png")
"""


@check(
    About(
        id="heatmap-panels",
        block="C",
        points=3,
        title=Text(
            en="Four 8x8 maps in a 2x2 grid", es="Cuatro mapas de 8x8 en una cuadrícula 2x2"
        ),
        why=Text(
            en="Only side by side can the four heads be compared.",
            es="Solo una al lado de otra se pueden comparar las cuatro cabezas.",
        ),
        hint=Text(
            en="One panel for each head, T x T cells in each.",
            es="Un panel por cabeza, con T x T celdas cada uno.",
        ),
        source=SOURCE,
        example=EXAMPLE,
    )
)
def heatmap_panels(evidence: Evidence) -> Verdict:
    """As read from the pixels; where these do not tell, as drawn by mha.py."""
    found = seen(evidence)
    return found if isinstance(found, Verdict) else panels_verdict(found)


@check(
    About(
        id="heatmap-viridis",
        block="C",
        points=1,
        title=Text(en="Drawn with viridis", es="Dibujado con viridis"),
        why=Text(
            en="viridis grows evenly brighter, so that equal steps look equal, also to the "
            "colour-blind and in print.",
            es="viridis se aclara de forma uniforme, así que pasos iguales se ven iguales, también "
            "para personas daltónicas e impreso.",
        ),
        hint=Text(en="The argument is called cmap.", es="El argumento se llama cmap."),
        source=SOURCE,
        example='axes.imshow(attention[h], cmap="viridis")\n',
    )
)
def heatmap_viridis(evidence: Evidence) -> Verdict:
    """By the colours of the cells; which way round, by the drawing."""
    found = seen(evidence)
    return found if isinstance(found, Verdict) else _coloured(found, found.path or NAME)


def _coloured(found: Shown, path: str) -> Verdict:
    drawn = [p.cmap for p in found.panels] if found.agrees else []
    read = [m.cmap for m in found.reading.maps] if found.reading else []
    if "viridis_r" in drawn:
        return failed(Finding(words.REVERSED, path))
    if set(read or drawn) == {"viridis"} or set(drawn) == {"viridis"}:
        return passed()
    if found.reading and found.reading.bare and not drawn:
        return blocked(words.TOO_FEW)
    certain = found.reading is not None and found.reading.certain
    names = drawn or (read if certain else [])
    known = all(name.removesuffix("_r") in MAPS for name in names)
    if names and (known or (certain and read)):
        return failed(*_other_maps(names, path))
    return review(Finding(words.COLOURS_UNSURE.format(path=same(path)), path))


def _other_maps(names: list[str], path: str) -> list[Finding]:
    called = [words.GREY if n == "gray" else same(n[:40]) for n in names]
    if len(set(names)) == 1:
        return [Finding(words.OTHER_MAP.format(name=called[0]), path)]
    return [
        Finding(words.SOME_OTHER_MAP.format(n=n, name=called[n - 1]), path)
        for n, name in enumerate(names, start=1)
        if name != "viridis"
    ]


@check(
    About(
        id="heatmap-distinct",
        block="C",
        points=3,
        title=Text(
            en="The four maps differ from one another", es="Los cuatro mapas son distintos entre sí"
        ),
        why=Text(
            en="Random heads have different weights, so they attend differently; equal maps mean "
            "that one head was drawn twice.",
            es="Las cabezas aleatorias tienen pesos distintos, así que atienden de forma distinta; "
            "dos mapas iguales indican que una cabeza se dibujó dos veces.",
        ),
        hint=Text(
            en="Look at what the loop over the panels changes from one to the next.",
            es="Mira qué cambia de un panel a otro en el bucle que los dibuja.",
        ),
        source=Text(en="Lab 01, stop condition 3", es="Lab 01, condición de parada 3"),
        example=EXAMPLE,
    )
)
def heatmap_distinct(evidence: Evidence) -> Verdict:
    """No two maps have the same values, by their colours or as they were drawn."""
    found = seen(evidence)
    if isinstance(found, Verdict):
        return found
    compared, path = pairs(found), found.path or NAME
    if compared is None:
        unsure = not (found.agrees or (found.reading and found.reading.certain))
        says = words.UNSURE.format(path=same(path))
        return review(Finding(says, path)) if unsure else blocked(words.TOO_FEW)
    equal = [Finding(words.IDENTICAL.format(a=a, b=b), path) for a, b in compared.equal]
    hardly = [Finding(words.HARDLY.format(a=a, b=b), path) for a, b in compared.hardly]
    if equal:
        return failed(*equal)
    if class_right(evidence) and one_in_disguise(found.panels):
        return review(Finding(words.ONE_IN_DISGUISE))
    return review(*hardly) if hardly else passed()
