"""An attack: a student's file that tries something, and what it must have come to."""

from __future__ import annotations

import json
import platform
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from grader.model import Answer, Failure, Import, Imported, Output, Probe, Submission
from grader.sandbox import Limits, Session
from reference import MultiHeadAttention
from tests.attacks.childs import of_the_child
from tests.students import ATTENTION, RIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.sandbox import Slots
    from grader.sandbox.slot import Slot
    from tests.attacks.victim import Victim

MODULE = ("src", "minimodel.attention.attention")
PACKAGE = "src/minimodel/attention/"
SHORT = Limits(cpu=1, wall=2.0, memory=512 << 20, disk=16 << 20, output=8 << 20)
GRACE = 2.0
"""Seconds past its limit in which an attack must have been ended."""
TOOLS = Path(__file__).with_name("tools.txt").read_text("utf-8")
SYSCALLS = of_the_child("syscalls")
REFUSED = ("SPAWN", "PEERS", "NET", "KERNEL", "IDENTITY", "METADATA")


@dataclass(frozen=True)
class Attack:
    """One thing that a hostile student may try."""

    name: str
    code: str
    """Runs when the module is imported; ``done()`` says that it succeeded."""
    ends: frozenset[str] | None = frozenset()
    """How it may end, as kinds of Failure: empty for "right answers"; None for anything."""
    limits: Limits = field(default=Limits(cpu=4, wall=8.0))
    before: str = ""
    """A student's file that runs first, in a job of its own."""
    in_forward: bool = False
    """Run at the first ``forward`` rather than at the import."""
    bites: bool = False
    """Succeeds wherever nothing holds it, on any machine: shown by the tests."""
    mess: bool = False
    """A slot may have to be replaced after it."""
    x86: bool = False
    """Machine code of one architecture."""


def biting(attacks: Sequence[Attack], *but: str) -> tuple[Attack, ...]:
    """Say that these bite, save those named, which not every machine or account lets succeed."""
    assert set(but) <= {a.name for a in attacks}
    return tuple(replace(a, bites=a.name not in but) for a in attacks)


@dataclass(frozen=True)
class Seen:
    """What came of an attack, seen from outside."""

    imported: Import
    answers: list[Answer]
    stdout: bytes
    stderr: bytes
    seconds: float

    @property
    def failures(self) -> list[Failure]:
        """Every answer that is none."""
        return [a for a in (self.imported, *self.answers) if isinstance(a, Failure)]

    @property
    def said(self) -> bytes:
        """All that came back, as one text to search."""
        words = [
            self.stdout,
            self.stderr,
            *(f.error.encode("utf-8", "replace") for f in self.failures),
        ]
        words += [np.abs(a.y).astype("u1").tobytes() for a in self.answers if isinstance(a, Output)]
        return b"\n".join(words)


rng = np.random.default_rng(5)
PROBES = [Probe(8, 2, 3, rng.standard_normal((5, 8))), Probe(6, 3, 4, rng.standard_normal((2, 6)))]


def submission(code: str, facts: dict[str, object] | None = None) -> Submission:
    """A right submission that runs ``code`` too."""
    told = f"import json\nglobals().update(json.loads({json.dumps(facts or {})!r}))\n"
    told += f"NUMBERS = {numbers(*REFUSED, 'PRETENDED', 'EXAMINED')!r}\n"
    told += f"REFUSED = {[n for n in numbers(*REFUSED) if n not in ('fork', 'vfork')]!r}\n"
    files = {ATTENTION: code.encode(), PACKAGE + "__init__.py": b"", "data/grades.txt": b"of mine"}
    files[PACKAGE + "tools.py"] = (told + TOOLS).encode()
    return Submission("ana", "ana", files, "")


def numbers(*groups: str) -> dict[str, int | None]:
    """The numbers of these groups of system calls on this machine, by name."""
    which = platform.machine() != "x86_64"
    return {n: pair[which] for g in groups for n, pair in getattr(SYSCALLS, g).items()}


def written(attack: Attack) -> str:
    """The student's file: right, and with the attack in it."""
    body = "\n    ".join(attack.code.strip().splitlines())
    head = f"from .tools import *\n\ndef attack():\n    {body}\n\n"
    if not attack.in_forward:
        return head + RIGHT + "\n\ntried(attack)\n"
    first = "    def forward(self, x, mask=None):\n        once(attack)\n"
    return head + RIGHT.replace("    def forward(self, x, mask=None):\n", first)


def run(slots: Slots, code: str, facts: dict[str, object], limits: Limits) -> Seen:
    """One job with this file, from its import to its end."""
    began = time.monotonic()
    with Session(slots.start(), limits) as session:
        refused = session.enter(submission(code, facts))
        assert refused is None, refused
        imported = session.load(*MODULE)
        answers = session.ask(PROBES) if isinstance(imported, Imported) else []
    seconds = time.monotonic() - began
    printed = session._job.printed
    return Seen(imported, answers, bytes(printed["stdout"]), bytes(printed["stderr"]), seconds)


def right(answers: list[Answer]) -> bool:
    """Whether these are the reference's answers to PROBES."""
    return len(answers) == len(PROBES) and all(
        isinstance(a, Output)
        and np.allclose(
            a.y, MultiHeadAttention(p.d_model, p.n_heads, p.seed).forward(p.x), atol=1e-5
        )
        for p, a in zip(PROBES, answers, strict=True)
    )


def harms(attack: Attack, slots: Slots, victim: Victim) -> list[str]:
    """Run it at this level; everything that it should not have come to, in words."""
    slot = slots.start()
    facts = {**victim.facts, "jobs": slot.folder or "/job", "repository": str(Path.cwd())}
    if attack.before:
        run(slots, attack.before, facts, attack.limits)
    seen = run(slots, written(attack), facts, attack.limits)
    found = victim.harmed(seen.said)
    if b"SUCCEEDED" in seen.stdout:
        found.append(f"it succeeded: {seen.stdout.decode(errors='replace')}")
    found += _end(attack, seen)
    if slot.broken and not attack.mess:
        found.append("the slot was lost")
    found += [f"process {pid} is left" for pid in strays(slots.start(), victim.word)]
    neighbour = run(slots, RIGHT, {}, Limits())
    if not right(neighbour.answers):
        found.append(f"its neighbour was not graded: {neighbour}")
    return found


def _end(attack: Attack, seen: Seen) -> list[str]:
    allowed = attack.limits.wall + GRACE
    late = [f"it took {seen.seconds:.1f} s"] if seen.seconds > allowed else []
    for failure in seen.failures:  # a text that cannot be printed would end the grader
        (failure.error + failure.says.en + failure.says.es).encode()
    if attack.ends is None:
        return late
    kinds = {f.kind for f in seen.failures} - {"absent"}
    if not attack.ends and not kinds:
        return late if right(seen.answers) else [*late, f"wrong answers: {seen}"]
    return late if kinds and kinds <= attack.ends else [*late, f"it ended as {kinds}: {seen}"]


def strays(slot: Slot, word: str) -> list[int]:
    """Processes that a job left: below the slot besides its own, or bearing the word."""
    parents: dict[int, int] = {}
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        pid = int(place.name)
        try:
            parents[pid] = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            command = (place / "cmdline").read_bytes()
        except OSError:  # it has ended meanwhile
            continue
        forked = slot.folder and slot.folder.encode() in command and pid != slot.process.pid
        if forked or f"left-{word}".encode() in command:
            found.append(pid)
    if slot.level.bubblewrap:  # bubblewrap's own, the first process of its world, and the zygote
        below = [slot.process.pid]
        for pid in below:
            below += [child for child, parent in parents.items() if parent == pid]
        found += below[3:]
    return found
