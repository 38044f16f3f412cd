"""Those who do the work, as the coordinator sees them: a pool on this machine, or a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.batch.work import Done, Job


class Hands(Protocol):
    """Whatever grades jobs; every job given comes back once, graded or with the reason why not."""

    def room(self) -> bool:
        """Another job may be given now; the number of those in flight is bounded."""
        ...

    def give(self, job: Job) -> None:
        """Have a job done."""
        ...

    def take(self, seconds: float) -> Sequence[Done]:
        """What has come back; waits so long where there is nothing yet."""
        ...

    def close(self) -> None:
        """End all workers, whatever they are at."""
        ...
