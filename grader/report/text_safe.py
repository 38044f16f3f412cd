"""Makes any text safe to show on a terminal: what a student wrote is data, never a command."""

from __future__ import annotations

import re
import textwrap
import unicodedata

MAX_CHARS = 2000
MAX_LINES = 24

# Controls, bidi and zero-width marks, lone surrogates, private and unassigned, line separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_ASCII = str.maketrans(
    {
        "→": "->",
        "←": "<-",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "≈": "~",
        "×": "x",
        "·": "*",
        "√": "sqrt",
        "²": "^2",
        "ᵀ": ".T",
        "−": "-",
        "–": "-",
        "—": "-",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "…": "...",
        "¿": "",
        "¡": "",
        "±": "+-",
        "\xa0": " ",
    }
)


def visible(text: str) -> str:
    """Every character that would not be seen as itself, as an escape; line ends stay.

    So an exception's message can neither move the cursor, nor turn the direction of reading,
    nor hide a part of a name. Cut where it grows beyond what anyone reads.
    """
    text = text.replace("\r\n", "\n").replace("\t", "    ")
    lines = text[: MAX_CHARS + 1].split("\n")
    cut = len(text) > MAX_CHARS or len(lines) > MAX_LINES
    kept = "\n".join(lines[:MAX_LINES])[:MAX_CHARS]
    return "".join(map(_shown, kept)) + ("…" if cut else "")


def one_line(text: str) -> str:
    """``visible``, with line ends shown too: for names and for code comments."""
    return visible(text).replace("\n", "\\n")


def commandless(text: str) -> str:
    """No line of it is a command to GitHub's runner, which reads every log for ``::name``."""
    return _COMMAND.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def ascii_only(text: str) -> str:
    """The nearest plain ASCII: Spanish accents dropped, signs spelled, the rest escaped."""
    plain = text.translate(_ASCII)
    letters = "".join(c for c in unicodedata.normalize("NFD", plain) if ord(c) not in _ACCENTS)
    return letters.encode("ascii", "backslashreplace").decode("ascii")


def wrapped(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """Lines of at most ``width`` columns, broken between words only.

    ``first`` stands before the first line and ``rest`` (default: as much space) before the
    others. What is in backticks stays together if it is short, and so does a formula; a line that
    is indented is code: it is left as it is.
    """
    rest = " " * len(first) if rest is None else rest
    most = max(1, width - 12)
    held = re.sub(rf"`[^`\n]{{1,{most}}}`", lambda m: m[0].replace(" ", _HELD), text)
    held = _FORMULA.sub(lambda m: m[0] if len(m[0]) > most else m[0].replace(" ", _HELD), held)
    lines: list[str] = []
    for line in held.split("\n"):
        before = rest if lines else first
        code = line.startswith("  ")
        lines += [before + line] if code else _broken(line, width, before, rest)
    return [line.replace(_HELD, " ").rstrip() for line in lines]


_COMMAND = re.compile(r"(?<!\S):(?=:[A-Za-z])|#(?=#\[)")
_FORMULA = re.compile(r"\S+(?: (?:[-@*/%+=<>≤≥·×]|==|->) \S+)+")
_HELD = "\x00"  # visible() has removed every real one
_ACCENTS = range(0x300, 0x370)


def _broken(line: str, width: int, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        line,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first]


def _shown(c: str) -> str:
    if c == "\n" or unicodedata.category(c) not in _HIDDEN:
        return c
    code = ord(c)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
