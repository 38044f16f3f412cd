"""Numbers that the student reports and the grader measured for itself."""

from __future__ import annotations

from grader.labs.multi_head.analysis import analyse
from grader.model import Evidence


def single_head_max_diff(evidence: Evidence) -> float | None:
    """The largest absolute difference at H = 1 (block B), infinite without an answer; None if unasked."""
    one = [
        j
        for j in analyse(evidence).basis
        if j.probe.n_heads == 1 and j.probe.mask is None and j.probe.family in ("lab", "small")
    ]
    if not one or all(j.expected is None for j in one):
        return None
    return max(j.absolute for j in one)
