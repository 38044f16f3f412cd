"""What the commands for a class have to say, in both languages."""

from __future__ import annotations

import re

from grader.model import Refusal, Text

NO_SOURCE = Text(
    en="There is nothing at “{source}”: check the path of the class.",
    es="No hay nada en «{source}»: revisa la ruta de la clase.",
)
OUT_IS_FILE = Text(
    en="“{out}” is a file. --out takes a folder, which is made if it is not there.",
    es="«{out}» es un archivo. --out admite una carpeta, que se crea si no existe.",
)
OUT_IN_SOURCE = Text(
    en="“{out}” lies in the class itself, “{source}”. Name a folder outside of it with --out, so "
    "that results are not taken for submissions.",
    es="«{out}» está dentro de la propia clase, «{source}». Indica con --out una carpeta fuera de "
    "ella, para que los resultados no se tomen por entregas.",
)
CLOSED = Text(en="“{source}” cannot be opened ({why}).", es="«{source}» no se puede abrir ({why}).")
SAME_ROSTER = Text(
    en="The roster of the earlier run is used again ({n} on it). To use another: --roster FILE.",
    es="Se usa de nuevo la lista de clase de la ejecución anterior ({n} en ella). Para usar otra: "
    "--roster ARCHIVO.",
)
STOPPING = Text(
    en="Stopping: what is being graded is finished first. Press Ctrl-C again to stop at once.",
    es="Deteniendo: antes se termina lo que se está evaluando. Pulsa Ctrl-C otra vez para parar "
    "ya.",
)
RESUME = Text(
    en="Interrupted with {left} to go. Run the same command again to go on from here.",
    es="Interrumpido; quedan {left}. Ejecuta de nuevo la misma orden para seguir desde aquí.",
)
HOW = {
    "graded": Text(en="graded", es="evaluada"),
    "cached": Text(en="unchanged", es="sin cambios"),
    "refused": Text(en="refused", es="rechazada"),
    "ungradable": Text(en="could not be graded", es="no se pudo evaluar"),
}
PROGRESS = Text(
    en="{n} of {all} · {rate}/s · {eta} to go",
    es="{n} de {all} · {rate}/s · quedan {eta}",
)
LINE = Text(en="[{n}/{all}] {id}: {how}", es="[{n}/{all}] {id}: {how}")
MERGE_ITSELF = Text(
    en="“{out}” is to hold the whole, and cannot be one of its parts.",
    es="«{out}» va a contener el conjunto y no puede ser una de sus partes.",
)
ABSENT = Text(
    en="Not all parts are here; missing: {parts}. Merge again when they are done.",
    es="No están todas las partes; faltan: {parts}. Júntalas de nuevo cuando terminen.",
)
SHARD = Text(
    en="--shard takes I/N, the I-th of N parts, such as 2/8; not “{value}”.",
    es="--shard admite I/N, la parte I de N, como 2/8; no «{value}».",
)


def part(value: str) -> tuple[int, int]:
    """``I/N`` as two numbers, I from 1 to N.

    Raises:
        Refusal: it is not of that form.
    """
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", value, re.ASCII)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise Refusal(SHARD.format(value=value))
    return int(found[1]), int(found[2])
