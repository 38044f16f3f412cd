"""A failure as the child reports it: a student's words, kept as data, and ours around them."""

from __future__ import annotations

import json
import re
from typing import Any

from grader.model import Failure, FailureKind, Text, described, same
from grader.sandbox.frames import SMALL


class Malformed(Exception):
    """A reply that no honest child sends."""


RAISED = Text(en="it raised {error}", es="lanzó {error}")
KINDS: dict[FailureKind, Text] = {
    "raised": RAISED,
    "unwritten": Text(
        en="it gave {error}: it is not written yet, or a return is missing",
        es="dio {error}: todavía no está escrito, o falta un return",
    ),
    "memory": Text(en="it ran out of memory ({error})", es="se quedó sin memoria ({error})"),
    "refused": Text(
        en="it returned {error} instead of an array of real numbers of the right shape",
        es="devolvió {error} en vez de un array de números reales con la forma correcta",
    ),
}


def failure(reply: bytes) -> Failure:
    """An ``E`` reply."""
    if len(reply) > SMALL:
        raise Malformed("failure")
    told = json_of(reply[1:])
    return said(told.get("kind"), told.get("error"), told.get("file"), told.get("line"))


def listed(told: Any) -> Failure | None:  # whatever JSON held
    """A failure out of a list of its four parts; None where there was none."""
    if told is None:
        return None
    if not (isinstance(told, list) and len(told) == 4):
        raise Malformed("error")
    return said(*told)


def said(kind: Any, error: Any, file: Any, line: Any) -> Failure:  # whatever JSON held
    """A failure out of its four parts."""
    known = next((k for k in KINDS if k == kind), None)
    if known is None or not isinstance(error, str):
        raise Malformed("kind")
    placed = isinstance(file, str) and type(line) is int and 0 < line < LAST_LINE
    words = described(short(error)) if known == "refused" else same(short(error))
    says = KINDS[known].format(error=words)
    if isinstance(file, str) and placed:
        return Failure(known, says, error[:2000], file[:300], line)
    return Failure(known, says, error[:2000])


LAST_LINE = 1 << 24
NAMED = re.compile(r"[\w.]+(:|$)")


def short(error: str) -> str:
    """The line of a student's message that names the exception, at most 160 characters of it."""
    lines = error.strip().splitlines() or [""]
    line = next((one for one in lines if NAMED.match(one)), lines[-1])
    return line if len(line) <= 160 else line[:157] + "..."


def json_of(data: bytes) -> dict[str, Any]:
    """A JSON object of theirs; half surrogates replaced, depth bounded by length."""
    try:
        value = json.loads(data)
        if b"\\u" in data or not data.isascii():  # half a surrogate pair is no text to print
            value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise Malformed("json") from error
    if not isinstance(value, dict):
        raise Malformed("json")
    return value
