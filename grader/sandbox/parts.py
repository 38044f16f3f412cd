"""Parts of NumPy that cost time to load, and that few submissions name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model import Submission

PARTS = ("numpy.fft", "numpy.ma", "numpy.polynomial", "numpy.testing")
"""NumPy loads them when they are first used; ``numpy.testing`` takes half as long as all of it."""


def named_in(submission: Submission) -> tuple[str, ...]:
    """The parts that a script of the submission may use.

    A class shares its slots, and loads all of them once. For one submission it pays to look: what
    is loaded in vain costs more than the rest of the start.
    """
    code = b"\n".join(data for name, data in submission.files.items() if name.endswith(".py"))
    return tuple(
        part for part in PARTS if re.search(rb"\b%s\b" % part.rpartition(".")[2].encode(), code)
    )
