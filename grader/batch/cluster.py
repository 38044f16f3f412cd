"""A Dask cluster as the hands of a class: snapshots travel as bytes, results as text.

Where the workers run (SSH, Slurm, Kubernetes) is Dask's business. Each of their threads keeps
slots of its own; a task is a whole submission, and Dask gives it to another worker when one dies.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import re
import threading
import zlib
from typing import TYPE_CHECKING, Any

from grader import __version__
from grader.batch import says
from grader.batch.work import Done, failure, work
from grader.model import Refusal, same
from grader.sandbox import Slots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.batch.plan import Plan
    from grader.batch.work import Job

LOCAL = "local"
AHEAD = 2
"""Jobs in flight for each thread: the one it is at and the next."""
SECONDS = 30
"""To wait for a scheduler, and for its first worker."""
USERS = 5_000
"""Slots on one machine need users of their own, which are numbered."""
_own = threading.local()


def grade_there(job: Job, plan: Plan) -> Done:
    """What a Dask worker runs: one submission, in the slots that its thread keeps."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if getattr(_own, "digest", "") != plan.digest:
        slots = getattr(_own, "slots", None)
        if slots is not None:
            slots.__exit__(None, None, None)
        who = f"{os.getpid()}:{threading.get_ident()}"
        index = zlib.crc32(who.encode()) % USERS
        _own.slots = Slots(means=plan.means, limits=plan.terms.limits, index=index)
        _own.digest = plan.digest
    return work(job, plan, _own.slots)


class Cluster:
    """``Hands`` on a Dask cluster, or on one that is started on this machine for the run."""

    def __init__(self, plan: Plan, address: str, slots: int) -> None:
        """Connect.

        Args:
            plan: how to grade.
            address: of a scheduler, or ``local``.
            slots: how many workers to start, where it is ``local``.

        Raises:
            Refusal: Dask is not installed, nobody answers, or other versions answer.
        """
        try:
            import distributed  # noqa: PLC0415 - an extra
        except ImportError:
            raise Refusal(says.NO_DASK) from None
        if address != LOCAL and not re.search(r":\d+/?$", address):
            raise Refusal(says.NO_CLUSTER.format(address=address, why=says.NO_PORT))
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._plan = plan
        self._cluster: Any = None  # whose types are Dask's, as the client's
        self._client: Any = None
        try:
            if address == LOCAL:
                self._cluster = distributed.LocalCluster(
                    n_workers=slots,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
                address = self._cluster.scheduler_address
            self._client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
            self._client.wait_for_workers(1, timeout=SECONDS)
            self._same_version()
        except (OSError, TimeoutError, ValueError) as error:
            self.close()
            facts = {"address": address, "why": same(str(error) or type(error).__name__)}
            raise Refusal(says.NO_CLUSTER.format(**facts)) from None
        self._flying: dict[Any, Job] = {}  # Any: a future, whose type is Dask's
        self._back: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def _same_version(self) -> None:
        """The same grader on every worker, or the results would not be the same either."""
        found: set[str] = set(self._client.run(_version).values())
        if found != {__version__}:
            others = ", ".join(sorted(found - {__version__}))
            raise Refusal(says.OTHER_VERSION.format(here=__version__, there=others))

    def room(self) -> bool:
        """Fewer are in flight than the cluster has threads for, twice."""
        threads = sum(int(n) for n in self._client.nthreads().values())
        return len(self._flying) < AHEAD * max(threads, 1)

    def give(self, job: Job) -> None:
        """Hand a job over; its bytes go with it."""
        future = self._client.submit(grade_there, job, self._plan, pure=False, retries=1)
        self._flying[future] = job
        future.add_done_callback(self._back.put)

    def take(self, seconds: float) -> Sequence[Done]:
        """What has come back.

        Raises:
            Refusal: the scheduler is gone.
        """
        if self._client.status != "running":
            raise Refusal(says.CLUSTER_LOST)
        found: list[Done] = []
        with contextlib.suppress(queue.Empty):
            found.append(self._done(self._back.get(timeout=seconds)))
            while True:
                found.append(self._done(self._back.get_nowait()))
        return found

    def _done(self, future: Any) -> Done:  # Any: a future, whose type is Dask's
        job = self._flying.pop(future)
        if future.status in ("cancelled", "lost"):
            raise Refusal(says.CLUSTER_LOST)
        error = future.exception()
        if error is not None:
            return Done(job.key, job.submission.digest, failed=failure(error))
        done: Done = future.result()
        return done

    def close(self) -> None:
        """Leave the cluster; end it where it was started for this run."""
        for part in (self._client, self._cluster):
            if part is not None:
                part.close()


def _version() -> str:
    """The grader's version where this runs."""
    return __version__
