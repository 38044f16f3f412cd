"""Markdown to sentences, each with its line and with the heading or question it answers to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.readme.pieces import is_manifest, shown, split
from grader.labs.multi_head.readme.sentence import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

_RAISED = {"<sup>": "^{", "</sup>": "}", "<br>": "\n", "<br/>": "\n", "<br />": "\n"}
_WIDEST = 30  # columns of a table, and more than enough
_ANSWERED = 6  # how many things a sentence can be an answer to


def sentences(text: str) -> tuple[Sentence, ...]:
    """Every sentence of a Markdown text, in order."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - slow to import

    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    return tuple(_Walk().over(tokens))


class _Walk:
    """One pass over the tokens, with what is remembered on the way."""

    def __init__(self) -> None:
        self.headings: list[tuple[int, str]] = []
        self.before = ""  # the sentence before, where it asks or introduces
        self.level = 0
        self.header: list[str] = []
        self.row: list[str] = []
        self.place = ""
        self.items: list[str] = []  # what the list items around begin with

    def over(self, tokens: Sequence[Token]) -> Iterator[Sentence]:
        """The sentences of each block."""
        line = 1
        for token in tokens:
            line = token.map[0] + 1 if token.map else line
            self._enter(token)
            if token.type == "tr_close":
                yield from self._row(line)
            elif token.type in ("fence", "code_block"):
                yield from self._code(token, line)
            elif token.type == "html_block":
                yield from self._prose(shown(token.content), line, "")
            elif token.type == "inline":
                yield from self._inline(token, line)
            elif token.type in ("heading_close", "table_close"):
                self.level, self.place = 0, ""

    def _enter(self, token: Token) -> None:
        """Note what begins and what is left."""
        if token.type == "heading_open":
            self.level = int(token.tag[1])
        elif token.type in ("thead_open", "tbody_open", "tr_open"):
            self._table(token.type)
        elif token.type == "list_item_open":
            self.items.append("")
        elif token.type == "list_item_close":
            self.items.pop()

    def _inline(self, token: Token, line: int) -> Iterator[Sentence]:
        """A paragraph, a heading or a cell."""
        words, bold = flat(token.children or ())
        if self.place:
            self.row.append(" ".join(words.split()))
            return
        yield from self._prose(words, line, bold)
        if self.items:
            self.items[-1] = self.items[-1] or words

    def _table(self, kind: str) -> None:
        if kind == "tr_open":
            self.row = []
        else:
            self.place = kind
            self.header = [] if kind == "thead_open" else self.header

    def _row(self, line: int) -> Iterator[Sentence]:
        """A row of a table, read aloud with the names of its columns."""
        if self.place == "thead_open":
            self.header = self.row
            return
        names = [*self.header, *[""] * len(self.row)]
        cells = [
            f"{name}: {cell}" if name else cell
            for name, cell in zip(names, self.row[:_WIDEST], strict=False)
            if cell
        ]
        if (
            len(self.row) == 2 and not self.row[0][:1].isdigit()
        ):  # a name and its value: what the columns are called adds nothing
            cells = [": ".join(self.row)]
        yield self._said("; ".join(cells), line)

    def _code(self, token: Token, line: int) -> Iterator[Sentence]:
        if is_manifest(token.content):
            return
        first = line + (token.type == "fence")
        for n, content in enumerate(token.content.splitlines()):
            if content.strip():
                yield Sentence(content.strip(), first + n, code=True, under=self._under(""))

    def _prose(self, words: str, line: int, bold: str) -> Iterator[Sentence]:
        if is_manifest(words):
            return
        if self.level:
            self.headings = [h for h in self.headings if h[0] < self.level]
            self.before = ""
        whole = [part for part in split(words) if part[0].strip()]
        for text, below in whole:
            yield self._said(text, line + below, bold)
        if self.level and whole:
            self.headings.append((self.level, " ".join(text for text, _ in whole)))
            self.before = ""

    def _said(self, text: str, line: int, bold: str = "") -> Sentence:
        text = " ".join(text.split())
        said = Sentence(text, line, self.level, under=self._under("" if bold in text else bold))
        if text.endswith(":") or said.question:
            self.before = text
        elif self.before and not self.before.endswith(":"):
            self.before = ""  # a question is answered by the sentence after it
        return said

    def _under(self, bold: str) -> tuple[str, ...]:
        headings = (text for _, text in reversed(self.headings))
        near = [self.before, bold, *reversed(self.items), *headings]
        return tuple(part for part in near if part)[:_ANSWERED]


def flat(children: Sequence[Token]) -> tuple[str, str]:
    """The words of a paragraph, line by line, and those in bold at its start."""
    parts: list[str] = []
    struck, depth, bold = 0, 0, ""
    for n, child in enumerate(children):
        struck += (child.type == "s_open") - (child.type == "s_close")
        depth += (child.type == "strong_open") - (child.type == "strong_close")
        if struck:
            continue
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
            bold += child.content if depth and len("".join(parts)) - len(bold) < 6 else ""
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n" if child.type == "softbreak" else "\x0b\n")
        elif child.type == "html_inline":
            parts.append(_RAISED.get(child.content.lower(), ""))
        elif child.type == "image" and n == 0:
            parts.append(" ")
    return "".join(parts), bold
