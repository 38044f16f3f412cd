"""What the review page says besides the terminal's words, in both languages."""

from __future__ import annotations

from grader.model import Text

REVIEW = Text(en="Review", es="Revisión")
TITLE = Text(en="What needs a person", es="Lo que debe revisar una persona")
OPEN = Text(en="{n} to decide", es="{n} por decidir")
DONE = Text(en="{n} decided", es="{n} decididas")
DONE_ONE = Text(en="1 decided", es="1 decidida")
NOTHING = Text(
    en="Nothing waits for a person.",
    es="No hay nada que espere a una persona.",
)
NOTHING_HERE = Text(
    en="Nothing of this kind is left to decide.",
    es="No queda nada de este tipo por decidir.",
)
CHECKS = Text(en="Checks", es="Comprobaciones")
EVERY = Text(en="All checks", es="Todas las comprobaciones")
WITH_DECIDED = Text(en="Show what is decided, too", es="Mostrar también lo decidido")
ONLY_OPEN = Text(en="Show only what is open", es="Mostrar solo lo que falta")
START = Text(en="Start with the first", es="Empezar por la primera")
MORE = Text(
    en="And {n} more, which come up as these are decided.",
    es="Y {n} más, que aparecen a medida que se deciden estas.",
)
UNREAD = Text(en="Without a report", es="Sin informe")
UNREAD_SAYS = Text(
    en="There is nothing to decide about these; someone should know of them.",
    es="Sobre estas no hay nada que decidir; conviene que alguien lo sepa.",
)
STATUS = {
    "refused": Text(en="refused", es="rechazada"),
    "ungradable": Text(en="could not be graded", es="no se pudo evaluar"),
}
BACK = Text(en="All that is open", es="Todo lo que falta")
SKIP = Text(en="Next, without deciding", es="Siguiente, sin decidir")
OF = Text(en="{name}, submission {id}", es="{name}, entrega {id}")
SEEN = Text(en="What the grader saw", es="Lo que ha visto el evaluador")
PICTURE = Text(en="The picture in the repository", es="La imagen del repositorio")
DECIDE = Text(en="Your decision", es="Tu decisión")
POINTS = Text(en="Points", es="Puntos")
NONE = Text(en="none", es="ninguno")
HALF = Text(en="half", es="la mitad")
FULL = Text(en="all", es="todos")
OTHER = Text(en="other:", es="otros:")
OTHER_POINTS = Text(en="Other number of points", es="Otro número de puntos")
COMMENT = Text(en="Comment for the student", es="Comentario para el estudiante")
NAME = Text(en="Your name", es="Tu nombre")
KEEP = Text(en="Keep and go on", es="Guardar y seguir")
TAKE_BACK = Text(en="Take the decision back", es="Retirar la decisión")
STANDS = Text(
    en="{person} decided on {when}: {earned} of {points}.",
    es="{person} decidió el {when}: {earned} de {points}.",
)
HISTORY = Text(en="What was decided so far", es="Lo decidido hasta ahora")
GAVE = Text(en="{person} gave {points}", es="{person} dio {points}")
TOOK = Text(en="{person} took the decision back", es="{person} retiró la decisión")
TWINS = Text(
    en="The same files were handed in as {ids}: the decision holds for all of them.",
    es="Los mismos archivos se entregaron como {ids}: la decisión vale para todas.",
)
REPORT = Text(en="The student's report", es="El informe del estudiante")
NO_PAGE = Text(
    en="There is no page of this submission. Run `grade batch` again: it writes what is missing.",
    es="No hay página de esta entrega. Ejecuta de nuevo `grade batch`: escribe lo que falta.",
)
ALONE = Text(en="In a page of its own", es="En una página aparte")
KEPT = Text(
    en="Kept: {check} of {id}, {earned} of {points}.",
    es="Guardado: {check} de {id}, {earned} de {points}.",
)
AGAIN = Text(en="Look at it again", es="Verlo otra vez")
FOLDER = Text(
    en="Decisions are kept in {folder}. The page is there for this machine alone, and for as long "
    "as `grade review` runs.",
    es="Las decisiones se guardan en {folder}. La página es solo para esta máquina, mientras "
    "`grade review` esté en marcha.",
)

NO_CHOICE = Text(
    en="No points were chosen: choose one of the answers, or write a number.",
    es="No se han elegido puntos: elige una de las respuestas o escribe un número.",
)
TWO_CHOICES = Text(
    en="Two answers were given: {one} was chosen and {other} was written. Leave one of them out.",
    es="Hay dos respuestas: se eligió {one} y se escribió {other}. Quita una de las dos.",
)
SORRY = Text(en="This cannot be shown", es="Esto no se puede mostrar")
LOCKED = Text(
    en="This page opens with the whole address that `grade review --web` shows in the terminal.",
    es="Esta página se abre con la dirección completa que muestra `grade review --web` en la "
    "terminal.",
)
STRANGER = Text(
    en="This page answers only at the address that `grade review --web` shows in the terminal.",
    es="Esta página solo responde en la dirección que muestra `grade review --web` en la terminal.",
)
FORGED = Text(
    en="This did not come from the review page's own form, so nothing was kept. Open the page "
    "again and decide there.",
    es="Esto no viene del formulario de la página de revisión, así que no se ha guardado nada. "
    "Abre la página de nuevo y decide ahí.",
)
TOO_MUCH = Text(
    en="That is more than the form can hold, so nothing was kept. Shorten the comment.",
    es="Es más de lo que cabe en el formulario, así que no se ha guardado nada. Acorta el "
    "comentario.",
)
NOT_THERE = Text(
    en="There is no such page. Go back to the list of what is open.",
    es="No existe esa página. Vuelve a la lista de lo que falta.",
)
FAILED = Text(
    en="The grader itself failed here, and nothing was kept. The terminal says more.",
    es="Aquí ha fallado el propio evaluador y no se ha guardado nada. La terminal dice más.",
)
