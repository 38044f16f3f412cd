"""What an export says of everyone when it is done, in both languages."""

from __future__ import annotations

from grader.model import Text

DONE_ONE = Text(
    en="{file}: 1 score in the column “{title}”, out of {most} ({same} was there already).",
    es="{file}: 1 nota en la columna «{title}», sobre {most} ({same} ya estaba).",
)
DONE = Text(
    en="{file}: {n} scores in the column “{title}”, out of {most} ({same} were there already).",
    es="{file}: {n} notas en la columna «{title}», sobre {most} ({same} ya estaban).",
)
TABLE = Text(en="{file}: {n} students.", es="{file}: {n} estudiantes.")
TABLE_ONE = Text(en="{file}: 1 student.", es="{file}: 1 estudiante.")
ZIPPED = Text(en="{file}: {n} reports.", es="{file}: {n} informes.")
ZIPPED_ONE = Text(en="{file}: 1 report.", es="{file}: 1 informe.")
LEFT = Text(
    en="Left as they were, since a person has to look at some points first: {who}. --pending says "
    "what else to do with them.",
    es="Sin cambios, porque antes una persona tiene que revisar algunos puntos: {who}. --pending "
    "indica qué otra cosa hacer con ellas.",
)
BLANKED = Text(
    en="Left empty, since a person has to look at some points first: {who}.",
    es="Vacías, porque antes una persona tiene que revisar algunos puntos: {who}.",
)
UNGRADED = Text(
    en="Left as they were, since there is no score (not handed in, refused or not graded): {who}.",
    es="Sin cambios, porque no hay nota (sin entregar, rechazadas o sin evaluar): {who}.",
)
LOCKED = Text(en="Left as they were: {who}.", es="Sin cambios: {who}.")
WHY = Text(en="{name} ({why})", es="{name} ({why})")
EXCUSED = Text(en="excused, EX", es="con exención, EX")
NOT_ASSIGNED = Text(en="not assigned, N/A", es="tarea no asignada, N/A")
SHUT = Text(en="Moodle says the grade cannot be changed", es="Moodle no deja cambiar la nota")
ABSENT = Text(
    en="In the gradebook and not in the class, left as they were: {who}.",
    es="En el libro de calificaciones y no en la clase, sin cambios: {who}.",
)
PASSED_OVER = Text(
    en="In the class and not in the gradebook, passed over: {who}.",
    es="En la clase y no en el libro de calificaciones, omitidas: {who}.",
)
GRADESCOPE = Text(
    en="Gradescope does not read this file back: it is for your own records, or for a gradebook "
    "that takes it.",
    es="Gradescope no vuelve a leer este archivo: sirve para tus registros o para un libro de "
    "calificaciones que lo admita.",
)
