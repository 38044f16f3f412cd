"""What deciding has to say, in both languages."""

from __future__ import annotations

from grader.model import Text

NO_CHECK = Text(
    en="The report of {id} has no check “{check}”.{near}",
    es="El informe de {id} no tiene la comprobación «{check}».{near}",
)
NEAR = Text(en=" Did you mean {close}?", es=" ¿Querías decir {close}?")
NO_POINTS = Text(
    en="{check} carries no points in this rubric, so there is nothing to decide.",
    es="{check} no lleva puntos en esta rúbrica, así que no hay nada que decidir.",
)
NOT_APPLIED = Text(
    en="{check} does not apply to {id}, and is not counted; there is nothing to decide.",
    es="{check} no se aplica a {id} y no se cuenta; no hay nada que decidir.",
)
NO_REPORT = Text(
    en="{id} has no report yet, so nothing about it can be decided.{why}",
    es="{id} todavía no tiene informe, así que no se puede decidir nada.{why}",
)
NOT_A_NUMBER = Text(
    en="Points are a number such as 2 or 1.5, not “{value}”.",
    es="Los puntos son un número como 2 o 1.5, no «{value}».",
)
OUT_OF_RANGE = Text(
    en="{check} is worth {most}: give between 0 and {most}, not {value}.",
    es="{check} vale {most}: da entre 0 y {most}, no {value}.",
)
WHO = Text(
    en="A decision is kept with the name of who made it: give yours{how}.",
    es="Una decisión se guarda con el nombre de quien la toma: indica el tuyo{how}.",
)
TOO_LONG = Text(
    en="The {what} has {n} characters; at most {most} are kept. Shorten it.",
    es="El {what} tiene {n} caracteres; se guardan {most} como máximo. Acórtalo.",
)
COMMENT = Text(en="comment", es="comentario")
NAME = Text(en="name", es="nombre")
NOT_DECIDED = Text(
    en="Nobody has decided {check} of {id}, so there is nothing to take back.",
    es="Nadie ha decidido {check} de {id}, así que no hay nada que retirar.",
)
WHY = {
    "review": Text(en="needs a person", es="debe revisarlo una persona"),
    "agreement": Text(
        en="possibly unfair: nothing else of the class failed",
        es="posible injusticia: no falla nada más de la clase",
    ),
    "decided": Text(en="decided by a person", es="decidido por una persona"),
    "settled": Text(en="settled by the grader", es="resuelto por el evaluador"),
}
"""Why an item is listed."""
