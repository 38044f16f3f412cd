"""What the lab says of a known mistake, for pages about many submissions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.misconceptions import by_id

if TYPE_CHECKING:
    from grader.model import Text


def mistake(id_: str) -> Text | None:
    """What is computed instead, in one sentence; None for one that this version does not know."""
    known = by_id.get(id_)
    return known.says if known else None
