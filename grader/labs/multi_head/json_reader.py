"""The grammar of JSON, read by recursive descent, and what people write in its place.

Every slip that leaves no doubt about the meaning is noted and read over.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from grader.labs.multi_head.json_cursor import Bare, Cursor, Stop

MAX_DEPTH = 64
MAX_VALUES = 20_000

Path = tuple[str | int, ...]
"""The keys and places that lead from the root to a part."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_LOOSE = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_COMMA = re.compile(r"([+-]?[0-9]+),([0-9]+(?:[eE][+-]?[0-9]+)?)(?=\s*[,}\n])")
_NUMPY = re.compile(r"(?:np|numpy)\.\w+\(([\w.+-]+)\)")
_WORD = re.compile(r"[\w.+-]+")
_UNQUOTED = re.compile(r"[^,\]}\r\n]+")
_ENDED = re.compile(r"\s*([,\]}#/\n]|$)")
_JSON = {"true": True, "false": False, "null": None}
_PYTHON = {"true": True, "false": False, "none": None, "null": None}
_NOT_FINITE = {"nan", "inf", "infinity"}


def _bare(word: str) -> tuple[Any, str]:
    """What a word without quotes means, and which slip it is (none: empty)."""
    if word in _JSON:
        return _JSON[word], ""
    plain = word.removeprefix("np.").removeprefix("numpy.").rstrip("_").lower()
    if plain in _PYTHON:
        return _PYTHON[plain], "python-word"
    if plain.lstrip("+-") in _NOT_FINITE:
        return word, "nan"
    if not _LOOSE.fullmatch(word):
        return word, "unquoted"
    near = float(word)
    if math.isinf(near):
        return word, "overflow"
    value = near if set(word) & set(".eE") else int(word)
    return value, "" if _NUMBER.fullmatch(word) else "number-form"


_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»"}
_BODIES = {a: re.compile(rf"{a}((?:[^{b}\\\r\n]|\\[^\r\n])*+){b}") for a, b in _QUOTES.items()}
_ODD_TEXT = re.compile(r"((?:\\u[0-9a-fA-F]{4})+)|\\(.)|[\x00-\x1f]")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/"} | dict(zip("bfnrt", "\b\f\n\r\t", strict=True))


class Reader(Cursor):
    """Recursive descent; the depth is bounded, so the recursion is."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.lines: dict[Path, int] = {}
        self.depth = self.count = 0
        self.doubt = False

    def document(self) -> tuple[Any, bool]:
        """The value, and whether that is what the file means beyond doubt."""
        try:
            self.gap()
            value = self.value(())
            self.gap()
        except Stop:
            return None, False
        if self.next:
            self.slip("leftover", self.at, found=self.found())
        harmless = not self.text[self.at :].strip("}],; \t\r\n")
        return value, harmless and not self.doubt

    def value(self, path: Path) -> Any:
        """Whatever stands here, with all that is in it."""
        self.count += 1
        if self.count > MAX_VALUES:
            self.stop("too-many")
        self.lines.setdefault(path, self.line(self.at))
        if self.next not in ("{", "["):
            return self.string() if self.next in _QUOTES else self.bare(path)
        if self.depth == MAX_DEPTH:
            self.stop("too-deep")
        self.depth += 1
        inside = self.members(path) if self.take("{") else self.items(path)
        self.depth -= 1
        return inside

    def members(self, path: Path) -> dict[str, Any]:
        """The inside of an object, to its closing brace."""
        found: dict[str, Any] = {}
        while self.another("}", first=not found):
            at, key = self.at, self.key()
            here = (*path, key)
            before = self.lines.get(here, 0)
            self.gap()
            if not self.take(":"):
                self.stop("want-colon")
            self.gap()
            self.lines[here] = self.line(at)
            value = self.value(here)
            if key in found:
                equal = repr(found[key]) == repr(value)
                self.doubt = self.doubt or not equal
                self.slip("twice" if equal else "twice-differs", at, key=key, first=before)
            found[key] = value
        return found

    def items(self, path: Path) -> list[Any]:
        """A list, from its opening bracket to its closing one."""
        self.take("[")
        found: list[Any] = []
        while self.another("]", first=not found):
            found.append(self.value((*path, len(found))))
        return found

    def another(self, closer: str, *, first: bool) -> bool:
        """Whether one more part follows; goes past the comma before it, or past ``closer``."""
        self.gap()
        comma = self.at
        if not first and self.take(","):
            self.gap()
            if self.next == closer:
                self.slip("trailing-comma", comma)
        elif not first and self.next and self.next != closer:
            if closer == "]" or self.next not in _QUOTES:
                self.stop("want-comma", closer=closer)
            self.slip("missing-comma", self.at)
        if not self.next:
            self.slip("unclosed", self.at, closer=closer)
        return bool(self.next) and not self.take(closer)

    def key(self) -> str:
        """A key; without quotes too, where it is a single word."""
        if self.next in _QUOTES:
            return self.string()
        word = _WORD.match(self.text, self.at)
        if not word:
            self.stop("want-key")
        self.slip("unquoted", self.at, word=word[0])
        self.at = word.end()
        return word[0]

    def string(self) -> str:
        """Text in quotes of whatever kind."""
        body = _BODIES[self.next].match(self.text, self.at)
        if not body:
            self.stop("unclosed-text")
        if self.next != '"':
            self.slip("quotes", self.at, quote=f"{self.next}…{_QUOTES[self.next]}")
        quote, start, self.at = self.next, body.start(1), body.end()

        def plain(odd: re.Match[str]) -> str:
            return self.plain(odd, quote, start + odd.start())

        return _ODD_TEXT.sub(plain, body[1])

    def plain(self, odd: re.Match[str], quote: str, at: int) -> str:
        """What an escape in text stands for; one that stands for nothing is kept as written."""
        units, letter = odd.groups()
        if units:
            raw = bytes.fromhex(units.replace("\\u", ""))
            text = raw.decode("utf-16-be", "replace")
            if text.encode("utf-16-be") != raw:
                self.slip("surrogate", at, word=units)
            return text
        if letter in _ESCAPES or (letter and letter == quote):
            return _ESCAPES.get(letter, letter)
        self.slip("escape" if letter else "control", at, word=odd[0])
        return odd[0]

    def bare(self, path: Path) -> Any:
        """A number, a word of JSON, or one that stands without quotes."""
        at = self.at
        in_object = bool(path) and isinstance(path[-1], str)
        match = _NUMPY.match(self.text, at) or (in_object and _COMMA.match(self.text, at))
        word = match or _WORD.match(self.text, at)
        value, kind = _bare((".".join(match.groups()) if match else word[0]) if word else "")
        if not word or (kind == "unquoted" and not path):
            self.stop("want-value")
        if kind == "unquoted" and not _ENDED.match(self.text, word.end()):
            self.stop("unquoted", word=_UNQUOTED.findall(self.text, at, at + 100)[0].rstrip())
        if match and kind in ("", "python-word", "number-form", "unquoted"):
            kind = "numpy" if match.re is _NUMPY else "decimal-comma"
        if kind:
            self.slip(kind, at, word=word[0], instead=json.dumps(value, ensure_ascii=False))
        self.at = word.end()
        return Bare(value) if isinstance(value, str) else value
