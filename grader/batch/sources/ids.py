"""Ids that are safe as names of files and unique, whatever submissions are called."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

LONGEST = 80
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)


def safe(name: str) -> str:
    """ASCII letters, digits and ``._-``, led by none of them and at most 80 characters long."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    kept = re.sub(r"[^A-Za-z0-9._-]+", "-", plain)
    kept = re.sub(r"\.{2,}", ".", kept).strip("._-")[:LONGEST].rstrip("._-")
    if _DEVICES.match(kept):
        kept = f"{kept.partition('.')[0]}-"
    return kept or "submission"


def unused(wish: str, taken: AbstractSet[str]) -> str:
    """The safe form of a wish, numbered where another has it; case makes no difference.

    Args:
        wish: what it would like to be called.
        taken: the casefolded ids that are given.
    """
    plain, n = safe(wish), 1
    found = plain
    while found.casefold() in taken:
        n += 1
        found = f"{plain[: LONGEST - 8]}-{n}"
    return found
