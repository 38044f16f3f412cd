"""Files that an LMS handed over one by one, under the names that they had, as one submission."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.submission import gather, names, says
from grader.submission.limits import LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.model import Submission


@dataclass(frozen=True, slots=True)
class Loose:
    """A file that is not read yet."""

    name: str
    """As stored, however odd."""
    size: int
    read: Callable[[], bytes]


def read_loose(name: str, path: str, files: Iterable[Loose], limits: Limits = LIMITS) -> Submission:
    """One submission out of loose files.

    Args:
        name: What to call it.
        path: Where they were found, for people.
        files: In any order.
        limits: How much is looked at.

    Raises:
        Refusal: They are no submission, or one of them cannot be read.
    """
    got: gather.Gathered[Loose] = gather.Gathered()
    for file in files:
        plain, why = names.clean(file.name, limits)
        if why:
            got.oddities.append(says.unsafe(file.name, why))
        elif plain and not names.left_out(plain):
            got.files.append((plain, file))
    top = gather.peel(path, got, limits)
    chosen = gather.arrange(path, got, top, limits)
    read: gather.Gathered[bytes] = gather.Gathered([], chosen.oddities)
    used = 0
    for plain, file in chosen.files:
        used += min(file.size, limits.file_bytes)
        if file.size > limits.file_bytes or used > limits.total_bytes:
            read.oddities.append(says.large(plain, file.size, limits))
        else:
            read.files.append((plain, file.read()))
    return gather.submission(name, path, read, peeled=top)
