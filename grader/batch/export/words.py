"""What an export refuses, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model import Text, same

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_FILE = Text(
    en="“{file}” cannot be read ({why}). Nothing was written.",
    es="«{file}» no se puede leer ({why}). No se ha escrito nada.",
)
NO_TABLE = Text(
    en="“{file}” is no CSV file. Export the gradebook as CSV and give that file, unchanged. "
    "Nothing was written.",
    es="«{file}» no es un archivo CSV. Exporta el libro de calificaciones como CSV e indica ese "
    "archivo, sin cambios. No se ha escrito nada.",
)
BAD_LINE = Text(
    en="“{file}”, line {line}, cannot be read as CSV: a quotation mark is opened and not closed, "
    "or stands inside a cell. Export the gradebook anew. Nothing was written.",
    es="«{file}», línea {line}, no se puede leer como CSV: hay unas comillas que se abren y no se "
    "cierran, o que están dentro de una celda. Exporta de nuevo el libro de calificaciones. No se "
    "ha escrito nada.",
)
OTHER_HEADER = Text(
    en="The first line of “{file}” is not the one that {system} writes; it has: {seen}. Export "
    "from {system} again and give that file, unchanged. Nothing was written.",
    es="La primera línea de «{file}» no es la que escribe {system}; tiene: {seen}. Exporta de "
    "nuevo desde {system} e indica ese archivo, sin cambios. No se ha escrito nada.",
)
SHORT_ROW = Text(
    en="“{file}”, line {line}, has fewer cells than the first line. Export the gradebook anew. "
    "Nothing was written.",
    es="«{file}», línea {line}, tiene menos celdas que la primera línea. Exporta de nuevo el libro "
    "de calificaciones. No se ha escrito nada.",
)
TWICE_IN_BOOK = Text(
    en="“{file}” has “{word}” twice, on the lines {first} and {second}, so it is not clear whose "
    "row is meant. Nothing was written.",
    es="«{file}» contiene «{word}» dos veces, en las líneas {first} y {second}, así que no está "
    "claro de quién es cada fila. No se ha escrito nada.",
)
NAME_COLUMN = Text(
    en="Name the column to fill with --column. There are: {all}.",
    es="Indica con --column la columna que hay que rellenar. Hay: {all}.",
)
NO_COLUMN = Text(
    en="“{file}” has no column “{title}”.{near} Nothing was written.",
    es="«{file}» no tiene ninguna columna «{title}».{near} No se ha escrito nada.",
)
NEAR = Text(en=" Did you mean “{close}”?", es=" ¿Querías decir «{close}»?")
OFFERED = Text(en=" There are: {all}.", es=" Hay: {all}.")
TWO_COLUMNS = Text(
    en="“{file}” has the column “{title}” more than once, so it is not clear which is meant. "
    "Nothing was written.",
    es="«{file}» tiene la columna «{title}» más de una vez, así que no está claro cuál es. No se "
    "ha escrito nada.",
)
SEVERAL_COLUMNS = Text(
    en="“{title}” may be any of these columns: {all}. Give --column the whole of one. Nothing was "
    "written.",
    es="«{title}» puede ser cualquiera de estas columnas: {all}. Indica una entera con --column. "
    "No se ha escrito nada.",
)
NO_ASSIGNMENT = Text(
    en="The column “{title}” is not an assignment's, and is left alone. The assignments are: "
    "{all}. Nothing was written.",
    es="La columna «{title}» no es de una tarea y no se toca. Las tareas son: {all}. No se ha "
    "escrito nada.",
)
NO_MOODLE_COLUMN = Text(
    en="“{file}” has no column {titles}, which Moodle needs to take grades back. In the "
    "assignment, choose “Download grading worksheet” and give that file, unchanged. Nothing was "
    "written.",
    es="«{file}» no tiene la columna {titles}, que Moodle necesita para recibir las calificaciones."
    " En la tarea, elige «Descargar planilla de calificaciones» e indica ese archivo, sin cambios. "
    "No se ha escrito nada.",
)
NO_MOST = Text(
    en="“{file}” does not say out of how many points “{title}” is (for some students at least), "
    "so the scale is not known. Give it with --points, such as --points 10. Nothing was written.",
    es="«{file}» no indica sobre cuántos puntos es «{title}» (al menos para algunos estudiantes), "
    "así que no se conoce la escala. Indícala con --points, por ejemplo --points 10. No se ha "
    "escrito nada.",
)
NOT_GRADES = Text(
    en="The column “{title}” is not the one of the grades, and is left alone. Nothing was written.",
    es="La columna «{title}» no es la de las calificaciones y no se toca. No se ha escrito nada.",
)
NO_PARTICIPANT = Text(
    en="“{file}”, line {line}: “{word}” is not a participant such as “Participant 123”. Nothing "
    "was written.",
    es="«{file}», línea {line}: «{word}» no es un participante como «Participante 123». No se ha "
    "escrito nada.",
)
TWICE_IN_CLASS = Text(
    en="{name} is in two submissions that count, {first} and {second}. Leave one of them out of "
    "the class, and run `grade batch` again. Nothing was written.",
    es="{name} está en dos entregas que cuentan, {first} y {second}. Quita una de ellas de la "
    "clase y ejecuta de nuevo `grade batch`. No se ha escrito nada.",
)
ONE_ROW = Text(
    en="{one} and {other} both lead to the gradebook's row of {name}. Nothing was written.",
    es="{one} y {other} llevan a la misma fila, la de {name}. No se ha escrito nada.",
)
TWO_ROWS = Text(
    en="{name} may be any of these rows: {who}. Nothing was written.",
    es="{name} puede ser cualquiera de estas filas: {who}. No se ha escrito nada.",
)
OTHER_NAME = Text(
    en="The id of {name} ({id}) is that of {other} in the gradebook. If they are one person, add "
    "--trust-ids. Nothing was written.",
    es="El identificador de {name} ({id}) es el de {other} en el libro de calificaciones. Si son "
    "la misma persona, añade --trust-ids. No se ha escrito nada.",
)
STRANGERS = Text(
    en="Not in the gradebook: {who}. Check that it is the gradebook of this course; to fill in the "
    "others all the same, add --allow-missing. Nothing was written.",
    es="No están en el libro de calificaciones: {who}. Comprueba que es el de este curso; para "
    "rellenar los demás de todos modos, añade --allow-missing. No se ha escrito nada.",
)
NOBODY = Text(
    en="None of the class is in this gradebook, so it is not the one of this course, or its ids "
    "are others. Nothing was written.",
    es="No hay nadie de la clase en este libro de calificaciones: no es el de este curso o usa "
    "otros identificadores. No se ha escrito nada.",
)
BY_NUMBER = Text(en="{name} ({id})", es="{name} ({id})")
MORE = Text(en="{shown} and {n} more", es="{shown} y {n} más")

SAME_FILE = Text(
    en="--out is the gradebook itself, which is never overwritten. Name a new file.",
    es="--out es el propio libro de calificaciones, que nunca se sobrescribe. Indica un archivo "
    "nuevo.",
)
EXISTS = Text(
    en="“{file}” is there already. Name a new file, or add --force to replace it.",
    es="«{file}» ya existe. Indica un archivo nuevo o añade --force para reemplazarlo.",
)
NOT_WRITTEN = Text(
    en="“{file}” could not be written ({why}).",
    es="No se ha podido escribir «{file}» ({why}).",
)
NEEDS_BOOK = Text(
    en="`grade export {kind}` fills in your own export: name it with --gradebook.",
    es="`grade export {kind}` rellena tu propia exportación: indícala con --gradebook.",
)
NO_BOOK = Text(
    en="`grade export csv` makes a table of its own and takes no {option}.",
    es="`grade export csv` crea una tabla propia y no admite {option}.",
)
ONLY_MOODLE = Text(
    en="--feedback-zip is for `grade export moodle`.",
    es="--feedback-zip es para `grade export moodle`.",
)
BAD_POINTS = Text(
    en="--points takes a number above 0, such as 10 or 7.5, not “{value}”.",
    es="--points admite un número mayor que 0, como 10 o 7.5, no «{value}».",
)


def either(titles: Sequence[str]) -> Text:
    """``“Grade” / “Calificación”``."""
    return same(" / ".join(f"“{title}”" for title in titles[:2]))


def listed(items: Sequence[str], most: int = 10) -> Text:
    """The first few, and how many more there are."""
    shown = "; ".join(" ".join(item.split()) for item in items[:most])
    return MORE.format(shown=shown, n=len(items) - most) if len(items) > most else same(shown)
