"""What the command line itself has to say, in both languages; help texts are in options.py."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from grader.model import Text, same

if TYPE_CHECKING:
    from collections.abc import Iterable

NEAR = Text(en=" Did you mean {close}?", es=" ¿Querías decir {close}?")
KNOWN = Text(en=" Choose from: {all}.", es=" Valores posibles: {all}.")
NO_OPTION = Text(
    en="There is no option {name}.{near} `grade --help` lists them all.",
    es="No existe la opción {name}.{near} `grade --help` las muestra todas.",
)
NEEDS_VALUE = Text(
    en="The option {name} needs a value; see `grade --help`.",
    es="La opción {name} necesita un valor; véase `grade --help`.",
)
NO_VALUE = Text(
    en="The option {name} takes no value.", es="La opción {name} no admite ningún valor."
)
MISSING = Text(
    en="{name} is missing; `{command} --help` shows how to call it.",
    es="Falta {name}; `{command} --help` muestra cómo se usa.",
)
EXTRA = Text(
    en="Unexpected argument: {extra}.",
    es="Sobra un argumento: {extra}.",
)
NOT_UNDERSTOOD = Text(
    en="That command line cannot be understood ({message}). Try `grade --help`.",
    es="No se entiende esa línea de órdenes ({message}). Prueba con `grade --help`.",
)
NO_CHOICE = Text(
    en="{option} cannot be “{value}”.{near}", es="«{value}» no vale para {option}.{near}"
)
EMPTY_PATH = Text(
    en="{option} is empty: perhaps a variable in the command was never set. Write . for the folder "
    "that you are in.",
    es="{option} está vacío: quizá una variable de la orden no tiene valor. Escribe . para la "
    "carpeta en la que estás.",
)
NO_NUMBER = Text(
    en="{option} takes a whole number from 0 to {most}, not “{value}”.",
    es="{option} admite un número entero de 0 a {most}, no «{value}».",
)
NO_PATH = Text(
    en="There is nothing at “{path}” to grade.{near}",
    es="No hay nada que evaluar en «{path}».{near}",
)
NO_ID = Text(
    en="There is no check or block “{id}”.{near} Blocks: {blocks}. `grade checks` lists the "
    "checks.",
    es="No existe la comprobación ni el bloque «{id}».{near} Bloques: {blocks}. `grade checks` "
    "muestra las comprobaciones.",
)
NO_CARD = Text(
    en="There is no check or known mistake “{id}”.{near} `grade checks` lists the checks, "
    "`grade explain STEP/` the mistakes of a step ({steps}).",
    es="No existe la comprobación ni el error típico «{id}».{near} "
    "`grade checks` muestra las comprobaciones; `grade explain PASO/`, los errores típicos de un "
    "paso ({steps}).",
)
NOTHING_LEFT = Text(
    en="--select and --ignore leave no check to run.",
    es="--select e --ignore no dejan ninguna comprobación.",
)
ONE_DOCUMENT = Text(
    en="The format {name} holds one submission. For several, use {streams}.",
    es="El formato {name} admite una sola entrega. Para varias, usa {streams}.",
)
REPORT_FORM = Text(
    en="--report takes NAME=FILE, such as --report json=result.json, not “{value}”.",
    es="--report admite NOMBRE=ARCHIVO, como --report json=result.json, no «{value}».",
)
NO_FOLDER = Text(
    en="The report cannot be written to {file}: the folder {folder} is not there. Create it.",
    es="No se puede escribir el informe en {file}: la carpeta {folder} no existe. Créala antes.",
)
IS_FOLDER = Text(
    en="The report cannot be written to {file}: that is a folder. Give the name of a file.",
    es="No se puede escribir el informe en {file}: es una carpeta. Indica el nombre de un archivo.",
)
NO_CLASSROOM = Text(
    en="The format classroom50 takes its names from the environment that Classroom 50 sets. "
    "Not set here: {names}.",
    es="El formato classroom50 toma sus nombres del entorno que prepara Classroom 50. "
    "Aquí faltan: {names}.",
)
NOT_WRITTEN = Text(
    en="The report could not be written to {file} ({why}).",
    es="No se ha podido escribir el informe en {file} ({why}).",
)
GRADING = Text(en="Grading {path} …", es="Evaluando {path} …")
GRADING_OF = Text(en="Grading {path} ({n} of {all}) …", es="Evaluando {path} ({n} de {all}) …")
BUG = Text(
    en="The grader itself failed ({what}); this says nothing about the work that it was to grade. "
    "Please report it to the maintainers of mha-grader, or to your teacher, with what the same "
    "command prints with -v.",
    es="Ha fallado el propio evaluador ({what}); esto no dice nada del trabajo que iba a evaluar. "
    "Por favor, avisa a quienes mantienen mha-grader, o a tu profesor, con lo que muestra la misma "
    "orden con -v.",
)
INTERRUPTED = Text(en="Interrupted.", es="Interrumpido.")
WATCH_ONE = Text(
    en="--watch follows one folder. Name one, or leave --watch out.",
    es="--watch sigue una sola carpeta. Indica una, o quita --watch.",
)
WATCH_FOLDER = Text(
    en="--watch follows a folder, and {path} is none.",
    es="--watch sigue una carpeta, y {path} no lo es.",
)
WATCH_REV = Text(
    en="--watch and --rev do not go together: a revision never changes.",
    es="--watch y --rev no se combinan: una revisión no cambia nunca.",
)
WATCH_FORMAT = Text(
    en="--watch prints one report after another, and the format {name} is one document. Use "
    "{streams}, or --report {name}=FILE, which is written anew each time.",
    es="--watch muestra un informe tras otro, y el formato {name} es un solo documento. Usa "
    "{streams}, o --report {name}=ARCHIVO, que se escribe de nuevo cada vez.",
)

NOT_EMPTY = Text(
    en="{folder} is not empty, and nothing will be overwritten. Give a new folder.",
    es="{folder} no está vacía y no se va a sobrescribir nada. Indica una carpeta nueva.",
)
NOT_FOLDER = Text(
    en="{folder} is a file. Give the name of a new folder.",
    es="{folder} es un archivo. Indica el nombre de una carpeta nueva.",
)
NOT_CREATED = Text(
    en="The lab could not be created in {folder} ({why}).",
    es="No se ha podido crear el lab en {folder} ({why}).",
)
CREATED = Text(
    en="The lab's starting point is in {folder} ({n} files). "
    "Begin with src/minimodel/attention/attention.py; then run: grade {folder}\n",
    es="El punto de partida del lab está en {folder} ({n} archivos). "
    "Empieza por src/minimodel/attention/attention.py; después ejecuta: grade {folder}\n",
)


def near(word: str, known: Iterable[str], before: str = "") -> Text:
    """`` Did you mean X?``, or nothing where nothing is close."""
    close = difflib.get_close_matches(word, list(known), 1)
    return NEAR.format(close=before + close[0]) if close else same("")


def near_or_all(word: str, known: Iterable[str]) -> Text:
    """The close one, or where there is none, all that there are."""
    known = list(known)
    suggestion = near(word, known)
    return suggestion if suggestion.en else KNOWN.format(all=", ".join(known))
