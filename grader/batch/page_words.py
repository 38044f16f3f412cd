"""What the class page says, in both languages."""

from __future__ import annotations

from grader.model import Text, same

CLASS = Text(en="Class", es="Clase")
SKIP = Text(en="Skip to the students", es="Ir a los estudiantes")
STUDENTS = Text(en="Students", es="Estudiantes")
COUNT = Text(en="{n} students, {graded} with a score", es="{n} estudiantes, {graded} con nota")
COUNT_ONE = Text(en="1 student", es="1 estudiante")
MEDIAN = Text(en="median of {possible}", es="de mediana, sobre {possible}")

TAG = {
    "passed": Text(en="passed", es="aprobada"),
    "failed": Text(en="not passed", es="no aprobada"),
    "review": Text(en="to be looked at", es="por revisar"),
    "late": Text(en="late", es="con retraso"),
    "refused": Text(en="refused", es="rechazada"),
    "ungradable": Text(en="could not be graded", es="no se pudo evaluar"),
    "missing": Text(en="not handed in", es="sin entregar"),
    "waiting": Text(en="not graded yet", es="aún sin evaluar"),
}
TAGS = {
    **TAG,
    "passed": Text(en="passed", es="aprobadas"),
    "failed": Text(en="not passed", es="no aprobadas"),
    "refused": Text(en="refused", es="rechazadas"),
    "ungradable": Text(en="could not be graded", es="no se pudieron evaluar"),
}
"""The same of several."""
ICON = {
    "passed": "passed",
    "failed": "failed",
    "review": "review",
    "late": "advice",
    "refused": "blocked",
    "ungradable": "blocked",
    "missing": "skipped",
    "waiting": "skipped",
}

OVERVIEW = Text(en="How the class did", es="Cómo le ha ido a la clase")
SCORES = Text(en="Scores", es="Notas")
SCORES_SAY = Text(
    en="How many students earned which share of the points, in steps of 5 %. Half of them have "
    "{median} or more.",
    es="Cuántos estudiantes han obtenido qué parte de los puntos, en tramos de 5 %. La mitad tiene "
    "{median} o más.",
)
FAILED = Text(en="What failed most", es="Lo que más falla")
FAILED_SAY = Text(
    en="How many students fail each check. Most often: {first} ({n}).",
    es="Cuántos estudiantes fallan cada comprobación. La más frecuente: {first} ({n}).",
)
MISTAKES = Text(en="Known mistakes", es="Errores conocidos")
MISTAKES_SAY = Text(
    en="How many students make each known mistake. Most often: {first} ({n}).",
    es="Cuántos estudiantes cometen cada error conocido. El más frecuente: {first} ({n}).",
)
FIRST_OF = Text(en="The first {n} of {all}.", es="Los primeros {n} de {all}.")
AS_TABLE = Text(en="All of them, in words", es="Todos, en palabras")
NOTHING_FAILED = Text(en="No check failed.", es="No falla ninguna comprobación.")
NOTHING_YET = Text(
    en="Nothing is graded yet. The page is written anew when `grade batch` ends.",
    es="Aún no hay nada evaluado. La página se vuelve a escribir cuando termina `grade batch`.",
)

GROUPS = Text(en="The same bug", es="El mismo error")
GROUPS_SAY = Text(
    en="Students whose answers the same mistake reproduces: one explanation serves them all.",
    es="Estudiantes cuyas respuestas reproduce el mismo error: una explicación sirve para todos.",
)
NAMELESS_SAYS = Text(
    en="The answers differ from the lab's formula, and no known mistake is named for it. Each "
    "of these needs a look.",
    es="Las respuestas no coinciden con la fórmula del lab y no se nombra ningún error conocido. "
    "Conviene mirar cada una.",
)
SINGLES = Text(en="Mistakes that one student makes ({n})", es="Errores de un solo estudiante ({n})")
OR = Text(en="or", es="o")
AND = Text(en="with", es="con")
MORE = Text(en="and {n} more", es="y {n} más")
OF_STUDENTS = Text(en="{n} students", es="{n} estudiantes")
FILTER = Text(en="Show in the table", es="Ver en la tabla")

SEARCH = Text(en="Name or id", es="Nombre o identificador")
OUTCOME = Text(en="Outcome", es="Resultado")
CHECK = Text(en="Fails the check", es="Falla la comprobación")
MISTAKE = Text(en="Makes the mistake", es="Comete el error")
ALL = Text(en="all", es="todos")
NAMELESS_SHORT = Text(en="no known mistake named", es="ningún error conocido")
RESET = Text(en="Show all", es="Mostrar todos")
SHOWING = Text(en="students of", es="estudiantes de")
SHOW_ALL = (Text(en="Show all", es="Mostrar los"), Text(en="of them", es="estudiantes"))
"""Around the number."""
NOBODY = Text(en="No student matches.", es="Ningún estudiante coincide.")

STUDENT = Text(en="Student", es="Estudiante")
ID = same("Id")
SCORE = Text(en="Score", es="Nota")
PENDING = Text(en="Pending", es="Pendiente")
FAILS = Text(en="Failed checks", es="Comprobaciones que fallan")
BUG = Text(en="Known mistake", es="Error conocido")
SORT = Text(
    en="Activate a column's title to sort.", es="Activa el título de una columna para ordenar."
)
FOOTER = Text(
    en="Scores count what people have decided (`grade review`). `grade export` puts them into a "
    "gradebook. The same numbers are in `grades.csv`.",
    es="Las notas incluyen lo que han decidido las personas (`grade review`). `grade export` las "
    "pasa a un libro de calificaciones. Los mismos números están en `grades.csv`.",
)
