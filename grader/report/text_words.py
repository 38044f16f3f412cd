"""The labels of the text format, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model import Text, same

if TYPE_CHECKING:
    from grader.model import Outcome

MARKS: dict[Outcome, Text] = {
    "passed": same("ok"),
    "failed": Text(en="FAIL", es="FALLA"),
    "blocked": same("--"),
    "review": Text(en="LOOK", es="MIRAR"),
    "skipped": Text(en="skip", es="omitida"),
}
COLORS: dict[Outcome, str] = {
    "passed": "32",
    "failed": "1;31",
    "blocked": "2",
    "review": "1;33",
    "skipped": "2",
}
ADVICE_MARK = Text(en="TIP", es="CONSEJO")
ADVICE_COLOR = "36"

PASS = Text(en="PASS", es="PASA")
FAIL = Text(en="FAIL", es="FALLA")
CHECK = Text(en="1 check:", es="1 comprobación:")
CHECKS = Text(en="{n} checks:", es="{n} comprobaciones:")
COUNTS: dict[str, tuple[Text, Text]] = {
    "failed": (Text(en="1 failed", es="1 falla"), Text(en="{n} failed", es="{n} fallan")),
    "blocked": (
        Text(en="1 not judged", es="1 sin juzgar"),
        Text(en="{n} not judged", es="{n} sin juzgar"),
    ),
    "review": (
        Text(en="1 for a person to look at", es="1 por revisar"),
        Text(en="{n} for a person to look at", es="{n} por revisar"),
    ),
    "advice": (Text(en="1 tip", es="1 consejo"), Text(en="{n} tips", es="{n} consejos")),
    "skipped": (
        Text(en="1 does not apply", es="1 no se aplica"),
        Text(en="{n} do not apply", es="{n} no se aplican"),
    ),
    "passed": (Text(en="1 passed", es="1 pasa"), Text(en="{n} passed", es="{n} pasan")),
}
PENDING = Text(
    en="Not counted yet: {points} that a person has to look at.",
    es="Aún sin contar: {points} que tiene que revisar una persona.",
)
PARTIAL = Text(
    en="Only some checks were asked for, so this is not the mark for the whole lab.",
    es="Solo se han pedido algunas comprobaciones: esta no es la nota del lab completo.",
)

DIAGNOSIS = Text(en="What is different", es="En qué se diferencia")
UNNAMED = Text(en="About the differences", es="Sobre las diferencias")
LINE = Text(
    en="The line: {place}",
    es="La línea: {place}",
)
EXPLAIN = Text(en="More: {commands}", es="Más: {commands}")
ALTERNATIVES = Text(
    en="Several mistakes give these same answers; yours is one of them. More: {commands}",
    es="Varios errores dan estas mismas respuestas; el tuyo es uno de ellos. Más: {commands}",
)

SAID_ABOVE = Text(
    en="It is what is described at the top.", es="Es lo que se describe al principio."
)
TRY = Text(
    en="Try it in your repository, in `PYTHONPATH=src python`:",
    es="Pruébalo en tu repositorio, con `PYTHONPATH=src python`:",
)
TRY_SAME = Text(
    en="The input shown for {check} shows this too.",
    es="La entrada que se muestra en {check} también muestra este fallo.",
)
MORE_FINDINGS = Text(
    en="And {n} more like this; `-v` shows them.", es="Y {n} más de este tipo; `-v` los muestra."
)
WHY = Text(en="Why", es="Por qué")
HINT = Text(en="Hint", es="Pista")
SEE = Text(en="See", es="Ver")
MORE = Text(en="More", es="Más")

BLOCKED = Text(en="Not judged", es="Sin juzgar")
REVIEW = Text(en="For a person to look at", es="Por revisar")
SKIPPED = Text(en="Does not apply", es="No se aplica")
NOTES = Text(en="Notes", es="Notas")
NOTES_SAY = Text(en="worth knowing, no points lost", es="conviene saberlo, no restan puntos")
PASSED = Text(en="Passed", es="Pasan")
ADVICE = Text(en="no points", es="sin puntos")

LOST_OF = Text(en="-{lost} of {of}", es="-{lost} de {of}")
PASSED_TOO = Text(
    en="{points}, and {more} earned in checks that failed in part",
    es="{points}, y {more} de comprobaciones que fallan solo en parte",
)

LIMITS = Text(en="Limits", es="Límites")
LIMIT: dict[str, Text] = {
    "cpu": Text(en="{n} s of CPU", es="{n} s de CPU"),
    "memory": Text(en="{n} of memory", es="{n} de memoria"),
    "disk": Text(en="{n} of disk", es="{n} de disco"),
    "file": Text(en="{n} a file", es="{n} por archivo"),
    "wall": Text(en="{n} s on the clock", es="{n} s de reloj"),
    "output": Text(en="{n} of output", es="{n} de salida"),
}
"""By the first word of a limit's name; others are said with their name."""
RUN = Text(
    en="Run: `--seed {seed}` repeats it; "
    "Python {python}, NumPy {numpy}, grader {grader}, {seconds} s.",
    es="Ejecución: `--seed {seed}` la repite; "
    "Python {python}, NumPy {numpy}, grader {grader}, {seconds} s.",
)


def points(value: float) -> str:
    """``3`` or ``2.5``: never more than two decimals."""
    return f"{round(value, 2):g}" if abs(value) < 1e5 else f"{value:.0f}"


def limit(name: str, value: float) -> Text:
    """``10 s of CPU``, ``1 GiB of memory``: a limit as people say it."""
    says = LIMIT.get(name.partition("_")[0], same(f"{name} {{n}}"))
    return says.format(n=points(value) if value < 1 << 10 else size(value))


def size(value: float) -> str:
    """Bytes in the largest unit of which there is a whole one."""
    power = next((p for p in (30, 20, 10) if value >= 1 << p), 0)
    return f"{points(value / (1 << power))} {UNITS[power]}"


UNITS = {30: "GiB", 20: "MiB", 10: "KiB", 0: "B"}


def points_pending(value: float) -> Text:
    """``1 point pending``, ``3 points pending``."""
    many = "" if value == 1 else "s"
    return points_in_words(value) + Text(en=" pending", es=f" pendiente{many}")


def points_in_words(value: float) -> Text:
    """``1 point``, ``3 points``."""
    one = value == 1
    return Text(
        en=f"{points(value)} point{'' if one else 's'}",
        es=f"{points(value)} punto{'' if one else 's'}",
    )
