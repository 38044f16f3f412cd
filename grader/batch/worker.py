"""A worker of this machine: a process with slots of its own that takes jobs from a pipe.

It outlives no coordinator: when the pipe closes it ends, and its student processes with it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from types import FrameType

    from grader.batch.plan import Plan
    from grader.batch.work import Job

QUIET = (signal.SIGINT, signal.SIGTERM)
"""Sent to all processes of a terminal or a job; only the coordinator answers them."""


class _Orphaned(BaseException):
    """The coordinator is gone."""


def main(descriptor: int) -> None:
    """Do jobs until the pipe closes; the plan and the worker's number come first."""
    for number in QUIET:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGUSR1, _orphaned)
    from multiprocessing.connection import Connection  # noqa: PLC0415 - once signals are settled

    with contextlib.suppress(_Orphaned, EOFError, OSError), Connection(descriptor) as pipe:
        plan, index = pipe.recv()
        _serve(pipe, plan, index)


def _serve(pipe: Connection, plan: Plan, index: int) -> None:
    from grader.batch.work import work  # noqa: PLC0415 - loads NumPy
    from grader.sandbox import Slots  # noqa: PLC0415 - likewise

    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, jobs), daemon=True).start()
    with Slots(means=plan.means, limits=plan.terms.limits, index=index) as slots:
        while True:
            pipe.send(work(jobs.get(), plan, slots))


def _orphaned(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise _Orphaned


def _listen(pipe: Connection, jobs: queue.SimpleQueue[Job]) -> None:
    """Always take what is sent, so that neither side ever waits for the other to read."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            jobs.put(pipe.recv())
    os.kill(os.getpid(), signal.SIGUSR1)
