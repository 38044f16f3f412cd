"""What is said of verify.py and of what it printed."""

from __future__ import annotations

from grader.model import Text

SOURCE = Text(en="Lab 01, block B", es="Lab 01, bloque B")

# Whether it runs.
ABSENT = Text(
    en="{path} is missing; see `six-files`",
    es="falta {path}; véase `six-files`",
)
EMPTY = Text(
    en="{path} is empty; see `six-files`",
    es="{path} está vacío; véase `six-files`",
)
RAISED = Text(
    en="it ended with an error: {why}",
    es="terminó con un error: {why}",
)
ENDED = Text(
    en="it did not come to its end: {why}",
    es="no llegó a su final: {why}",
)
EXITED = Text(
    en="it ended with exit code {code} instead of 0",
    es="terminó con el código de salida {code} en vez de 0",
)
NO_MODULE = Text(
    en="it does not find `{name}`, which is below {src}: put `sys.path.insert(0, "
    "str(Path(__file__).resolve().parents[2] / 'src'))` before the import, or run it with "
    "PYTHONPATH=src",
    es="no encuentra `{name}`, que está en {src}: pon `sys.path.insert(0, "
    "str(Path(__file__).resolve().parents[2] / 'src'))` antes del import o ejecútalo con "
    "PYTHONPATH=src",
)
WORKS = Text(
    en="the script itself does its work: with a right forward in the place of yours it passes, so "
    "the class is what is wrong (see block A)",
    es="el script hace bien su trabajo: con un forward correcto en lugar del tuyo pasa, así que lo "
    "que está mal es la clase (véase el bloque A)",
)
ONLY_SO = Text(
    en="it runs {how} only",
    es="solo se ejecuta {how}",
)
FROM_ROOT = Text(en="from the root of the repository", es="desde la raíz del repositorio")
FROM_OWN = Text(en="from its own folder", es="desde su propia carpeta")
WITH_SRC = Text(en=" with PYTHONPATH={src}", es=" con PYTHONPATH={src}")
WITH_ROOT = Text(
    en=" with the root of the repository on the path (as PyCharm does)",
    es=" con la raíz del repositorio en el path (como hace PyCharm)",
)
PROGRAMS = Text(
    en="it starts another program, which is closed to it here: a person has to run it",
    es="inicia otro programa, que aquí le está vedado: tiene que ejecutarlo una persona",
)

# What it printed.
NO_FILE = Text(
    en="{path} is missing; see `six-files`",
    es="falta {path}; véase `six-files`",
)
NO_LINES = Text(
    en="{path} holds no text: write there what verify.py prints",
    es="{path} no tiene texto: guarda ahí lo que imprime verify.py",
)
TRACEBACK = Text(
    en="{path} holds an error message (a traceback), and verify.py ends well now: capture its "
    "output again",
    es="{path} contiene un mensaje de error (un traceback), y verify.py ahora termina bien: vuelve "
    "a capturar su salida",
)
SILENT = Text(
    en="verify.py prints nothing, and {path} has text: let it print what it compares, and capture "
    "that",
    es="verify.py no imprime nada y {path} tiene texto: haz que imprima lo que compara y captúralo",
)
OTHER = Text(
    en="line {n} of {path} is `{kept}`, where verify.py prints `{printed}`: capture its output "
    "again",
    es="la línea {n} de {path} es `{kept}`, y verify.py imprime `{printed}`: vuelve a capturar su "
    "salida",
)
MORE_KEPT = Text(
    en="{path} goes on with `{kept}` where verify.py has come to its end: capture its output again",
    es="{path} sigue con `{kept}` cuando verify.py ya ha terminado: vuelve a capturar su salida",
)
MORE_PRINTED = Text(
    en="{path} ends where verify.py goes on with `{printed}`: capture its output again",
    es="{path} termina donde verify.py sigue con `{printed}`: vuelve a capturar su salida",
)
LOOKS = Text(
    en="only paths, versions or the way of writing numbers differ, first in line {n}: `{kept}` "
    "against `{printed}`; a person has to look",
    es="solo difieren rutas, versiones o la forma de escribir los números, primero en la línea "
    "{n}: `{kept}` frente a `{printed}`; tiene que mirarlo una persona",
)
LONG = Text(
    en="verify.py prints more than 64 KiB, of which the end is not kept here: a person has to "
    "compare it with {path}",
    es="verify.py imprime más de 64 KiB, cuyo final no se guarda aquí: una persona tiene que "
    "compararlo con {path}",
)
UNCOMPARED = Text(
    en="verify.py does not run to its end here, so there is no output to compare with; see "
    "`verify-runs`",
    es="verify.py no llega aquí a su final, así que no hay una salida con la que comparar; véase "
    "`verify-runs`",
)
FORBIDDEN = Text(
    en="it needs {name}, which this lab does without; see `numpy-only`",
    es="necesita {name}, que este lab no usa; véase `numpy-only`",
)
SCREEN = Text(
    en="it wants a window to draw in, and there is no screen here: a person has to run it",
    es="quiere una ventana para dibujar y aquí no hay pantalla: tiene que ejecutarlo una persona",
)
NO_MODULE_TO_TEST = Text(
    en="{path} is missing or cannot be imported, so verify.py cannot run; see `imports`",
    es="{path} falta o no se puede importar, así que verify.py no puede ejecutarse; véase "
    "`imports`",
)
NO_CLASS = Text(
    en="{path} has no class MultiHeadAttention, so verify.py cannot run; see `api`",
    es="{path} no tiene ninguna clase MultiHeadAttention, así que verify.py no puede ejecutarse; "
    "véase `api`",
)
UNFINISHED = Text(
    en="{path} is not finished, so verify.py cannot pass yet; see block A",
    es="{path} no está terminado, así que verify.py todavía no puede pasar; véase el bloque A",
)
