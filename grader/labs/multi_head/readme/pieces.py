"""Where a sentence ends, what HTML shows, and whether a block only repeats the manifest."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHORT = r"p\. ?ej|e\.g|i\.e|vs|aprox|approx|max|máx|dif|diff|fig|sec|ec|etc|cf|resp|núm|num|ref|eq"
_END = re.compile(r"[.!?…]+[*_\"'»”)]*(?=\s|$)(?:\s*[·/|](?=\s+\D))?|\s[·•|](?=\s+\D)")
_ABBREVIATED = re.compile(rf"(?:\b(?:{_SHORT})|\d|^|[\s(]\w)\.$", re.IGNORECASE)
_NEW = re.compile(
    r"\s*(?:[^\W\d_][^.:=!?]{0,40}[:=]\s|[-*•·→✓✔✅❌☑—–]\s|\d{1,2}[.)]\s|[-*•✅❌✔])"
)
_MANIFEST = re.compile(r"results_summary|heads_visibly_distinct|input_snippet|\"?experiment\"?\s*:")
_LONGEST = 2000  # characters of a sentence
_WRAPPED = 45  # characters: no editor wraps lines that early


class _Plain(HTMLParser):
    """The text of HTML: no comment, no script, no style."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Note what hides its content."""
        self._hidden = tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        """A block ends a sentence."""
        self._hidden = False
        if tag in ("p", "div", "li", "td", "summary", "h1", "h2", "h3", "h4"):
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Keep what is shown."""
        self.parts.append("" if self._hidden else data)


def split(words: str) -> Iterator[tuple[str, int]]:
    """Sentences of a paragraph, each with how many lines below its first it starts."""
    lines = words.split("\n")
    at, text = 0, ""
    for n, line in enumerate(lines):
        if text.strip() and (text.endswith("\x0b") or _NEW.match(line) or _broken(text, line)):
            yield text.replace("\x0b", " "), at
            text = ""
        if not text.strip():
            text, at = "", n
        new = max(0, len(text) - 9)
        text += " " + line
        while cut := _cut(text, new):
            yield text[:cut].replace("\x0b", " "), at
            text, at, new = text[cut:], n, 0
        if len(text) > _LONGEST:
            yield text.replace("\x0b", " "), at
            text = ""
    if text.strip():
        yield text.replace("\x0b", " "), at


def _broken(text: str, line: str) -> bool:
    """A line that ends long before the margin was ended on purpose."""
    return len(text) < _WRAPPED and line.lstrip()[:1] != line.lstrip()[:1].lower()


def _cut(text: str, new: int) -> int:
    """Where the first sentence ends, if another begins after it; what is before is known."""
    for match in _END.finditer(text, new):
        end = match.end()
        if not text[end:].strip():
            return 0
        dotted = match[0] == "." and _ABBREVIATED.search(text[max(0, end - 9) : end])
        small = text[end:].lstrip()[:1].islower() and match[0] in (".", "…", "...")
        if not (dotted and (small or not text[end - 2].isdigit() or end < 5)):
            return end
    return 0


def shown(content: str) -> str:
    """The text that a block of HTML shows."""
    reader = _Plain()
    reader.feed(content)
    reader.close()
    return "".join(reader.parts)


def is_manifest(text: str) -> bool:
    """Whether a block only repeats manifest.json: a copy of another file answers nothing."""
    if len(set(_MANIFEST.findall(text))) >= 2:
        return True
    try:
        return text.lstrip().startswith(("{", "[")) and isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False
