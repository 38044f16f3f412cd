"""What heatmap-tokens says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model import Text

if TYPE_CHECKING:
    from grader.labs.multi_head.tokens import Kind

ACROSS = Text(en="horizontal axis", es="eje horizontal")
DOWN = Text(en="vertical axis", es="eje vertical")
LOOK = Text(
    en="mha.py cannot show here what it draws, and from the picture alone a program cannot read "
    "the labels: a person has to look at them",
    es="mha.py no puede mostrar aquí lo que dibuja, y un programa no puede leer las etiquetas solo "
    "con la imagen: una persona tiene que mirarlas",
)
UNKNOWN = Text(
    en="mha.py draws no heat map whose labels could be read; see `mha-runs`",
    es="mha.py no dibuja ningún heatmap cuyas etiquetas se puedan leer; véase `mha-runs`",
)
MAPS = Text(
    en="the {axis} of {n} of the {all} maps: ",
    es="el {axis} de {n} de los {all} mapas: ",
)
NONE = Text(
    en="it has no labels; put the eight tokens there: `{tokens}`",
    es="no tiene etiquetas; pon ahí los ocho tokens: `{tokens}`",
)
POSITIONS = Text(
    en="it shows numbers (`{shown}`) and not the tokens: give `set_xticks` and `set_yticks` the "
    "places and the tokens",
    es="muestra números (`{shown}`) y no los tokens: da a `set_xticks` y `set_yticks` los sitios y "
    "los tokens",
)
FEW = Text(
    en="only some of the eight tokens are there (`{shown}`): one tick for each, "
    "`set_xticks(range(8), tokens)`",
    es="solo están algunos de los ocho tokens (`{shown}`): una marca para cada uno, "
    "`set_xticks(range(8), tokens)`",
)
PHASE = Text(
    en="it shows `{shown}`, the sequence of the phase's first page; the lab fixes `{tokens}`",
    es="muestra `{shown}`, la secuencia de la página inicial de la fase; el lab fija `{tokens}`",
)
NO_BOS = Text(
    en="it shows `{shown}`: the first token, `<bos>`, is missing; the lab fixes `{tokens}`",
    es="muestra `{shown}`: falta el primer token, `<bos>`; el lab fija `{tokens}`",
)
ORDER = Text(
    en="the tokens are not at their places: it shows `{shown}` and should show `{tokens}`. After "
    "`set_xticklabels` alone they land on whatever ticks there are; `set_xticks(range(8), tokens)` "
    "puts each at its own",
    es="los tokens no están en su sitio: muestra `{shown}` y debería mostrar `{tokens}`. Solo con "
    "`set_xticklabels` caen en las marcas que haya; `set_xticks(range(8), tokens)` pone cada uno "
    "en la suya",
)
TURNED = Text(
    en="its labels (`{shown}`) run against the values: the equal lines of the map are those of the "
    "two `work` and the two `,` only the other way round. Turn the labels, or the axis, not one "
    "alone",
    es="sus etiquetas (`{shown}`) van al revés que los valores: las líneas iguales del mapa son "
    "las de los dos `work` y las dos `,` solo en el otro sentido. Invierte las etiquetas o el eje "
    "para que coincidan",
)
OTHER = Text(
    en="it shows `{shown}` and should show `{tokens}`",
    es="muestra `{shown}` y debería mostrar `{tokens}`",
)
SAYS: dict[Kind, Text] = {
    "none": NONE,
    "positions": POSITIONS,
    "few": FEW,
    "phase": PHASE,
    "without bos": NO_BOS,
    "order": ORDER,
    "other": OTHER,
    "right": OTHER,
    "reversed": OTHER,
}
"""What to say of each kind; the two right ones are here for the type's sake only."""
