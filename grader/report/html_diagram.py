"""What goes where in a step, as tables to draw: the lab's way beside the mistake's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.report import html_words, picture_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.model import Cell, Layout, Picture, Text

COLORS = 4
"""So many heads have a colour of their own; then they come round again."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell: what it is made of, the head that this belongs to, whether it is right there."""

    text: str
    color: str
    """``h0``, ``h1`` ...; ``mixed`` of several heads, ``none`` where it is 0."""
    wrong: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """A block of cells under its name, with heads over its columns where it spans several."""

    name: Text | None
    heads: tuple[tuple[int, int], ...]
    """(head, how many columns), from the left."""
    rows: tuple[tuple[Text | None, str, tuple[Entry, ...]], ...]
    """Name, colour of the name, cells."""


@dataclass(frozen=True, slots=True)
class Side:
    """One way of doing it."""

    title: Text
    shape: str
    grids: tuple[Grid, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """The picture of one misconception."""

    id: str
    caption: Text
    before: Side | None
    """What the step starts from, where that is not the lab's own way already."""
    lab: Side
    mistake: Side
    legend: tuple[Text, ...]
    heads: int


def diagram(name: str, picture: Picture) -> Diagram:
    """The picture of a step with heads told apart by colour and by name."""
    signs = (
        html_words.STAR if t is picture_words.STAR else t for t in picture_words.legend(picture)
    )
    return Diagram(
        name,
        picture_words.caption(picture),
        _before(picture),
        _side(picture, picture.lab, html_words.LABS_WAY),
        _side(picture, picture.mistake, html_words.THIS_WAY),
        tuple(signs),
        picture.n_heads,
    )  # fmt: skip


def _side(picture: Picture, layout: Layout, title: Text) -> Side:
    return Side(title, _shape(layout.shape), tuple(_grids(picture, layout)))


def _shape(shape: Sequence[int]) -> str:
    return "(" + ", ".join(map(str, shape)) + ")"


def _grids(picture: Picture, layout: Layout) -> Iterable[Grid]:
    blocked = len(layout.shape) == 3
    for b, block in enumerate(layout.blocks):
        rows = []
        for r, row in enumerate(block):
            name = None if blocked else picture_words.row_name(picture, layout, r)
            wrong = [
                layout is picture.mistake and not picture.belongs(b, r, c) for c in range(len(row))
            ]
            cells = tuple(
                _entry(picture, cell, wrong=w) for cell, w in zip(row, wrong, strict=True)
            )
            rows.append((name, _row_color(picture, r), cells))
        name = picture_words.row_name(picture, layout, b) if blocked else None
        yield Grid(name, _heads(picture, len(block[0])), tuple(rows))


def _entry(picture: Picture, cell: Cell, *, wrong: bool = False) -> Entry:
    heads = {_head(picture, label) for label in cell}
    color = "none" if not heads else "mixed" if len(heads) > 1 else f"h{heads.pop() % COLORS}"
    return Entry(picture_words.label(cell), color, wrong)


def _head(picture: Picture, label: str) -> int:
    """The head of an entry by its place: of W_O a head has rows, elsewhere columns."""
    row, column = int(label[0]), int(label[1])
    return (row if picture.step == "out" else column) // picture.d_head


def _heads(picture: Picture, wide: int) -> tuple[tuple[int, int], ...]:
    """Names over the columns, where a row goes through several heads."""
    if wide != picture.d_model or picture.step == "out":
        return ()
    return tuple((n, picture.d_head) for n in range(picture.n_heads))


def _row_color(picture: Picture, row: int) -> str:
    return f"h{row // picture.d_head % COLORS}" if picture.step == "out" else ""


def _before(picture: Picture) -> Side | None:
    """The array that is split, or the heads that are joined."""
    T, d, k = picture.T, picture.d_model, picture.d_head
    if picture.step == "split":
        rows = tuple(_row(picture, t, range(d), picture_words.TOKEN) for t in range(T))
        title = html_words.SOURCE_MATRIX.format(name=picture_words.listed(picture.names))
        return Side(title, _shape((T, d)), (Grid(None, _heads(picture, d), rows),))
    if picture.step == "merge":
        grids = tuple(
            Grid(
                picture_words.HEAD.format(n=h),
                (),
                tuple(_row(picture, t, range(h * k, (h + 1) * k), None) for t in range(T)),
            )
            for h in range(picture.n_heads)
        )
        return Side(html_words.JOINED, _shape((picture.n_heads, T, k)), grids)
    return None


def _row(
    picture: Picture, t: int, columns: Iterable[int], name: Text | None
) -> tuple[Text | None, str, tuple[Entry, ...]]:
    cells = tuple(_entry(picture, (f"{t}{c}",)) for c in columns)
    return name and name.format(n=t), "", cells
