"""What the commands for a class have to say, in both languages."""

from __future__ import annotations

from grader.model import Text

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
