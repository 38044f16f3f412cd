"""What the manifest claims, held against what was measured."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import dataclass
from typing import Any

from grader.labs.multi_head.manifest_advice import days, is_number
from grader.labs.multi_head.manifest_versions import implausible
from grader.labs.multi_head.manifest_words import DISTINCT, MAX_DIFF, Path
from grader.model import Outcome, Text

CLOSE = 1e-5
"""How far the reported difference may be from the measured one: the lab's own tolerance."""
PAPER = dt.date(2017, 6, 12)
"""The day of "Attention Is All You Need" (arXiv:1706.03762)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim, how it fared, and what there is to say about it."""

    at: Path
    outcome: Outcome
    says: Text | None = None


def judge(
    manifest: Any, measured: float | None, today: dt.date, distinct: bool | None = None
) -> tuple[Claim, ...]:
    """Every claim of a manifest, whatever JSON it is.

    Args:
        manifest: What the file says.
        measured: The largest difference at H = 1; infinite if there was no answer, None if nothing
            could be asked.
        today: The latest date anywhere on Earth.
        distinct: Whether the picture shows four patterns that differ; None if it cannot be told.
    """
    if not isinstance(manifest, dict):
        return (Claim((), "blocked", NOTHING),)
    results = manifest.get(MAX_DIFF[0])
    results = results if isinstance(results, dict) else {}
    return (
        _date(manifest.get("date"), today),
        _difference(results.get(MAX_DIFF[1]), measured),
        _distinct(results.get(DISTINCT[1]), distinct),
        *(Claim(at, "review", says) for at, says in implausible(manifest.get("versions"), today)),
    )


def worst(claims: tuple[Claim, ...]) -> Outcome:
    """What all claims come to: as good as the one that fared worst."""
    order: tuple[Outcome, ...] = ("failed", "blocked", "review", "passed")
    return min((claim.outcome for claim in claims), key=order.index)


def _date(written: Any, today: dt.date) -> Claim:
    read = days(written)
    if not read:
        return Claim(("date",), "blocked", NO_DAY)
    day = min(read)
    if day > today:
        return Claim(("date",), "failed", FUTURE.format(day=day, today=today))
    return Claim(("date",), "passed", EARLY.format(day=day) if max(read) < PAPER else None)


def _difference(claimed: Any, measured: float | None) -> Claim:
    if not is_number(claimed):
        return Claim(MAX_DIFF, "blocked", NO_NUMBER)
    if measured is None:
        return Claim(MAX_DIFF, "blocked", UNMEASURED)
    if abs(claimed - measured) <= CLOSE:  # false for NaN too
        return Claim(MAX_DIFF, "passed")
    if not 0 <= claimed < CLOSE:
        return Claim(MAX_DIFF, "blocked", OUT_OF_RANGE)
    told = DIFFERS if math.isfinite(measured) else NO_ANSWER
    return Claim(MAX_DIFF, "failed", told.format(claimed=f"{claimed:.3g}", got=f"{measured:.3g}"))


def _distinct(claimed: Any, distinct: bool | None) -> Claim:
    if not isinstance(claimed, bool):
        return Claim(DISTINCT, "blocked", NO_BOOLEAN)
    if claimed is (distinct is not False):
        return Claim(DISTINCT, "passed")
    return Claim(DISTINCT, "review", APART if claimed else ALIKE)


NOTHING = Text(
    en="The manifest is no object, so it claims nothing that could be compared.",
    es="El manifest no es un objeto, así que no afirma nada que se pueda comparar.",
)
NO_DAY = Text(
    en="`date` names no day, so it cannot be compared with today.",
    es="`date` no indica ningún día, así que no se puede comparar con hoy.",
)
FUTURE = Text(
    en="`date` is {day}, a day that has not begun anywhere on Earth (it is {today} at the latest). "
    "Write the day of your run.",
    es="`date` es {day}, un día que no ha empezado en ningún lugar de la Tierra (hoy es, a lo "
    "sumo, {today}). Escribe el día de tu ejecución.",
)
EARLY = Text(
    en="`date` is {day}, before multi-head attention was published (June 2017). Check the year.",
    es="`date` es {day}, antes de que se publicara multi-head attention (junio de 2017). Comprueba "
    "el año.",
)
NO_NUMBER = Text(
    en="There is no number in `results_summary.single_head_equivalence_max_diff` to compare with "
    "what was measured.",
    es="No hay en `results_summary.single_head_equivalence_max_diff` un número que comparar con lo "
    "medido.",
)
OUT_OF_RANGE = Text(
    en="`results_summary.single_head_equivalence_max_diff` is out of range, as manifest-schema "
    "says. Once it is mended there, it can be compared with what was measured.",
    es="`results_summary.single_head_equivalence_max_diff` está fuera de rango, como dice "
    "manifest-schema. Cuando lo corrijas ahí se podrá comparar con lo medido.",
)
UNMEASURED = Text(
    en="Nothing could be measured at H = 1, so the difference that is reported cannot be compared. "
    "The checks of block A say why.",
    es="No se pudo medir nada con H = 1, así que la diferencia indicada no se puede comparar. Las "
    "comprobaciones del bloque A dicen por qué.",
)
DIFFERS = Text(
    en="The manifest reports a largest difference of {claimed}, and on the sizes of block B "
    "(d_model = 4, H = 1) your class was measured to differ from single-head attention followed "
    "by W_O by {got}. Run verify.py again and write what it prints; if that is a small number, "
    "look at what verify.py compares.",
    es="El manifest indica una diferencia máxima de {claimed}, y con los tamaños del bloque B "
    "(d_model = 4, H = 1) se midió que tu clase difiere de single-head attention seguida de W_O "
    "en {got}. Vuelve a ejecutar verify.py y escribe lo que imprima; si es un número pequeño, "
    "revisa qué compara verify.py.",
)
NO_ANSWER = Text(
    en="The manifest reports a largest difference of {claimed}, and at H = 1 your class gave no "
    "answer that could be compared. Mend what the check single-head says, run verify.py again and "
    "write what it prints.",
    es="El manifest indica una diferencia máxima de {claimed}, y con H = 1 tu clase no dio una "
    "respuesta que se pudiera comparar. Arregla lo que dice la comprobación single-head, vuelve a "
    "ejecutar verify.py y escribe lo que imprima.",
)
NO_BOOLEAN = Text(
    en="`results_summary.heads_visibly_distinct` is neither true nor false, so it claims nothing.",
    es="`results_summary.heads_visibly_distinct` no es ni true ni false, así que no afirma nada.",
)
ALIKE = Text(
    en="`results_summary.heads_visibly_distinct` is false, and with random weights the four heads "
    "should look different. A person has to look at heatmap.png; look at it too, in case true is "
    "what you mean.",
    es="`results_summary.heads_visibly_distinct` es false, y con pesos aleatorios las cuatro "
    "cabezas deberían verse distintas. Una persona tiene que mirar heatmap.png; míralo tú también, "
    "por si querías decir true.",
)
APART = Text(
    en="`results_summary.heads_visibly_distinct` is true, and in the picture the four heads look "
    "alike. A person has to look at heatmap.png; look at it too, and at what `heatmap-distinct` "
    "says.",
    es="`results_summary.heads_visibly_distinct` es true, y en la figura las cuatro cabezas se ven "
    "iguales. Una persona tiene que mirar heatmap.png; míralo tú también, y lo que dice "
    "`heatmap-distinct`.",
)
