"""Numbers that the student reports and the grader measured for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.analysis import analyse
from grader.labs.multi_head.panels import pairs
from grader.labs.multi_head.shown import shown

if TYPE_CHECKING:
    from grader.model import Evidence


def single_head_max_diff(evidence: Evidence) -> float | None:
    """The largest absolute difference at H = 1 (block B); infinite where an answer is missing.

    None where nothing could be asked.
    """
    one = [
        j
        for j in analyse(evidence).basis
        if j.probe.n_heads == 1 and j.probe.mask is None and j.probe.family == "lab"
    ]
    if not one or all(j.expected is None for j in one):
        return None
    return max(j.absolute for j in one)


def class_right(evidence: Evidence) -> bool:
    """Whether there were answers, and none was wrong."""
    found = analyse(evidence)
    return not found.wrong() and any(j.finite for j in found.basis)


def heads_distinct(evidence: Evidence) -> bool | None:
    """Whether the four maps of the committed picture differ from one another.

    Those that mha.py drew, where there is no picture; None where neither tells.
    """
    compared = pairs(shown(evidence))
    if compared is None or (compared.hardly and not compared.equal):
        return None
    return not compared.equal
