"""Run ``verify.py`` as it is, and again with ``forward`` made wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.labs.lab import Lab
    from grader.model import Evidence, Verified
    from grader.sandbox import Slots


def verified(evidence: Evidence, lab: Lab, slots: Slots) -> Verified | None:
    """Run ``verify.py`` as it is, and again with ``forward`` made wrong."""
    del evidence, lab, slots
    return None
