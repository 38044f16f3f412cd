"""Block A, no bias: zeros in, zeros out."""

from __future__ import annotations

import re

from grader.labs.multi_head.analysis import analyse
from grader.labs.multi_head.checks.constructor import objects
from grader.labs.multi_head.checks.forward import absent
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.say import blocked, failed, note, passed, shown, where
from grader.labs.multi_head.steps_words import UNSTEADY
from grader.model import About, Evidence, Finding, Text, Verdict, same


@check(
    About(
        id="no-bias",
        block="A",
        points=2,
        title=Text(
            en="The projections carry no bias",
            es="Las proyecciones no llevan bias",
        ),
        why=Text(
            en="The course uses projections without bias, so zeros in give zeros out.",
            es="El curso usa proyecciones sin bias, así que de ceros salen ceros.",
        ),
        hint=Text(
            en="Call forward with zeros: what comes out was added somewhere.",
            es="Llama a forward con ceros: lo que salga se ha sumado en algún sitio.",
        ),
        source=Text(en="Lab 01, pitfalls", es="Lab 01, Trampas"),
        example="mha.forward(np.zeros((3, 8)))",
    )
)
def no_bias(evidence: Evidence) -> Verdict:
    """forward(0) is 0, and there is no bias that shows elsewhere."""
    analysis = analyse(evidence)
    zeros = [j for j in analysis.judged if j.probe.family == "zero"]
    answered = [j for j in zeros if j.finite]
    wrong = [j for j in answered if j.absolute > 1e-9]
    if wrong and not analysis.steady:
        return blocked(UNSTEADY)
    if wrong:
        return failed(shown(NOT_ZERO.format(where=where(wrong[0].probe)), wrong))
    if analysis.bias_only:
        return failed(shown(HIDDEN, analysis.wrong()))
    if not answered:
        return absent(evidence) or blocked(NO_ANSWER)
    held = {
        name: zero
        for key, made in objects(evidence)
        for name, (zero, size) in made.vectors.items()
        if key[0] >= BROAD and BIAS.match(name) and size in (key[0], 3 * key[0])
    }
    names = same(", ".join(sorted(held)))
    if not all(held.values()):
        return failed(Finding(HELD.format(names=names)))
    return passed(*([note(IDLE.format(names=names))] if held else []))


BROAD = 16
"""From this d_model on, an array of d_model numbers has that size for no other reason."""
BIAS = re.compile(r"_?b(_?[qkvo]|_?out)?$|_?(bias|sesgo)", re.IGNORECASE)
HELD = Text(
    en="the object holds a bias that is not zero: {names}",
    es="el objeto tiene un bias que no es cero: {names}",
)


NO_ANSWER = Text(
    en="forward gave no number for x = 0",
    es="forward no dio ningún número para x = 0",
)
NOT_ZERO = Text(
    en="forward(zeros) is not zero at {where}: something constant is added, such as a bias",
    es="forward(ceros) no es cero con {where}: se suma algo constante, como un bias",
)
HIDDEN = Text(
    en="with its one-dimensional arrays set to zero forward is right: they are biases",
    es="con sus arrays de una dimensión a cero forward es correcto: son biases",
)
IDLE = Text(
    en="{names}: a bias that is zero does nothing now, but training would change it; the lab has "
    "none",
    es="{names}: un bias a cero no hace nada ahora, pero al entrenar cambiaría; el lab no lo lleva",
)
