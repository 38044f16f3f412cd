"""What is said about the picture of a step: the same on a terminal and on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model import LANGS, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Cell, Layout, Picture

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


def caption(picture: Picture) -> Text:
    """Which arrays are shown, how large, and how their entries are called."""
    k, names = picture.d_head, listed(_made(picture, picture.names))
    facts = {"names": names, "T": picture.T, "d": picture.d_model, "H": picture.n_heads}
    return WORDS[picture.step].format(**facts, k=k, last=k - 1, end=2 * k - 1)


def legend(picture: Picture) -> list[Text]:
    """What the signs in the picture mean, and what the mistake leaves alone."""
    heads = picture.step == "split" and picture.lab.shape != picture.mistake.shape
    said = [AXES] if heads else []
    said += [] if all(picture.belongs(*at) for *at, _ in cells(picture.mistake)) else [STAR]
    both = next((c for *_, c in cells(picture.mistake) if len(c) > 1), None)
    if both:
        said.append(BOTH.format(cell=label(both), first=both[0], second=both[1]))
    if picture.same:
        said.append(RIGHT.format(names=listed(_made(picture, picture.same))))
    return said


def row_name(picture: Picture, layout: Layout, n: int) -> Text:
    """What the n-th block is, or the n-th row where there is one block."""
    if len(layout.shape) == 3:
        return HEAD.format(n=n)
    tokens = picture.step == "merge" and layout.shape[0] == picture.T
    return (TOKEN if tokens else ROW).format(n=n)


def listed(names: Sequence[str]) -> Text:
    """``Q, K and V``."""
    *most, last = names
    return Text(*(AND.into(lang).join([", ".join(most), last]) if most else last for lang in LANGS))


def label(cell: Cell) -> str:
    """The entries that it is made of; a dot where it is 0."""
    return "&".join(cell) or "."


def cells(layout: Layout) -> Iterator[tuple[int, int, int, Cell]]:
    """Block, row, column and content of every cell."""
    for b, block in enumerate(layout.blocks):
        for r, row in enumerate(block):
            for c, cell in enumerate(row):
                yield b, r, c, cell


def _made(picture: Picture, names: Sequence[str]) -> Sequence[str]:
    """Q for W_Q: what the matrices make."""
    return [name.removeprefix("W_") for name in names] if picture.step == "proj" else names
