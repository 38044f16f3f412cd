"""The entries of the catalogue, loaded only where something differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Misconception
    from reference import MultiHeadAttention


def known(mistake: str) -> Misconception:
    """The entry of the catalogue with this id."""
    # Loaded late: a right submission needs none of it.
    from grader.labs.multi_head.misconceptions import by_id  # noqa: PLC0415

    return by_id[mistake]


def together(mistakes: Sequence[str]) -> type[MultiHeadAttention]:
    """The class that makes all of these mistakes."""
    from grader.labs.multi_head.misconceptions import CATALOGUE  # noqa: PLC0415
    from grader.labs.multi_head.together import composed  # noqa: PLC0415

    made: type[MultiHeadAttention] = composed(
        tuple(n for n, one in enumerate(CATALOGUE) if one.id in mistakes)
    )
    return made
