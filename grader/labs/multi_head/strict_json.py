"""Strict JSON, and of what is not strict: where it slips, and what it means all the same.

``json.loads`` keeps the last of two equal keys, takes NaN for a number and 1e400 for infinity,
fails on deep brackets and long integers with errors of its own, and tells no position of what it
read. Here bytes become a value with the line of every part, or a Problem; nothing is raised. Where
the meaning of a slip (a trailing comma, Python's True, UTF-16) is beyond doubt, the Problem carries
the value too, so that a slip costs what it should and hides nothing.
"""

from __future__ import annotations

import codecs
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.labs.multi_head.json_reader import Path, Reader
from grader.labs.multi_head.json_slips import SAYS, Slip

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a file says: only what strict JSON can say, so every number is finite."""

    value: Any  # of any shape: that is the schema's business
    lines: Mapping[Path, int]
    """The line of each part: of its key in an object, of its first character elsewhere."""
    notes: tuple[Slip, ...] = ()
    """Worth knowing, and allowed."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is not strict JSON, at least one slip; and the meaning, where it is beyond doubt."""

    slips: tuple[Slip, ...]
    recovered: Parsed | None = None


def parse(data: bytes) -> Parsed | Problem:
    """Read one JSON document (RFC 8259); never raises, whatever the bytes are."""
    if len(data) > MAX_BYTES:
        return Problem((Slip("too-large", SAYS["too-large"].format(size=len(data))),))
    encoding = json.detect_encoding(data)  # by its mark, or by where the zero bytes are
    text, broken = _decoded(data, encoding)
    whole = () if encoding.startswith("utf-8") else (_encoded(encoding),)
    if not text.strip():
        return Problem((*whole, Slip("empty", SAYS["empty"])))
    reader = Reader(text)
    if broken is not None:
        reader.slip("not-utf8", broken)
    value, understood = reader.document()
    notes = (Slip("bom", SAYS["bom"], 1),) if encoding == "utf-8-sig" else ()
    parsed = Parsed(value, reader.lines, notes)
    slips = (*whole, *reader.slips())
    return Problem(slips, parsed if understood else None) if slips else parsed


def _encoded(encoding: str) -> Slip:
    return Slip("encoding", SAYS["encoding"].format(encoding=encoding[:6].upper()))


def _decoded(data: bytes, encoding: str) -> tuple[str, int | None]:
    """The text, and the first place where bytes that should be UTF-8 are not.

    Latin-1 then keeps every ASCII character, so all that JSON itself is made of.
    """
    if not encoding.startswith("utf-8"):
        return data.decode(encoding, "replace"), None
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode(), None
    except UnicodeDecodeError as error:
        return data.decode("latin-1"), error.start
