"""How a child can end, and what to say of each."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from grader.model import Failure, FailureKind, Text

if TYPE_CHECKING:
    from grader.sandbox.job import End
    from grader.sandbox.limits import Limits

ABSENT = Text(
    en="it was not asked: the process had already ended",
    es="no se llegó a probar: el proceso ya había terminado",
)
ENDS: dict[str, tuple[FailureKind, Text]] = {
    "deadline": (
        "hung",
        Text(en="it did not answer within {wall} s", es="no respondió en {wall} s"),
    ),
    "cpu": (
        "hung",
        Text(
            en="it used more than {cpu} s of CPU time without coming to an end",
            es="gastó más de {cpu} s de CPU y no terminó",
        ),
    ),
    "flood": (
        "flood",
        Text(
            en="it printed more than {output} MiB, so it was stopped",
            es="imprimió más de {output} MiB y se interrumpió",
        ),
    ),
    "disk": (
        "flood",
        Text(
            en="it wrote more than {disk} MiB of files, so it was stopped",
            es="escribió más de {disk} MiB de archivos y se interrumpió",
        ),
    ),
    "protocol": (
        "refused",
        Text(
            en="its process sent something that is no answer",
            es="su proceso envió algo que no es una respuesta",
        ),
    ),
    "killed": (
        "died",
        Text(
            en="the process was ended by signal {signal}",
            es="el proceso terminó por la señal {signal}",
        ),
    ),
    "exit": (
        "died",
        Text(
            en="the process ended by itself (exit code {status})",
            es="el proceso terminó por su cuenta (código de salida {status})",
        ),
    ),
}


def failure_of(end: End, limits: Limits) -> Failure:
    """The end of a child as the answer that is missing because of it."""
    kind, says = ENDS[reason(end, limits)]
    facts = {"wall": f"{limits.wall:g}", "cpu": limits.cpu, "status": end.status}
    facts |= {"output": limits.output >> 20, "signal": -end.status, "disk": limits.disk >> 20}
    return Failure(kind, says.format(**facts))


def reason(end: End, limits: Limits) -> str:
    """Which sentence of ENDS fits."""
    if end.why in ("deadline", "flood", "disk", "protocol"):
        return end.why
    # It may also have sent itself the signal; and the kernel's two ways to count time differ.
    spent = end.cpu > 0.5 * limits.cpu
    if end.status in (-signal.SIGXCPU, -signal.SIGKILL) and spent:
        return "cpu"
    return "killed" if end.status < 0 else "exit"
