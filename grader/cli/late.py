"""What the command line takes from the lab, loaded only when it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Check, Misconception, Picture
    from grader.rubric import Rubric


def lab_checks() -> tuple[Check, ...]:
    """The checks of the lab; loading them loads NumPy."""
    from grader.labs.multi_head import LAB  # noqa: PLC0415 - loads NumPy

    return LAB.checks


def misconceptions() -> tuple[Misconception, ...]:
    """The known mistakes of the lab."""
    from grader.labs.multi_head.misconceptions import CATALOGUE  # noqa: PLC0415 - loads NumPy

    return CATALOGUE


def picture_of(known: Misconception) -> Picture | None:
    """What a known mistake puts where, if that can be drawn."""
    from grader.labs.multi_head.picture import picture  # noqa: PLC0415 - loads NumPy

    return picture(known)


def the_rubric(file: str | None, checks: Sequence[Check], submissions: Sequence[str]) -> Rubric:
    """The instructor's rubric where one is given, or the default.

    Raises:
        Refusal: The file is no rubric, or comes from what is graded.
    """
    from grader import rubric  # noqa: PLC0415 - tomllib and hashlib

    if file is None:
        return rubric.default(checks)
    rubric.keep_outside(file, submissions)
    return rubric.load(file, checks)
