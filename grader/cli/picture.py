"""What goes where in a step of the forward pass, drawn in text: the lab's way and a mistake's."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from grader.report import picture_words as words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Layout, Picture, Text
    from grader.report.text_page import Page

WRONG = "1;31"
INDENT = "  "


def drawn(picture: Picture, page: Page) -> list[str]:
    """The lines under a title of their own, at most 80 columns wide."""
    said = page.lines(page.say(words.caption(picture)), INDENT)
    rows = [_starred(line, page) for line in _beside(picture, page)]
    title = page.paint(page.say(words.TITLE), "1")
    meaning = " ".join(page.say(sign) for sign in words.legend(picture))
    legend = ["", *page.lines(meaning, INDENT)] if meaning else []
    return [title, *said, "", *rows, *legend]


def _starred(line: str, page: Page) -> str:
    return re.sub(r"\S+\*", lambda star: page.paint(star[0], WRONG), line)


def _beside(picture: Picture, page: Page) -> list[str]:
    """The lab's layout on the left, the mistake's on the right; below it on a narrow page."""
    left = _column(picture, picture.lab, words.LAB, page)
    right = _column(picture, picture.mistake, words.THIS, page)
    wide, more = (max(len(line) for block in side for line in block) for side in (left, right))
    if 4 * len(INDENT) + wide + more > page.style.width:
        return [f"{INDENT}{line}".rstrip() for side in (*left, [""], *right) for line in side]
    none: list[str] = []
    lines = [
        f"{INDENT}{a:{wide}}{2 * INDENT}{b}"
        for ours, theirs in zip_longest(left, right, fillvalue=none)
        for a, b in zip_longest(ours, theirs, fillvalue="")
    ]
    return [line.rstrip() for line in lines]


def _column(picture: Picture, layout: Layout, title: Text, page: Page) -> list[list[str]]:
    """The heading, then each block as lines."""
    shape = "(" + ", ".join(map(str, layout.shape)) + ")"
    blocks = [[page.say(title, shape=shape)]]
    names = [page.say(words.row_name(picture, layout, n)) for n in range(len(_rows(layout)))]
    margin = max(map(len, names)) + 2
    wide = max(len(words.label(c)) for _, _, _, c in words.cells(layout))
    for b, rows in enumerate(layout.blocks):
        found = []
        for r, row in enumerate(rows):
            n = b if len(layout.shape) == 3 else r
            first = names[n] if r == 0 or len(layout.shape) == 2 else ""
            cells = [_shown(picture, layout, (b, r, c), wide) for c in range(len(row))]
            found.append(f"{first:{margin}}{_barred(picture, cells)}")
        blocks.append(found)
    return blocks


def _rows(layout: Layout) -> Sequence[object]:
    return layout.blocks if len(layout.shape) == 3 else layout.blocks[0]


def _barred(picture: Picture, cells: list[str]) -> str:
    """A bar between the heads, where a row goes through several."""
    if len(cells) != picture.d_model:
        return " ".join(cells)
    k = picture.d_head
    return "| ".join(" ".join(cells[n : n + k]) + " " for n in range(0, len(cells), k)).rstrip(" ")


def _shown(picture: Picture, layout: Layout, at: tuple[int, int, int], wide: int) -> str:
    block, row, column = at
    text = f"{words.label(layout.blocks[block][row][column]):>{wide}}"
    if layout is picture.lab or picture.belongs(*at):
        return text + " "
    return text + "*"
