"""What is said of mha.py, which has to run and to draw (block C)."""

from __future__ import annotations

from grader.model import Text

ABSENT = Text(
    en="there is no {path} to run; see `six-files`",
    es="no hay ningún {path} que ejecutar; véase `six-files`",
)
NOT_RUN = Text(
    en="it does not run to its end in a copy of your repository: {why}",
    es="no llega al final en una copia de tu repositorio: {why}",
)
PATHS = Text(
    en="it does not find `minimodel`, neither from its own folder nor from the root, with or "
    'without `PYTHONPATH=src`: put `sys.path.insert(0, str(Path(__file__).parents[2] / "src"))` '
    "before the import",
    es="no encuentra `minimodel`, ni desde su carpeta ni desde la raíz, con `PYTHONPATH=src` o "
    'sin él: pon `sys.path.insert(0, str(Path(__file__).parents[2] / "src"))` antes del import',
)
EXIT = Text(
    en="it ends with exit code {code}: a script that went well ends with 0",
    es="termina con el código de salida {code}: un script que ha ido bien termina con 0",
)
FORBIDDEN = Text(
    en="it needs {name}, which this lab does without; see `numpy-only`",
    es="necesita {name}, que este lab no usa; véase `numpy-only`",
)
ATTENTION = Text(
    en="it stops inside attention.py, which the checks of block A judge: {why}",
    es="se detiene dentro de attention.py, que juzgan las comprobaciones del bloque A: {why}",
)
UNFINISHED = Text(
    en="attention.py is not finished, so mha.py cannot run yet; see block A",
    es="attention.py no está terminado, así que mha.py todavía no puede ejecutarse; véase el "
    "bloque A",
)
NOTHING = Text(
    en="it runs, but saves no figure: draw the four maps and call `savefig`",
    es="se ejecuta, pero no guarda ninguna figura: dibuja los cuatro mapas y llama a `savefig`",
)
NO_MAP = Text(
    en="it draws a figure in which no heat map can be recognised from the code: no `imshow`, "
    "`matshow` or `pcolormesh` of Matplotlib; a person has to look at it",
    es="dibuja una figura en la que no se reconoce ningún heatmap a partir del código: ni "
    "`imshow` ni `matshow` ni `pcolormesh` de Matplotlib; una persona tiene que mirarla",
)
COPIED = Text(
    en="it defines an attention class of its own and never uses the one in attention.py: import "
    "that one, so that the figure shows what was graded",
    es="define su propia clase de atención y no usa la de attention.py: importa esa, para que la "
    "figura muestre lo que se evaluó",
)
UNUSED = Text(
    en="it loads attention.py but makes no object of its MultiHeadAttention: the figure has to "
    "come out of that class",
    es="carga attention.py, pero no crea ningún objeto de su MultiHeadAttention: la figura tiene "
    "que salir de esa clase",
)
OTHER_SIZE = Text(
    en="it makes a MultiHeadAttention with d_model={d_model} and n_heads={n_heads}: block C asks "
    "for d_model=64 and n_heads=4",
    es="crea un MultiHeadAttention con d_model={d_model} y n_heads={n_heads}: el bloque C pide "
    "d_model=64 y n_heads=4",
)
NOT_IMPORTED = Text(
    en="it never imports MultiHeadAttention from minimodel.attention.attention, so the figure "
    "does not show your class",
    es="no importa MultiHeadAttention de minimodel.attention.attention, así que la figura no "
    "muestra tu clase",
)
UNTOLD = Text(
    en="it ends its process by force (`os._exit`), so what it used and drew cannot be told",
    es="termina su proceso a la fuerza (`os._exit`), así que no se sabe qué usó ni qué dibujó",
)
SHOWN = Text(
    en="it shows the figure and does not save it: `savefig` before `show` keeps it",
    es="muestra la figura y no la guarda: `savefig` antes de `show` la conserva",
)
ABSOLUTE = Text(
    en="it saves to `{path}`, a folder of one computer: build the path from `__file__`",
    es="guarda en `{path}`, una carpeta de un solo ordenador: construye la ruta con `__file__`",
)
