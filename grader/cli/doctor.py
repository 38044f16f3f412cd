"""``grade doctor``: what this machine can do to contain a student's code, found by trying."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import click

from grader.cli import options, terminal
from grader.cli.failures import NOT_GRADED
from grader.model import Submission, Text, same

if TYPE_CHECKING:
    from grader.model import Lang
    from grader.sandbox import Slots

SYSTEM = Text(en="System", es="Sistema")
LEVEL = Text(en="Level reached", es="Nivel alcanzado")
PROBE = Text(en="Tried from inside", es="Probado desde dentro")
SHUT = Text(
    en="reading and changing files, network, starting programs, signals: all refused",
    es="leer y modificar archivos, red, iniciar programas, señales: todo rechazado",
)
STILL = Text(en="still possible: {doors}", es="aún posible: {doors}")
WHY = Text(en="Not stronger because", es="No es más fuerte porque")
MEND = Text(en="To mend it", es="Para arreglarlo")
MET = Text(
    en="`--sandbox require` is met: strangers' code may be graded here.",
    es="`--sandbox require` se cumple: aquí se puede evaluar código ajeno.",
)
NOT_MET = Text(
    en="`--sandbox require` is not met: grade only your own code here.",
    es="`--sandbox require` no se cumple: evalúa aquí solo tu propio código.",
)
NO_SLOT = Text(en="no process could be started: {why}", es="no se pudo iniciar un proceso: {why}")
USER = Text(en="a user of its own ({uid})", es="un usuario propio ({uid})")


@click.command("doctor", context_settings=options.CONTEXT)
@options.lang
def doctor(lang: Lang) -> int:
    """Print versions, and how well student code is contained on this machine."""
    from grader.sandbox import SlotError, Slots  # noqa: PLC0415 - not for help

    rows = _versions()
    try:
        with Slots() as slots:
            found, met = _tried(slots)
    except SlotError as error:
        found, met = [(LEVEL, NO_SLOT.format(why=same(str(error))))], False
    width = max(len(name.into(lang)) for name, _ in rows + found)
    for name, value in rows + found:
        terminal.write(f"{name.into(lang):{width}}  {value.into(lang)}\n")
    terminal.write((MET if met else NOT_MET).into(lang) + "\n")
    return 0 if met else NOT_GRADED


def _versions() -> list[tuple[Text, Text]]:
    rows = [(same("Python"), same(sys.version.split()[0])), (SYSTEM, same(platform.platform()))]
    libraries = ("numpy", "matplotlib", "jsonschema")
    return rows + [(same(name), same(_installed(name))) for name in libraries]


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "-"


def _tried(slots: Slots) -> tuple[list[tuple[Text, Text]], bool]:
    """One child, with nothing of a student's in it, that reports what it can still reach."""
    level = slots.start().level
    with slots.session() as session:
        failed = session.enter(Submission("doctor", "", {}, ""))
    names = same(" + ".join(level.mechanism))
    if level.uid:
        names = names + same(" + ") + USER.format(uid=level.uid)
    doors = failed.says if failed else SHUT
    if session.open_doors:
        doors = STILL.format(doors=same(", ".join(session.open_doors)))
    rows = [(LEVEL, names), (PROBE, doors)]
    if level.reasons:
        rows.append((WHY, same("; ".join(level.reasons))))
    met = slots.contained(session.open_doors)
    mend = slots.mend()
    return (rows if met or not mend.en else [*rows, (MEND, mend)]), met
