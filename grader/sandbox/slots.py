"""The slots of one worker: started when they are needed, replaced when anything was odd."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from grader.model import Containment, Text, same
from grader.sandbox.level import ALL, Means
from grader.sandbox.limits import DEFAULT, Limits
from grader.sandbox.mend import mend
from grader.sandbox.opening import START, open_slot
from grader.sandbox.session import Session
from grader.sandbox.slot import SlotError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from grader.model import Submission
    from grader.sandbox.slot import Slot

FILES = frozenset({"read_other_files", "write_other_files", "unconfined"})
NETWORK = frozenset({"network", "unconfined"})
DANGEROUS = FILES | NETWORK | {"processes", "signals"}
"""Doors that must be shut where a stranger's code runs; to be root without any right is no door."""


class Slots:
    """Use it as a context manager; when it is closed, nothing of it is left."""

    def __init__(self, *, means: Means = ALL, limits: Limits = DEFAULT, index: int = 0) -> None:
        self._means, self.limits, self._index = means, limits, index
        self._slot: Slot | None = None
        self._allowed: frozenset[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        if self._slot:
            self._slot.close()

    def start(self, kind: str = "numpy") -> Slot:
        """The slot, a new one if there is none or the old one was odd.

        Args:
            kind: ``plots`` where a job is to find Matplotlib loaded. Its first figure takes time,
                so it is drawn beforehand once it is seen that more than one job will draw.

        Raises:
            SlotError: no child can be started on this machine.
        """
        slot = self._slot
        if slot is None or slot.broken:
            if slot:
                slot.close()
            slot = self._slot = open_slot(index=self._index, means=self._means)
        if kind == "plots":
            slot.load(b"figure" if b"plots" in slot.loaded else b"plots", START)
        return slot

    def prepare(self, submission: Submission) -> None:
        """Load once what each of its processes would load by itself.

        Raises:
            SlotError: no child can be started on this machine.
        """
        if any(b"testing" in data for name, data in submission.files.items() if name[-3:] == ".py"):
            self.start().load(b"testing", START)

    def session(self, kind: str = "numpy", limits: Limits | None = None) -> Session:
        """A new child, with limits of its own if there are any.

        Raises:
            SlotError: no child can be started on this machine.
        """
        try:
            return Session(self.start(kind), limits or self.limits, self._allowed)
        except SlotError:  # the slot had died while nobody looked; a new one then
            return Session(self.start(kind), limits or self.limits, self._allowed)

    def hold_to(self, open_doors: Sequence[str] | None) -> None:
        """Let no later child start with another door open, should its slot be a weaker one."""
        self._allowed = None if open_doors is None else frozenset(open_doors)

    def contained(self, open_doors: Sequence[str] | None) -> bool:
        """Whether a stranger's code may run here."""
        return open_doors is not None and not DANGEROUS & frozenset(open_doors)

    def mend(self) -> Text:
        """How to get the strongest level on this system."""
        return mend(self.start().level)

    def containment(self, open_doors: Sequence[str] | None) -> Containment:
        """How a child was held, with what it found before student code was read."""
        level = self.start().level
        doors = frozenset(open_doors or ())
        limits = {
            "cpu_seconds": self.limits.cpu,
            "memory_bytes": self.limits.memory,
            "disk_bytes": self.limits.disk,
        }
        names = " + ".join(level.mechanism[:-1])
        says = OPEN if doors & DANGEROUS else CONTAINED
        return Containment(
            mechanism=level.mechanism,
            network="open" if doors & NETWORK else "blocked",
            filesystem="shared" if doors & FILES else "private",
            limits=limits,
            says=says.format(names=names, doors=listed(doors & DANGEROUS)),
        )


DOORS = {
    "unconfined": Text(en="run as you", es="ejecutarse como tú"),
    "read_other_files": Text(en="read your files", es="leer tus archivos"),
    "write_other_files": Text(en="change your files", es="modificar tus archivos"),
    "network": Text(en="use the network", es="usar la red"),
    "processes": Text(en="start programs", es="iniciar programas"),
    "signals": Text(en="send signals to other programs", es="enviar señales a otros programas"),
}
CONTAINED = Text(
    en="sandbox: {names}. Tried before the code ran: files, network and processes are closed to it",
    es="sandbox: {names}. Comprobado antes de "
    "ejecutar el código: archivos, red y procesos le están cerrados",
)
OPEN = Text(
    en="sandbox: NOT CONTAINED - this code can {doors}",
    es="sandbox: SIN CONTENCIÓN - este código puede {doors}",
)
COMMA = same(", ")


def listed(doors: frozenset[str]) -> Text:
    """The doors in words."""
    words = [says for door, says in DOORS.items() if door in doors]
    found = words[0] if words else same("")
    for word in words[1:]:
        found = found + COMMA + word
    return found
