"""The only place where student code is started: put questions to it, bring back answers.

Nothing that student code does raises here. When a session is closed its processes are dead.
"""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING, Self, TypeVar, overload

from grader.model import (
    Answer,
    Containment,
    Failure,
    FailureKind,
    Import,
    Make,
    Maker,
    Probe,
    Single,
    Submission,
    Text,
)
from grader.sandbox import frames, replies
from grader.sandbox.limits import DEFAULT, Limits
from grader.sandbox.process import End, Process

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from grader.sandbox.frames import Key

__all__ = ["DEFAULT", "Limits", "Session"]

ABSENT = Text(
    en="it was not asked: the process had already ended",
    es="no se le preguntó: el proceso ya había terminado",
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
            es="usó más de {cpu} s de CPU sin terminar",
        ),
    ),
    "flood": (
        "flood",
        Text(
            en="it printed more than {output} MiB, so it was stopped",
            es="imprimió más de {output} MiB y se detuvo",
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
R = TypeVar("R")


class Session:
    """A conversation with one submission's code; use it as a context manager."""

    def __init__(self, limits: Limits = DEFAULT) -> None:
        self.limits = limits
        self._process = Process(limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self._process.close()

    def load(self, submission: Submission, src: str, module: str) -> Import:
        """Hand over the files and import ``module`` with ``src`` in front of the path."""
        limits = {"cpu": self.limits.cpu, "memory": self.limits.memory, "file": self.limits.file}
        load = json.dumps({"src": src, "module": module}).encode()
        asked = [b"P" + packed(submission), b"L" + json.dumps(limits).encode(), b"I" + load]
        got = self._process.exchange(asked, [frames.SMALL] * 3, self.limits.wall)
        return self._read(replies.imported, got[2]) if len(got) == 3 else self._ended()

    @overload
    def ask(self, requests: Sequence[Probe] | Sequence[Single]) -> list[Answer]: ...
    @overload
    def ask(self, requests: Sequence[Make] | Sequence[Key]) -> list[Maker]: ...
    def ask(
        self, requests: Sequence[Probe] | Sequence[Single] | Sequence[Make] | Sequence[Key]
    ) -> list[Answer] | list[Maker]:
        """Put all requests, in this order, and return as many answers."""
        if not requests:
            return []
        sent = [frames.encode(r) for r in requests]
        caps = [frames.cap(r) for r in requests]
        got = self._process.exchange(sent, caps, self.limits.wall)
        read: Callable[[bytes], Answer | Maker]
        read = replies.answer if isinstance(requests[0], Probe | Single) else replies.made
        found = [self._read(read, reply) for reply in got]
        rest = len(requests) - len(found)
        if rest:
            found.append(self._ended())
            found += [Failure("absent", ABSENT)] * (rest - 1)
        return found  # type: ignore[return-value]  # one kind of request has one kind of answer

    def _read(self, read: Callable[[bytes], R], reply: bytes) -> R | Failure:
        try:
            return read(reply)
        except replies.Malformed:
            self._process.close("protocol")
            return self._ended()

    def _ended(self) -> Failure:
        """Why there is no answer, in words; the first to ask is told, the rest were not asked."""
        end = self._process.close("exit")
        kind, says = ENDS[reason(end, self.limits)]
        facts = {"wall": f"{self.limits.wall:g}", "cpu": self.limits.cpu, "status": end.status}
        facts |= {"output": self.limits.output >> 20, "signal": -end.status}
        return Failure(kind, says.format(**facts))

    @property
    def printed(self) -> bytes:
        """What came on standard output so far: the student's text."""
        return bytes(self._process.printed["stdout"])

    @property
    def containment(self) -> Containment:
        """How the code was held."""
        return Containment(
            mechanism=("process", "rlimits"),
            network="open",
            filesystem="shared",
            limits={"cpu_seconds": self.limits.cpu, "memory_bytes": self.limits.memory},
            says=Text(
                en="sandbox: NOT CONTAINED - this code ran with your rights, under limits of time "
                "and memory only",
                es="sandbox: SIN CONTENCIÓN - este código se ejecutó con tus permisos, solo con "
                "límites de tiempo y memoria",
            ),
        )


def reason(end: End, limits: Limits) -> str:
    """Which sentence of ENDS fits."""
    if end.why in ("deadline", "flood", "protocol"):
        return end.why
    spent = end.cpu >= limits.cpu  # a SIGKILL can also be its own doing
    if end.status == -signal.SIGXCPU or (end.status == -signal.SIGKILL and spent):
        return "cpu"
    return "killed" if end.status < 0 else "exit"


def packed(submission: Submission) -> bytes:
    """A submission's files as one request: names and sizes, then the bytes."""
    names = json.dumps([[n, len(b)] for n, b in submission.files.items()]).encode()
    return len(names).to_bytes(4, "little") + names + b"".join(submission.files.values())
