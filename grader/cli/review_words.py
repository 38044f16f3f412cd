"""What ``grade review`` prints, in both languages."""

from __future__ import annotations

from grader.model import Text

NOTHING = Text(
    en="Nothing waits for a person.",
    es="No hay nada que espere a una persona.",
)
COUNT = Text(
    en="{open} to decide, {decided} decided.",
    es="{open} por decidir, {decided} decididas.",
)
COUNT_ONE = Text(en="{open} to decide, 1 decided.", es="{open} por decidir, 1 decidida.")
ALL = Text(
    en="`--all` lists what is decided as well.", es="`--all` muestra también lo ya decidido."
)
HOW = Text(
    en="To see one: `grade review {folder} {id}`. To decide: `grade review {folder} {id} {check} "
    '--points {points} --by NAME --comment "…"`, one after another with `--ask`, or on a page '
    "with `--web`.",
    es="Para ver una: `grade review {folder} {id}`. Para decidir: `grade review {folder} {id} "
    '{check} --points {points} --by NOMBRE --comment "…"`, una tras otra con `--ask`, o en una '
    "página con `--web`.",
)
UNREAD = Text(
    en="Without a report, so there is nothing to decide:",
    es="Sin informe, así que no hay nada que decidir:",
)
HEAD = Text(en="{check}: {title} ({points})", es="{check}: {title} ({points})")
OPEN = Text(en="{id}: {earned} of {points}, {why}", es="{id}: {earned} de {points}, {why}")
DECIDED = Text(
    en="decided by {person} on {when}: {earned} of {points}",
    es="decidido por {person} el {when}: {earned} de {points}",
)
SAYS = Text(en="Comment: {comment}", es="Comentario: {comment}")
MADE = Text(
    en="{when}  {id}  {check}: {person} gave {points}",
    es="{when}  {id}  {check}: {person} dio {points}",
)
TAKEN_BACK = Text(
    en="{when}  {id}  {check}: {person} took the decision back",
    es="{when}  {id}  {check}: {person} retiró la decisión",
)
HISTORY = Text(en="Decisions so far:", es="Decisiones hasta ahora:")
NO_HISTORY = Text(en="Nothing was ever decided.", es="Nunca se ha decidido nada.")
TWINS = Text(
    en="The same files were handed in as {ids}: a decision holds for all of them.",
    es="Los mismos archivos se entregaron como {ids}: una decisión vale para todas.",
)
PAGE = Text(en="With the code and the picture: {file}", es="Con el código y la imagen: {file}")
KEPT = Text(
    en="Kept: {check} of {id} earns {earned} of {points}, decided by {person}.",
    es="Guardado: {check} de {id} obtiene {earned} de {points}, decidido por {person}.",
)
BACK = Text(
    en="Taken back: {check} of {id} is again as the grader left it.",
    es="Retirada: {check} de {id} queda de nuevo como la dejó el evaluador.",
)
LATER = Text(
    en="A run is writing to “{folder}”; it writes the gradebook anew when it ends, with this "
    "decision in it.",
    es="Hay una ejecución escribiendo en «{folder}»; al terminar escribe de nuevo las notas, con "
    "esta decisión incluida.",
)
NEEDS = Text(
    en="{given} needs {missing}: `grade review {folder} ID CHECK --points 2 --by NAME`.",
    es="{given} necesita {missing}: `grade review {folder} ID CHECK --points 2 --by NOMBRE`.",
)
NOT_BOTH = Text(
    en="{one} and {other} cannot be used together.",
    es="{one} y {other} no se pueden usar a la vez.",
)
BY = Text(
    en=" with --by NAME (or set MHA_GRADER_PERSON)",
    es=" con --by NOMBRE (o define MHA_GRADER_PERSON)",
)

ASK_POINTS = Text(
    en="Points, 0 to {points} (Enter: later, q: stop): ",
    es="Puntos, de 0 a {points} (Intro: más tarde, q: parar): ",
)
ASK_COMMENT = Text(en="Comment (Enter: none): ", es="Comentario (Intro: ninguno): ")
ASK_DONE = Text(en="Decided: {n}. Left: {left}.", es="Decididas: {n}. Quedan: {left}.")
OF = Text(en="[{n} of {all}]", es="[{n} de {all}]")

NO_EXTRA = Text(
    en="--web needs Starlette and uvicorn: pip install 'mha-grader[review]'.",
    es="--web necesita Starlette y uvicorn: pip install 'mha-grader[review]'.",
)
NO_PORT = Text(
    en="Port {port} of this machine cannot be used ({why}). Name another with --port, or leave it "
    "out and a free one is taken.",
    es="No se puede usar el puerto {port} de esta máquina ({why}). Indica otro con --port, o no lo "
    "pongas y se toma uno libre.",
)
OPENED = Text(
    en="The review page is at {url}\nThe address is for you alone: whoever has it can decide. "
    "Ctrl-C closes the page.",
    es="La página de revisión está en {url}\nLa dirección es solo para ti: quien la tenga puede "
    "decidir. Ctrl-C cierra la página.",
)
CLOSED = Text(
    en="The review page is closed. All decisions are kept in {file}.",
    es="La página de revisión está cerrada. Todas las decisiones están guardadas en {file}.",
)
