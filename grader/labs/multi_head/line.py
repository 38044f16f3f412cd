"""The line of student code where the first value leaves the path of the formula.

One wrong answer is followed line by line, and every array that a line made is compared with what
the reference makes on its way and with what the diagnosed mistake makes. What was seen is the word
of the student's own process: a hint, never a verdict, and none at all where it is not plain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.compare import judge_all
from grader.model import Text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.labs.multi_head.compare import Judged
    from grader.model import Evidence, Probe, Seen, Trace

Ids = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """Where to look."""

    file: str
    line: int
    says: Text
    """What was seen there; the place itself is not in it."""


def choose(evidence: Evidence) -> Probe | None:
    """The question to be followed: a wrong answer on a size where nothing coincides."""
    judged = judge_all(evidence.answers, evidence.made)
    wrong = [j for j in judged if not j.ok and j.finite and j.weights is not None]
    wrong = [j for j in wrong if j.probe.family == "guarded" and not j.probe.no_bias]
    return wrong[0].probe if wrong else None


def find(
    trace: Trace | None,
    judged: Sequence[Judged],
    sets: Sequence[Ids],
    files: Mapping[str, bytes],
) -> Hint | None:
    """The line, if one plainly makes the first wrong value.

    With a diagnosis it is the first value that the known mistakes make, else the first that no
    right forward makes.
    """
    weights = next((j.weights for j in judged if trace and j.probe is trace.probe), None)
    if trace is None or weights is None:
        return None
    # Loaded late: a right submission needs none of it.
    from grader.labs.multi_head.astray import astray  # noqa: PLC0415
    from grader.labs.multi_head.departure import departure  # noqa: PLC0415

    with np.errstate(all="ignore"):
        found = [departure(trace, weights, ids, files) for ids in sets]
        found = found if sets else [astray(trace, weights, files)]
    plain = [seen for seen in found if seen is not None]
    if len({(seen.file, seen.line) for seen in plain}) != 1 or plain[0].file not in files:
        return None
    return Hint(plain[0].file, plain[0].line, says(plain[0]))


def says(seen: Seen) -> Text:
    """What was seen there."""
    shape = tuple(seen.value.shape)
    if seen.value.ndim < 2:
        return GIVEN.format(name=seen.name)
    if not seen.name.isidentifier() or seen.name == "return":
        return RETURNED.format(shape=shape)
    return MADE.format(name=seen.name, shape=shape)


MADE = Text(
    en="The first value that leaves the formula is `{name}`, of shape {shape}.",
    es="El primer valor que se aparta de la fórmula es `{name}`, de forma {shape}.",
)
RETURNED = Text(
    en="The first value that leaves the formula has the shape {shape}.",
    es="El primer valor que se aparta de la fórmula tiene la forma {shape}.",
)
GIVEN = Text(
    en="The first value that leaves the formula is made with `{name}`, which gets its value on "
    "that line.",
    es="El primer valor que se aparta de la fórmula se calcula con `{name}`, que recibe su valor "
    "en esa línea.",
)
