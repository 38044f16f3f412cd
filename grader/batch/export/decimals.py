"""Numbers as gradebooks write them: two decimals, with a point or with a comma."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?", re.ASCII)
DECIMALS = 2
"""What Canvas and Moodle keep."""


def read(text: str) -> float | None:
    """``9.50`` or ``9,50``; None for what is no number."""
    plain = text.strip()
    return float(plain.replace(",", ".")) if NUMBER.fullmatch(plain) else None


def point(cells: Iterable[str]) -> str:
    """The decimal sign of a gradebook: the one that its numbers have; a point where none has."""
    signs = [cell[found.end() - 1] for cell in cells if (found := _SIGN.match(cell.strip()))]
    return "," if signs and "." not in signs else "."


_SIGN = re.compile(r"-?\d+[.,](?=\d+$)", re.ASCII)


def written(value: float, sign: str) -> str:
    """A number with at most two decimals and none that say nothing."""
    text = f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return ("0" if text == "-0" else text).replace(".", sign)


def alike(one: float, other: float) -> bool:
    """They are the same at two decimals."""
    return round(one, DECIMALS) == round(other, DECIMALS)
