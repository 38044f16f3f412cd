"""What goes where in a step of the forward pass, drawn in text: the lab's way and a mistake's."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from grader.model import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Cell, Layout, Picture
    from grader.report.text_page import Page

TITLE = Text(en="What goes where", es="Qué va a dónde")
SPLIT = Text(
    en="{names} with T = {T}, d_model = {d}, n_heads = {H}, so d_head = {k}. Each entry is named "
    "after its place: 12 is token 1, column 2. Columns 0 to {last} are of head 0, columns {k} to "
    "{end} of head 1.",
    es="{names} con T = {T}, d_model = {d}, n_heads = {H}, luego d_head = {k}. Cada entrada se "
    "llama como su lugar: 12 es token 1, columna 2. Las columnas 0 a {last} son de la cabeza 0; "
    "las columnas {k} a {end}, de la cabeza 1.",
)
MERGE = Text(
    en="The joined heads, with T = {T}, d_model = {d}, n_heads = {H}, so d_head = {k}. Each entry "
    "is named after the place where it belongs: 12 belongs to token 1, column 2. Columns 0 to "
    "{last} come from head 0, columns {k} to {end} from head 1.",
    es="Las cabezas concatenadas, con T = {T}, d_model = {d}, n_heads = {H}, luego d_head = {k}. "
    "Cada entrada se llama como el lugar que le toca: 12 va en el token 1, columna 2. Las "
    "columnas 0 a {last} vienen de la cabeza 0; las columnas {k} a {end}, de la cabeza 1.",
)
PROJECT = Text(
    en="What x is multiplied by to make {names}, with d_model = {d}, n_heads = {H}, so d_head = "
    "{k}. 12 is the entry of the class's matrix in row 1, column 2, and a dot is 0. Row 1 says "
    "what feature 1 of a token adds to each column; columns 0 to {last} are of head 0.",
    es="La matriz que multiplica a x para obtener {names}, con d_model = {d}, n_heads = {H}, luego "
    "d_head = {k}. 12 es la entrada de la matriz de la clase en la fila 1, columna 2, y un punto "
    "es 0. La fila 1 dice qué aporta la feature 1 de un token a cada columna; las columnas 0 a "
    "{last} son de la cabeza 0.",
)
OUTPUT = Text(
    en="What the joined heads are multiplied by, with d_model = {d}, n_heads = {H}, so d_head = "
    "{k}. 12 is the entry of W_O in row 1, column 2, and a dot is 0. Rows 0 to {last} meet head 0, "
    "rows {k} to {end} head 1.",
    es="La matriz que multiplica a las cabezas concatenadas, con d_model = {d}, n_heads = {H}, "
    "luego d_head = {k}. 12 es la entrada de W_O en la fila 1, columna 2, y un punto es 0. Las "
    "filas 0 a {last} actúan sobre la cabeza 0; las filas {k} a {end}, sobre la cabeza 1.",
)
WORDS = {"split": SPLIT, "merge": MERGE, "proj": PROJECT, "out": OUTPUT}
AND = Text(en=" and ", es=" y ")
RIGHT = Text(en="{names} as in the lab.", es="{names} como en el lab.")
STAR = Text(en="* is not what belongs there.", es="* no es lo que va ahí.")
AXES = Text(
    en="forward takes the first axis for heads and the second for tokens.",
    es="forward toma el primer eje por cabezas y el segundo por tokens.",
)
BOTH = Text(
    en="{cell} is made of both entries, {first} and {second}.",
    es="{cell} se hace con las dos entradas, {first} y {second}.",
)
LAB = Text(en="the lab {shape}", es="el lab {shape}")
THIS = Text(en="this mistake {shape}", es="este error {shape}")
HEAD = Text(en="head {n}", es="cabeza {n}")
TOKEN = Text(en="token {n}", es="token {n}")
ROW = Text(en="row {n}", es="fila {n}")
WRONG = "1;31"
INDENT = "  "


def drawn(picture: Picture, page: Page) -> list[str]:
    """The lines under a title of their own, at most 80 columns wide."""
    k, names = picture.d_head, _listed(_made(picture, picture.names), page)
    facts = {"names": names, "T": picture.T, "d": picture.d_model, "H": picture.n_heads}
    said = page.say(WORDS[picture.step], **facts, k=k, last=k - 1, end=2 * k - 1)
    rows = [_starred(line, page) for line in _beside(picture, page)]
    title = page.paint(page.say(TITLE), "1")
    legend = _legend(picture, page)
    return [title, *page.lines(said, INDENT), "", *rows, *([""] if legend else []), *legend]


def _starred(line: str, page: Page) -> str:
    return re.sub(r"\S+\*", lambda star: page.paint(star[0], WRONG), line)


def _legend(picture: Picture, page: Page) -> list[str]:
    heads = picture.step == "split" and picture.lab.shape != picture.mistake.shape
    said = [page.say(AXES)] if heads else []
    said += [page.say(STAR)] if _stars(picture) else []
    both = next((c for _, _, _, c in _cells(picture.mistake) if len(c) > 1), None)
    if both:
        said.append(page.say(BOTH, cell=_label(both), first=both[0], second=both[1]))
    if picture.same:
        said.append(page.say(RIGHT, names=_listed(_made(picture, picture.same), page)))
    return page.lines(" ".join(said), INDENT) if said else []


def _made(picture: Picture, names: Sequence[str]) -> Sequence[str]:
    """Q for W_Q: what the matrices make."""
    return [name.removeprefix("W_") for name in names] if picture.step == "proj" else names


def _listed(names: Sequence[str], page: Page) -> str:
    *most, last = names
    return page.say(AND).join([", ".join(most), last]) if most else last


def _beside(picture: Picture, page: Page) -> list[str]:
    """The lab's layout on the left, the mistake's on the right; below it on a narrow page."""
    left = _column(picture, picture.lab, LAB, page)
    right = _column(picture, picture.mistake, THIS, page)
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
    names = [_name(picture, layout, n, page) for n in range(len(_rows(layout)))]
    margin = max(map(len, names)) + 2
    wide = max(len(_label(c)) for _, _, _, c in _cells(layout))
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


def _name(picture: Picture, layout: Layout, n: int, page: Page) -> str:
    if len(layout.shape) == 3:
        return page.say(HEAD, n=n)
    tokens = picture.step == "merge" and layout.shape[0] == picture.T
    return page.say(TOKEN if tokens else ROW, n=n)


def _barred(picture: Picture, cells: list[str]) -> str:
    """A bar between the heads, where a row goes through several."""
    if len(cells) != picture.d_model:
        return " ".join(cells)
    k = picture.d_head
    return "| ".join(" ".join(cells[n : n + k]) + " " for n in range(0, len(cells), k)).rstrip(" ")


def _shown(picture: Picture, layout: Layout, at: tuple[int, int, int], wide: int) -> str:
    block, row, column = at
    text = f"{_label(layout.blocks[block][row][column]):>{wide}}"
    if layout is picture.lab or picture.belongs(*at):
        return text + " "
    return text + "*"


def _label(cell: Cell) -> str:
    return "&".join(cell) or "."


def _cells(layout: Layout) -> Iterator[tuple[int, int, int, Cell]]:
    for b, block in enumerate(layout.blocks):
        for r, row in enumerate(block):
            for c, cell in enumerate(row):
                yield b, r, c, cell


def _stars(picture: Picture) -> bool:
    return not all(picture.belongs(b, r, c) for b, r, c, _ in _cells(picture.mistake))
