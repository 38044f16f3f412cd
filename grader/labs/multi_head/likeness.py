"""Whether two printed texts say the same, as a person would see it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SMALL = 1e-5
"""Numbers that are nearer than the lab's own tolerance are the same number."""
RELATIVE = 1e-4
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
DAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun|lun|mar|mié|jue|vie|sáb|dom"
MONTHS = (
    "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
    "|ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic"
)
HASH = r"g?(?=[0-9a-f]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,64}(?!\w)"
"""As git writes one: of digits only it would be a number, of letters only a word."""
RUN = (
    r"(?<![\w.])[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?!\w)",
    rf"(?<![\w.]){HASH}",
    r"(?i:\b(?:commit|hash|sha\d*|rev|revision|revisión|HEAD)\b[ :=()#]{1,3}[0-9a-f]{7,64}(?!\w))",
    (
        r"(?i:\b(?:host|hostname|node|machine|equipo|máquina|ordenador|servidor|user|username|usuario)"
        r"[ ]?[:=] ?[a-z][\w.@-]*)"
    ),
    r"(?i:(?<![\w.])[a-z][\w-]*\.(?:local|lan|home|localdomain|internal)(?!\w))",
)
"""What belongs to one run as its time does: the commit, the computer, the user."""
TIME = "|".join(
    (
        *RUN,
        rf"(?:(?:{DAYS})\w*,? )?(?:{MONTHS})\w* +\d{{1,2}},? (?:\d\d:\d\d:\d\d )?\d{{4}}",
        r"\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?",
        r"\d{1,2}/\d{1,2}/\d{2,4}",
        r"(?<![\d.-])\d{1,2}(?P<sign>[.-])\d{1,2}(?P=sign)\d{4}(?![\d.-])",
        rf"\d{{1,2}}(?: de |[ -])(?:{MONTHS})[a-z]*(?: de |[ -])\d{{4}}",
        r"\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?: ?[AaPp]\.?[Mm]\.?)?(?!\w)",
        r"\d+(?:[.,]\d+)?(?:e-?\d+)? ?(?:ns|[µu]s|ms|s|secs?|seconds?|segundos?|min)(?![\w])",
    )
)
COMPILER = r"\[(?:GCC|Clang|MSC)\b[^\]]*\]"
BUILT = r"(?:main|default|tags|heads|v\d)"
LOOKS = "|".join(
    (
        # sys.version: the release, who built it and when, and with what
        rf"\d+\.\d+\.\d+\S* (?:\|[^|]*\| )?\({BUILT}\b[^()]*\)(?:\s+{COMPILER})?",
        r"(?:[Pp]ython|[Nn]um[Pp]y|[Mm]atplotlib)[ :=v]{1,3}[1-3]\.\d{1,2}(?![\d.eE])",
        r"(?:Windows|Linux|Darwin|macOS)(?:[- ]\d[\w.+-]*|\b)",
        r"\b(?:x86_64|AMD64|arm64|aarch64|win32|linux|darwin)\b",
        r"(?<![\w.])(?:np\.)?(?:True|False)_?(?!\w)",  # which may hang on the last bit
        r"(?:[A-Za-z]:)?(?:[\\/][\w.@ +~-]*[\w.@+~-]){2,}[\\/]?",  # a path
        r"\d+\.\d+\.\d+[\w.+-]*",  # a version
        r"0x[0-9a-fA-F]{4,}",  # an address
    )
)
TOKEN = re.compile(
    rf"(?P<time>{TIME})|(?P<looks>{LOOKS})|(?P<number>(?<![\w.]){NUMBER}(?![\w]))"
    r"|(?P<word>(?:[A-Za-z?]|[^\x00-\x7f\s])+|\d+|\S)"
)
WRAPPED = re.compile(rf"(?:np|numpy)\.\w+\(({NUMBER}|True|False|nan|-?inf)\)")
DTYPE = re.compile(r",?\s*dtype=\w+")


class Likeness(IntEnum):
    """How alike two texts are, from the same to another."""

    SAME = 0
    """Every word; numbers up to rounding; times, dates, commits and computers as they come."""
    LOOKS = 1
    """Only paths, versions, systems, True and False or the way of writing numbers differ."""
    OTHER = 2


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number, a time or a thing whose looks depend on the machine."""

    kind: str
    text: str
    line: int
    """Which line of its text it stands in, from 0."""


@dataclass(frozen=True, slots=True)
class Compared:
    """How alike, and the lines at which they first differ; None where one text has ended."""

    likeness: Likeness
    one: int | None = None
    other: int | None = None


def compare(one: Sequence[str], other: Sequence[str], again: Sequence[str] = ()) -> Compared:
    """Compare the lines of two texts.

    Args:
        one: lines of the text that was handed in.
        other: lines that were printed.
        again: lines that a second run printed; numbers that differ between the two runs come from
            chance, and may be any.
    """
    first = _differ(_tokens(one), _tokens(other), _tokens(again))
    if first is None:
        return Compared(Likeness.SAME)
    plain = [_plainly(one), _plainly(other), _plainly(again)]
    if _differ(*plain, looks=True) is None:
        return Compared(Likeness.LOOKS, *first)
    return Compared(Likeness.OTHER, *first)


def _tokens(lines: Sequence[str]) -> list[Token]:
    return [
        Token(m.lastgroup or "", m[0], n)
        for n, line in enumerate(lines)
        for m in TOKEN.finditer(re.sub(rf"^{COMPILER}$", "", line))  # on a line of its own or not
    ]


def _plainly(lines: Sequence[str]) -> list[Token]:
    """The same without the ways in which NumPy's versions write a number."""
    return _tokens(
        [DTYPE.sub("", WRAPPED.sub(r"\1", line)).replace("array(", "(") for line in lines]
    )


def _differ(
    one: list[Token], other: list[Token], again: list[Token], *, looks: bool = False
) -> tuple[int | None, int | None] | None:
    """The lines of the first tokens that differ; None where none do."""
    free = {
        i
        for i, (a, b) in enumerate(zip(other, again, strict=False))
        if len(other) == len(again) and chance(a, b)
    }
    for i, (a, b) in enumerate(zip(one, other, strict=False)):
        if not alike(a, b, looks=looks) and not (i in free and a.kind == b.kind):
            return a.line, b.line
    if len(one) == len(other):
        return None
    n = min(len(one), len(other))
    return (one[n].line if n < len(one) else None, other[n].line if n < len(other) else None)


def chance(a: Token, b: Token) -> bool:
    """Whether two runs print different numbers, of which one at least is more than nothing."""
    if a.kind != "number" or b.kind != "number" or a.text == b.text:
        return False
    return max(abs(float(a.text)), abs(float(b.text))) > SMALL


def alike(a: Token, b: Token, *, looks: bool) -> bool:
    """Whether a reader would take two tokens for the same."""
    if a.text == b.text:
        return True
    if a.kind != b.kind:
        return False
    if a.kind == "time":
        return True
    if a.kind == "looks":
        return looks
    if a.kind == "number":
        return close(a.text, b.text)
    bare = core(a.text)
    return bare == core(b.text) and not (a.text.isascii() and b.text.isascii())


def core(word: str) -> str:
    """What is left of a word in an encoding that it does not survive."""
    return "".join(c for c in word if c.isascii() and c != "?")


def close(a: str, b: str) -> bool:
    """Whether two printed numbers are one number, rounded, or both next to nothing."""
    x, y = float(a), float(b)
    if a.lstrip("+-").isdigit() and b.lstrip("+-").isdigit():
        return x == y
    off, size = abs(x - y), max(abs(x), abs(y))
    fine, coarse = sorted((unit(a), unit(b)))
    last = max(1.01 * fine, 0.51 * coarse)  # the next number, or the same one cut short
    return off <= max(SMALL, RELATIVE * size) or off <= last <= 0.11 * size


def unit(number: str) -> float:
    """What one in the last printed place is worth."""
    mantissa, _, exponent = number.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    return float(10.0 ** (max(-300, min(300, int(exponent or 0))) - places))
