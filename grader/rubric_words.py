"""What is said about a rubric file that cannot be used."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Any

from grader.model import Text, same

if TYPE_CHECKING:
    from collections.abc import Iterable

NEAR = Text(en=" Did you mean “{close}”?", es=" ¿Querías decir «{close}»?")
UNKNOWN = Text(
    en="{file}: there is no check “{id}”.{near} `grade checks` lists them all.",
    es="{file}: no hay ninguna comprobación «{id}».{near} `grade checks` las muestra todas.",
)
NO_POINTS = Text(
    en="{file}: no check has any points. Give points to one check at least.",
    es="{file}: ninguna comprobación tiene puntos. Da puntos al menos a una.",
)
INSIDE = Text(
    en="The rubric {file} lies inside {submission}, which is what is graded. "
    "A rubric must come from outside: move it elsewhere, then give its new path.",
    es="La rúbrica {file} está dentro de {submission}, que es lo que se evalúa. "
    "Una rúbrica debe venir de fuera: muévela a otro sitio e indica su nueva ruta.",
)
UNREADABLE = Text(
    en="The rubric {file} cannot be read ({why}).",
    es="No se puede leer la rúbrica {file} ({why}).",
)
TOO_LARGE = Text(
    en="{file} is larger than 1 MB, so it is no rubric.",
    es="{file} ocupa más de 1 MB, así que no es una rúbrica.",
)
NOT_UTF8 = Text(
    en="{file}, line {line}: not UTF-8. Save the file in that encoding.",
    es="{file}, línea {line}: no es UTF-8. Guarda el archivo con esa codificación.",
)
BAD_TOML = Text(
    en="{file}, line {line}: not valid TOML ({what}).",
    es="{file}, línea {line}: no es TOML válido ({what}).",
)
MISSING = Text(
    en='{file}: the first line must be schema = "mha-grader/rubric/v1".',
    es='{file}: la primera línea debe ser schema = "mha-grader/rubric/v1".',
)
INVALID = Text(en="{file}, {where}: {what}", es="{file}, {where}: {what}")
KEY = Text(
    en="there is no such key.{near} Valid keys: {allowed}.",
    es="no existe esa clave.{near} Claves válidas: {allowed}.",
)
CONST = Text(en="this must be {value}.", es="aquí debe poner {value}.")
RANGE = Text(
    en="points are a number from 0 to 1000.",
    es="los puntos son un número de 0 a 1000.",
)
ONE_RULE = Text(
    en="give exactly one of `points = N`, `advisory = true` and `drop = true`.",
    es="pon exactamente una de estas: `points = N`, `advisory = true` o `drop = true`.",
)
TYPES = {
    "string": Text(en="this must be text in quotes.", es="aquí va un texto entre comillas."),
    "object": Text(
        en="this must be a table, such as [checks.scores] with a line `points = 5`.",
        es="aquí va una tabla, como [checks.scores] con una línea `points = 5`.",
    ),
}


def said(file: str, where: str, error: Any) -> Text:
    """One of jsonschema's errors as a sentence; ``where`` is the key, dotted."""
    keyword, value = str(error.validator), error.validator_value
    if keyword == "required":
        return MISSING.format(file=file)
    if keyword == "additionalProperties":
        allowed = list(error.schema.get("properties", ()))
        key = next(key for key in error.instance if key not in allowed)
        path = f"{where}.{key}" if where else key
        what = KEY.format(near=near(key, allowed), allowed=", ".join(allowed))
        return INVALID.format(file=file, where=path, what=what)
    what = {
        "const": CONST.format(value=json.dumps(value)),
        "minimum": RANGE,
        "maximum": RANGE,
        "minProperties": ONE_RULE,
        "maxProperties": ONE_RULE,
        "type": TYPES.get(str(value), RANGE),
    }.get(keyword, same(str(error.message)))
    return INVALID.format(file=file, where=where, what=what)


def near(word: str, known: Iterable[str]) -> Text:
    """`` Did you mean X?``, or nothing."""
    close = difflib.get_close_matches(word, list(known), 1)
    return NEAR.format(close=close[0]) if close else same("")
