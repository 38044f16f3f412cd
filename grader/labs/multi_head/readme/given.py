"""What is in a README that the student did not write: the template, and the lab's own sentences."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from grader import resources
from grader.labs.multi_head.readme.markdown import sentences
from grader.labs.multi_head.readme.plain import plain

if TYPE_CHECKING:
    from grader.labs.multi_head.readme.sentence import Sentence

TEMPLATE = "experiments/15-multi-head/README.md"

LAB = """
Confirma la equivalencia con single-head (Bloque B). Indica la diferencia máxima.
Describe la forma de los heatmaps (Bloque C). ¿Son distinguibles las cuatro cabezas entre sí?
Con pesos aleatorios, deberían verse distintas (aleatorio es distinto de aleatorio).
Con pesos aleatorios, deberían verse distintas.
Anota cualquier patrón que veas (probablemente ninguno — es el resultado nulo esperado para init
aleatorio). Documéntalo en README.md.

Con pesos aleatorios, las cabezas son patrones aleatorios — eso está bien. Lo que importa es la
forma, no la semántica.

Con H = 1, la clase multi-head debe comportarse exactamente como la función single-head del lab 00
(salvo la proyección de salida).

Ambas deben coincidir con tolerancia 1e-5. Comprueba con assert.

La aserción de equivalencia con single-head pasa (max_diff < 1e-5).

El heatmap muestra cuatro patrones visiblemente distintos (aunque sean sin estructura).

Verificar con pesos aleatorios. Los patrones no van a parecerse a atención entrenada.

Confirm the equivalence with single-head (Block B). Confirm single-head equivalence (Block B).
State the max difference. State the maximum difference. Report the max difference.
Describe the heatmap shape (Block C). Describe the shape of the heatmaps (Block C).
Are the four heads distinguishable from each other? Are the four heads visibly distinct?
With random weights, they should look different (random is different from random).
Note any pattern you see (probably none — that is the expected null result for random init).
"""
"""The sentences of the lab that a student may have copied along with the questions."""

QUOTED = """
La Fase 15 usa sin sesgo en estas proyecciones (estándar en transformers desde 2017).
W_O tampoco lleva sesgo.
"""
"""Sentences of the lab that would be an answer if the student says them of the own class."""


def own(read: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """The sentences that the student wrote."""
    given = _given()
    return tuple(
        s
        for s in read
        if bare(s.text) and bare(s.text) not in given and not s.text.startswith("[ ]")
    )


def quoted(sentence: Sentence) -> bool:
    """It is the lab's answer, word for word."""
    return bare(sentence.text) in _quoted()


def bare(text: str) -> str:
    """A sentence by its words alone, so that marks and numbering make no difference."""
    words = re.sub(r"[^\w]+", " ", plain(text)).strip()
    return re.sub(r"^(?:\d{1,2} )+", "", words + " ").strip()


@cache
def _given() -> frozenset[str]:
    template = (resources.folder("student_template") / TEMPLATE).read_text("utf-8")
    return frozenset(bare(s.text) for text in (template, LAB) for s in sentences(text))


@cache
def _quoted() -> frozenset[str]:
    return frozenset(bare(s.text) for s in sentences(QUOTED))
