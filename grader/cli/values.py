"""Reads the values of options, and says in both languages why one cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader import report
from grader.cli import words
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence


def one_of(value: str, known: Sequence[str], option: str) -> str:
    """The value itself.

    Raises:
        Refusal: It is not among the known ones.
    """
    if value not in known:
        near = words.near_or_all(value, known)
        raise Refusal(words.NO_CHOICE.format(option=option, value=value, near=near))
    return value


def whole(value: str, most: int, option: str) -> int:
    """The whole number from 0 to ``most`` that the value spells.

    Raises:
        Refusal: It spells none.
    """
    if value.isascii() and value.isdigit() and len(value) < 20 and int(value) <= most:
        return int(value)
    raise Refusal(words.NO_NUMBER.format(option=option, most=most, value=value))


def report_to(value: str, option: str) -> tuple[str, str]:
    """``NAME=FILE`` as a format and a file.

    Raises:
        Refusal: It is not of that form, or there is no such format.
    """
    name, equals, file = value.partition("=")
    if not equals or not file:
        raise Refusal(words.REPORT_FORM.format(value=value))
    return one_of(name, report.names(), option), file


def place(value: str, option: str) -> str:
    """The path itself.

    Raises:
        Refusal: It is empty.
    """
    if not value:
        raise Refusal(words.EMPTY_PATH.format(option=option))
    return value
