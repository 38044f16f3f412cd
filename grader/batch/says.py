"""What a store refuses, in both languages."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from grader.model import Text, same

if TYPE_CHECKING:
    from grader.batch.store import Store

NO_STORE = Text(
    en="“{folder}” holds no results of `grade batch` (there is no {file} in it). Give the folder "
    "that was named with --out.",
    es="«{folder}» no contiene resultados de `grade batch` (no hay ningún {file}). Indica la "
    "carpeta que se dio con --out.",
)
FOREIGN = Text(
    en="“{file}” was not written by this version of the grader (it says “{found}”, and “{known}” "
    "is what is read here). Name another folder with --out, or use the version that wrote it.",
    es="«{file}» no lo escribió esta versión del evaluador (dice «{found}» y aquí se lee "
    "«{known}»). Indica otra carpeta con --out, o usa la versión que lo escribió.",
)
DAMAGED = Text(
    en="“{file}” cannot be read as a database ({why}). Move it away and grade again: grades are "
    "computed anew, but people's decisions are only in that file.",
    es="«{file}» no se puede leer como base de datos ({why}). Apártalo y evalúa de nuevo: las "
    "notas se vuelven a calcular, pero las decisiones de las personas solo están en ese archivo.",
)
CLOSED = Text(
    en="“{file}” cannot be opened ({why}). It may well be sound: see that you may write to its "
    "folder and that its disk can be written, or copy the folder to one that can.",
    es="«{file}» no se puede abrir ({why}). Puede que esté bien: comprueba que puedes escribir en "
    "su carpeta y que el disco admite escritura, o copia la carpeta a uno que la admita.",
)
NOT_KEPT = Text(
    en="The results cannot be written to “{folder}” ({why}). What is there already is kept: once "
    "that is mended, run the same command again to go on from here.",
    es="No se pueden escribir los resultados en «{folder}» ({why}). Lo que ya está se conserva: "
    "cuando esté arreglado, ejecuta de nuevo la misma orden para seguir desde aquí.",
)
BUSY = Text(
    en="Another `grade batch` is writing to “{folder}”. Wait for it to end, or stop it.",
    es="Otro `grade batch` está escribiendo en «{folder}». Espera a que termine, o deténlo.",
)
NOT_MADE = Text(
    en="The results cannot be kept in “{folder}” ({why}). Name another folder with --out.",
    es="No se pueden guardar los resultados en «{folder}» ({why}). Indica otra carpeta con --out.",
)
NO_ROW = Text(
    en="There is no submission “{id}” in “{folder}”.{near} `grade status {folder}` lists them.",
    es="No hay ninguna entrega «{id}» en «{folder}».{near} `grade status {folder}` las muestra.",
)
NO_DATE = Text(
    en="--due takes a date such as 2026-03-01 or 2026-03-01T23:59, not “{value}”.",
    es="--due admite una fecha como 2026-03-01 o 2026-03-01T23:59, no «{value}».",
)
NO_DASK = Text(
    en="--scheduler needs Dask: pip install 'mha-grader[dask]'.",
    es="--scheduler necesita Dask: pip install 'mha-grader[dask]'.",
)
NO_CLUSTER = Text(
    en="No Dask cluster with a worker answers at {address} ({why}). Start a scheduler and its "
    "workers, or leave --scheduler out.",
    es="No responde ningún clúster de Dask con trabajadores en {address} ({why}). Arranca un "
    "scheduler y sus workers, o quita --scheduler.",
)
NO_PORT = Text(en="the address has no port", es="la dirección no tiene puerto")
OTHER_VERSION = Text(
    en="The workers have another version of mha-grader ({there}; here it is {here}). Install the "
    "same one everywhere.",
    es="Los workers tienen otra versión de mha-grader ({there}; aquí es la {here}). Instala la "
    "misma en todas partes.",
)
CLUSTER_LOST = Text(
    en="The Dask cluster is gone. What it had finished is kept: run the same command again to go "
    "on from there.",
    es="El clúster de Dask ha desaparecido. Lo que había terminado se conserva: ejecuta de nuevo "
    "la misma orden para seguir desde ahí.",
)
NOT_ALIKE = Text(
    en="“{part}” was graded with {what} other than the parts before it. Grade all parts in the "
    "same way, then merge.",
    es="«{part}» se evaluó con {what} diferente de las partes anteriores. Evalúa todas las partes "
    "del mismo modo y júntalas después.",
)
UNFINISHED_PART = Text(
    en="“{part}” is not graded to its end. Wait until its run ends, or give its `grade batch` once "
    "more; then merge.",
    es="«{part}» no se ha evaluado hasta el final. Espera a que termine, o repite su "
    "`grade batch`; después junta las partes.",
)
TWO_MEASURES = Text(
    en="“{out}” was graded with {what} other than those of this command, and --only would leave "
    "the class graded by two measures. Leave out --only, or give another --out.",
    es="«{out}» se evaluó con {what} diferente de la de esta orden, y --only dejaría la clase "
    "evaluada con dos medidas. Quita --only o indica otro --out.",
)
WHAT = {
    "grader": Text(en="a version of the grader", es="una versión del evaluador"),
    "rubric": Text(en="a rubric", es="una rúbrica"),
    "options": Text(en="options", es="unas opciones"),
}
NEAR = Text(en=" Did you mean {close}?", es=" ¿Querías decir {close}?")


def no_row(store: Store, word: str) -> Text:
    """There is no such submission; the closest one is named."""
    ids = [id_ for (id_,) in store.db.execute("SELECT id FROM submissions")]
    close = difflib.get_close_matches(word, ids, 1)
    near = NEAR.format(close=close[0]) if close else same("")
    return NO_ROW.format(id=word, folder=store.folder, near=near)
