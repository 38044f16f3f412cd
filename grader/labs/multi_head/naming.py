"""The entries of the catalogue, loaded only where something differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model import Misconception


def known(mistake: str) -> Misconception:
    """The entry of the catalogue with this id."""
    # Loaded late: a right submission needs none of it.
    from grader.labs.multi_head.misconceptions import by_id  # noqa: PLC0415

    return by_id[mistake]
