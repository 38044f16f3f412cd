"""One run writes to a folder at a time; a lock that dies with its process, however it dies."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from grader.batch import says
from grader.batch.keeping import kept
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder.

    Raises:
        Refusal: another run holds it, or it cannot be written to.
    """
    with kept(folder):
        file = (folder / FILE).open("ab")
    with file:
        try:
            _lock(file.fileno())
        except OSError:
            raise Refusal(says.BUSY.format(folder=folder)) from None
        yield


def _lock(descriptor: int) -> None:
    import fcntl  # noqa: PLC0415 - not on every system

    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
