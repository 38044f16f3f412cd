"""The pool of this machine: one worker a slot, each replaced when it dies."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections import deque
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe, wait
from typing import TYPE_CHECKING

from grader.batch.work import Done
from grader.model import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.plan import Plan
    from grader.batch.work import Job

AHEAD = 2
"""Jobs of one worker: the one it is at and the next, so that it never waits for the coordinator."""
TRIES = 2
PATIENCE = 5.0
"""Seconds for a worker to end its student processes and itself."""
START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from grader.batch.worker import main; main(int(sys.argv[2]))"
)
"""What a worker runs: this grader, wherever it was found, and nothing of the folder it is in."""
DIED = Text(
    en="It could not be graded: the process that graded it died {n} times (the machine may be out "
    "of memory). The next run tries again.",
    es="No se ha podido evaluar: el proceso que lo evaluaba murió {n} veces (puede que la máquina "
    "se haya quedado sin memoria). La próxima ejecución lo intenta de nuevo.",
)


@dataclass(slots=True)
class _Worker:
    index: int
    process: subprocess.Popen[bytes]
    pipe: Connection
    jobs: deque[Job] = field(default_factory=deque)


class Pool:
    """``Hands`` on this machine."""

    def __init__(self, plan: Plan, slots: int) -> None:
        self._plan, self._slots = plan, slots
        self._workers: dict[int, _Worker] = {}
        self._again: deque[Job] = deque()
        self._tries: dict[str, int] = {}
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    @property
    def pids(self) -> list[int]:
        """The workers' process ids."""
        return [w.process.pid for w in self._workers.values()]

    def room(self) -> bool:
        """Some worker has less to do than it may have."""
        busy = sum(len(w.jobs) for w in self._workers.values()) + len(self._again)
        return busy < AHEAD * self._slots

    def give(self, job: Job) -> None:
        """Hand a job to the worker with the least to do; a new worker where there may be one."""
        worker = min(self._workers.values(), key=lambda w: len(w.jobs), default=None)
        if worker is None or (worker.jobs and len(self._workers) < self._slots):
            worker = self._start()
        worker.jobs.append(job)
        try:
            worker.pipe.send(job)
        except OSError:
            self._bury(worker, blame=False)

    def take(self, seconds: float) -> Sequence[Done]:
        """What is done by now; the dead are replaced and their jobs given once more."""
        workers = list(self._workers.values())
        ready = wait([w.pipe for w in workers], seconds)
        found = [done for w in workers if w.pipe in ready for done in self._from(w)]
        while self._again:
            self.give(self._again.popleft())
        return found

    def _from(self, worker: _Worker) -> Iterator[Done]:
        try:
            while worker.pipe.poll():
                done = worker.pipe.recv()
                worker.jobs.popleft()
                self._tries.pop(done.key, None)
                yield done
        except (EOFError, OSError):
            yield from self._bury(worker, blame=True)

    def _bury(self, worker: _Worker, *, blame: bool) -> list[Done]:
        """A worker is dead: what it was at has had a try, what it had not begun has not."""
        worker.process.kill()
        worker.process.wait()
        worker.pipe.close()
        del self._workers[worker.index]
        lost: list[Done] = []
        if worker.jobs and blame:
            job = worker.jobs[0]
            self._tries[job.key] = self._tries.get(job.key, 0) + 1
            if self._tries[job.key] >= TRIES:
                del self._tries[job.key]
                says = DIED.format(n=TRIES)
                lost.append(Done(job.key, job.submission.digest, failed=says))
                worker.jobs.popleft()
        self._again.extend(worker.jobs)
        return lost

    def _start(self) -> _Worker:
        index = next(n for n in range(self._slots) if n not in self._workers)
        ours, theirs = Pipe()
        with theirs:
            process = subprocess.Popen(  # noqa: S603 - our own code, as it is here
                [sys.executable, "-c", START, json.dumps(sys.path), str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for the coordinator alone
            )
        with contextlib.suppress(OSError):  # it died at once; found out when it is read from
            ours.send((self._plan, index))
        self._workers[index] = worker = _Worker(index, process, ours)
        return worker

    def close(self) -> None:
        """Close every pipe, which ends every worker; whoever lingers is killed."""
        for worker in self._workers.values():
            worker.pipe.close()
        for worker in self._workers.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.process.wait(PATIENCE)
            worker.process.kill()
            worker.process.wait()
        self._workers.clear()
