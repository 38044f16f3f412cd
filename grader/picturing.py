"""Decode the committed picture in a confined child."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.labs.lab import Lab
    from grader.model import Evidence, Failure, Image
    from grader.sandbox import Slots


def decoded(evidence: Evidence, lab: Lab, slots: Slots) -> Image | Failure | None:
    """Decode the committed picture in a confined child that has no file of the student's.

    Raises:
        SlotError: no child can be started on this machine.
    """
    submission = evidence.submission
    path = lab.image(submission)
    if path is None:
        return None
    with slots.session() as session:
        refused = session.enter(replace(submission, files={}))
        return refused or session.decode(submission.files[path], path)
