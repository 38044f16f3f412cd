"""What the page's form sent: read with a limit, and never more than text."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from grader.batch.review.web import words
from grader.model import Refusal, same

if TYPE_CHECKING:
    from starlette.requests import Request

MOST = 64 * 1024
"""Bytes: sixteen times the longest comment."""
FIELDS = 16
OTHER = "other"


async def read(request: Request) -> dict[str, str]:
    """The fields of a form.

    Raises:
        Refusal: it is larger than ours can be.
    """
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST:
            raise Refusal(words.TOO_MUCH)
    try:
        pairs = parse_qsl(
            data.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=FIELDS
        )
    except ValueError:
        raise Refusal(words.TOO_MUCH) from None
    return dict(pairs)


def chosen(fields: dict[str, str]) -> str:
    """The points that were chosen or written.

    Raises:
        Refusal: none were, or two that differ.
    """
    choice, written = fields.get("points", ""), fields.get("free", "").strip()
    if choice in ("", OTHER):
        if not written:
            raise Refusal(words.NO_CHOICE)
        return written
    if written and written.replace(",", ".") != choice:
        raise Refusal(words.TWO_CHOICES.format(one=same(choice), other=same(written[:40])))
    return choice
