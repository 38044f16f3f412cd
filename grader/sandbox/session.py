"""A conversation with one submission's code, in a child of its own."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Self, TypeVar, overload

from grader.model import Failure, Make, Probe, Single
from grader.sandbox import frames, pictures, replies, scripts, traces
from grader.sandbox.ends import ABSENT, failure_of
from grader.sandbox.failures import Malformed
from grader.sandbox.job import Job
from grader.sandbox.slot import SlotError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from types import TracebackType

    from grader.model import Answer, Image, Import, Maker, Seen, Submission
    from grader.sandbox.frames import Key
    from grader.sandbox.job import End
    from grader.sandbox.limits import Limits
    from grader.sandbox.scripts import Script, Told
    from grader.sandbox.slot import Slot

R = TypeVar("R")


class Session:
    """Use it as a context manager; when it is closed, its child is dead."""

    def __init__(self, slot: Slot, limits: Limits, allowed: frozenset[str] | None = None) -> None:
        self.limits = limits
        self._allowed = allowed
        self.open_doors: tuple[str, ...] | None = None
        """What the child could still reach before any student code was read; None if unknown."""
        self._job = Job(slot, limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self._job.close()

    def enter(self, submission: Submission) -> Failure | None:
        """Hand over the files and shut the doors; what went wrong, if something did.

        Raises:
            SlotError: more doors are open than where the report's word on containment came from.
        """
        limits = {"cpu": self.limits.cpu, "memory": self.limits.memory, "file": self.limits.file}
        asked = [b"P" + packed(submission), b"L" + json.dumps(limits).encode()]
        got = self._job.exchange(asked, [frames.SMALL] * 2, self.limits.wall)
        if len(got) < 2:
            return self._ended()
        doors = self._read(replies.doors, got[1])
        if isinstance(doors, Failure):
            return doors
        self.open_doors = doors
        if self._allowed is not None and frozenset(doors) - self._allowed:
            self._job.close()
            raise SlotError(f"held less tightly than before: {', '.join(doors)}")
        return None

    def load(self, src: str, module: str, without: Collection[str] = ()) -> Import:
        """Import ``module`` with ``src`` in front of the path.

        Where a library of ``without`` is all that is missing, a stand-in is imported for it.
        """
        names = {"src": src, "module": module, "without": sorted(without)}
        asked = b"I" + json.dumps(names).encode()
        got = self._job.exchange([asked], [frames.SMALL], self.limits.wall)
        return self._read(replies.imported, got[0]) if got else self._ended()

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
        got = self._job.exchange(sent, caps, self.limits.wall)
        read: Callable[[bytes], Answer | Maker]
        read = replies.answer if isinstance(requests[0], Probe | Single) else replies.made
        found = [self._read(read, reply) for reply in got]
        rest = len(requests) - len(found)
        if rest:
            found.append(self._ended())
            found += [Failure("absent", ABSENT)] * (rest - 1)
        return found  # type: ignore[return-value]  # one kind of request has one kind of answer

    def trace(self, probe: Probe) -> Sequence[Seen] | Failure:
        """Follow one call line by line, and return the arrays that were seen on the way."""
        cap = frames.SMALL + 8 * frames.SEEN_NUMBERS
        got = self._job.exchange([frames.encode_trace(probe)], [cap], self.limits.wall)
        return self._read(traces.trace, got[0]) if got else self._ended()

    def run_script(self, script: Script) -> Told:
        """Run a script to its end; this conversation is over then, and all output is there."""
        got = self._job.exchange([script.request()], [script.cap], self.limits.wall)
        found: Told | Failure | None = None
        if got:
            found = self._read(lambda reply: scripts.told(reply, script), got[0])
        end = self._job.close("closed" if got else "exit")
        if not isinstance(found, scripts.Told):
            found = scripts.Told(scripts.untold(end, script, self.limits))
        out, err = (bytes(self._job.printed[name]) for name in ("stdout", "stderr"))
        return replace(found, ran=replace(found.ran, stdout=out, stderr=err))

    def decode(self, data: bytes, path: str) -> Image | Failure:
        """The pixels of a picture, or why it has none; ask it of a child that has no files."""
        got = self._job.exchange([b"D" + data], [pictures.CAP], self.limits.wall)
        read = partial(pictures.image, path=path)
        return self._read(read, got[0]) if got else self._ended()

    def _read(self, read: Callable[[bytes], R], reply: bytes) -> R | Failure:
        try:
            return read(reply)
        except Malformed:
            self._job.close("protocol")
            return self._ended()

    def _ended(self) -> Failure:
        """Why there is no answer, in words; the first to ask is told, the rest were not asked."""
        return failure_of(self._job.close("exit"), self.limits)

    def close(self) -> End:
        """End the child."""
        return self._job.close()

    @property
    def slept(self) -> bool:
        """The clock ended it, and it had hardly worked: perhaps the machine was busy.

        Nor is it the student's fault when the slot itself was lost.
        """
        end = self._job.end
        slow = end is not None and end.why == "deadline" and end.cpu < 0.5 * self.limits.cpu
        return slow or (end is not None and end.why == "lost")

    @property
    def printed(self) -> bytes:
        """What came on standard output so far: the student's text."""
        return bytes(self._job.printed["stdout"])


def packed(submission: Submission) -> bytes:
    """A submission's files as one request: names and sizes, then the bytes."""
    names = json.dumps([[n, len(b)] for n, b in submission.files.items()]).encode()
    return len(names).to_bytes(4, "little") + names + b"".join(submission.files.values())
