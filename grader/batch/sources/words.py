"""What there is to say about sources, in both languages."""

from __future__ import annotations

from grader.model import Text

DAMAGED = Text(
    en="The download “{place}” is damaged or no zip. Download it again.",
    es="La descarga «{place}» está dañada o no es un zip. Descárgala de nuevo.",
)
CROWDED = Text(
    en="The download “{place}” has more than {most} entries, so it is no class.",
    es="La descarga «{place}» tiene más de {most} entradas, así que no es una clase.",
)
BOMB = Text(
    en="“{name}” was not unpacked: it would have {size} MiB (at most {limit} are read), or it "
    "grows as only a zip bomb does. Hand in the repository without data or environments.",
    es="«{name}» no se ha descomprimido: ocuparía {size} MiB (se leen como mucho {limit}) o crece "
    "como solo lo hace una bomba zip. Entrega el repositorio sin datos ni entornos.",
)
MEMBER = Text(
    en="“{name}” is damaged in the download and cannot be read. Download it again, or ask for the "
    "file.",
    es="«{name}» está dañado en la descarga y no se puede leer. Descárgalo de nuevo o pide el "
    "archivo.",
)
GONE = Text(
    en="“{name}” is no longer in the download. Run `grade batch` again on the present one.",
    es="«{name}» ya no está en la descarga. Ejecuta de nuevo `grade batch` con la actual.",
)
ONLY_LINK = Text(
    en="A link or a text was handed in, not files. Clone the repository, and grade it with a list "
    "(columns id, name, path).",
    es="Se entregó un enlace o un texto, no archivos. Clona el repositorio y evalúalo con una "
    "lista (columnas id, name, path).",
)
EMPTY_HANDED = Text(en="No file was handed in.", es="No se entregó ningún archivo.")
MISSING = Text(
    en="On the roster, and nothing was handed in.",
    es="Está en la lista de la clase y no ha entregado nada.",
)
"""The status of a student without a submission."""
NO_METADATA = Text(
    en="“{place}” has no {file}, which a Gradescope export has. Check --from.",
    es="«{place}» no tiene {file}, que toda exportación de Gradescope incluye. Revisa --from.",
)
BAD_METADATA = Text(
    en="{file} in “{place}” cannot be read as what Gradescope writes. Export the submissions anew.",
    es="No se entiende {file} en «{place}» como lo que escribe Gradescope. Exporta de nuevo las "
    "entregas.",
)
EMPTY = Text(
    en="“{place}” was read as {kind}, and there is no submission in it. Expected: folders or "
    "archives of repositories, or a bulk download of Canvas, Moodle or Gradescope, or a CSV list; "
    "--from says which.",
    es="«{place}» se ha leído como {kind} y no contiene ninguna entrega. Se esperaban carpetas o "
    "archivos comprimidos de repositorios, o una descarga de Canvas, Moodle o Gradescope, o una "
    "lista CSV; --from dice cuál.",
)
LIST_IS_FOLDER = Text(
    en="“{place}” is a folder, and --from list takes a CSV file.",
    es="«{place}» es una carpeta y --from list admite un archivo CSV.",
)
NO_ZIP = Text(
    en="“{place}” is neither a zip nor a folder, as --from {kind} takes.",
    es="«{place}» no es ni un zip ni una carpeta, que es lo que admite --from {kind}.",
)
UNKNOWN_FILE = Text(
    en="“{place}” is a file of a kind that holds no class. Expected: a folder of repositories, a "
    "bulk download of Canvas, Moodle or Gradescope (a zip or its folder), or a CSV list (.csv).",
    es="«{place}» es un archivo que no contiene una clase. Se esperaba una carpeta de "
    "repositorios, una descarga de Canvas, Moodle o Gradescope (un zip o su carpeta) o una lista "
    "CSV (.csv).",
)
NO_TABLE = Text(en="“{file}” cannot be read ({why}).", es="«{file}» no se puede leer ({why}).")
NOT_TEXT = Text(
    en="“{file}” is no CSV file. Save the table as CSV (UTF-8).",
    es="«{file}» no es un archivo CSV. Guarda la tabla como CSV (UTF-8).",
)
BAD_TABLE = Text(
    en="“{file}”, line {line}, cannot be read as CSV ({why}).",
    es="«{file}», línea {line}, no se puede leer como CSV ({why}).",
)
LIST_HEADER = Text(
    en="The list “{file}” needs a first line with the columns id and path (or url); name and rev "
    "may follow. It has: {seen}.",
    es="La lista «{file}» necesita una primera línea con las columnas id y path (o url); también "
    "admite name y rev. Tiene: {seen}.",
)
LIST_ROW = Text(
    en="“{file}”, line {line}: an id and a path (or url) are needed.",
    es="«{file}», línea {line}: hacen falta un id y un path (o url).",
)
ROSTER_HEADER = Text(
    en="The roster “{file}” needs a first line with the columns id and name; email, number and "
    "login may follow. It has: {seen}.",
    es="La lista de clase «{file}» necesita una primera línea con las columnas id y name; también "
    "admite email, number y login. Tiene: {seen}.",
)
ROSTER_ROW = Text(
    en="“{file}”, line {line}: the id is missing.",
    es="«{file}», línea {line}: falta el id.",
)
ROSTER_TWICE = Text(
    en="“{file}”, line {line}: the id {id} is there twice.",
    es="«{file}», línea {line}: el id {id} está repetido.",
)
ONE = Text(
    en="“{place}” is one submission, not a class. To grade it alone, write `grade {place}`; for a "
    "class, name the folder around it.",
    es="«{place}» es una sola entrega, no una clase. Para evaluarla, escribe `grade {place}`; para "
    "una clase, indica la carpeta que la contiene.",
)
