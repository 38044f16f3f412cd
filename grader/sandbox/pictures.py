"""The reply to a picture, checked to the last byte: its pixels, or why there are none."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.model import Failure, Image, Text
from grader.sandbox.failures import Malformed, failure
from grader.sandbox.frames import SMALL
from grader.sandbox.replies import facts

KEPT = 1_600_000
"""Pixels that a reply may have."""
CAP = SMALL + 3 * KEPT
MOST = 64_000_000
FORMS = ("PNG", "JPEG", "GIF", "BMP", "WEBP")
SIDE = 1 << 31


def image(reply: bytes, path: str) -> Image | Failure:
    """The reply to a request to decode."""
    if reply[:1] == b"E":
        return failure(reply)
    told, at = facts(reply)
    if "problem" in told:
        return _problem(told)
    form = told.get("form")
    width, height, step = (_size(told, key) for key in ("width", "height", "step"))
    rows, columns = -(-height // step), -(-width // step)
    if form not in FORMS or rows * columns > KEPT or len(reply) != at + 3 * rows * columns:
        raise Malformed("picture")
    pixels = np.frombuffer(reply, np.uint8, 3 * rows * columns, at).reshape(rows, columns, 3)
    return Image(path, str(form), pixels, (width, height))


def _size(told: dict[str, Any], key: str) -> int:
    value = told.get(key)
    if type(value) is not int or not 0 < value < SIDE:
        raise Malformed(key)
    return value


def _problem(told: dict[str, Any]) -> Failure:
    form = told.get("form")
    facts = {"form": form if form in FORMS else "", "most": MOST // 1_000_000}
    problem = str(told["problem"])
    if problem == "large" and "width" in told:
        width, height = _size(told, "width"), _size(told, "height")
        return Failure("refused", LARGE.format(width=width, height=height, **facts), "large")
    if problem == "library":
        return Failure("absent", LIBRARY, "library")
    if problem not in PROBLEMS:
        raise Malformed("problem")
    return Failure("refused", PROBLEMS[problem].format(**facts), problem)


LIBRARY = Text(
    en="Pillow, which decodes pictures, is not installed here",
    es="aquí no está instalado Pillow, que decodifica las imágenes",
)
LARGE = Text(
    en="it says that it has {width} x {height} pixels, more than the {most} million that are "
    "decoded",
    es="dice tener {width} x {height} píxeles, más de los {most} millones que se decodifican",
)
PROBLEMS = {
    "unknown": Text(
        en="it does not begin as any known picture format does",
        es="no empieza como ningún formato de imagen conocido",
    ),
    "large": Text(
        en="decoding it takes more memory than there is for it",
        es="decodificarla necesita más memoria de la disponible",
    ),
    "broken": Text(
        en="it begins as {form}, but what follows is damaged",
        es="empieza como {form}, pero lo que sigue está dañado",
    ),
    "truncated": Text(
        en="it begins as {form}, but ends before the picture does",
        es="empieza como {form}, pero termina antes que la imagen",
    ),
}
