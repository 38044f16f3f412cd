"""The labels of the page that the text format has no use for, in both languages."""

from __future__ import annotations

from grader.model import Text, same

SKIP = Text(en="Skip to the result", es="Ir al resultado")
LANGUAGE = Text(en="Language", es="Idioma")
LANGUAGES = {"en": "English", "es": "Español"}
REPORT = Text(en="Report", es="Informe")

PASSES = Text(en="Passes", es="Pasa")
FAILS = Text(en="Does not pass yet", es="Todavía no pasa")
OF = Text(en="of {n} points", es="de {n} puntos")
EARNED = Text(en="earned", es="obtenidos")
PENDING = Text(en="pending", es="pendientes")
LOST = Text(en="lost", es="perdidos")
BLOCKS = Text(en="Points by block", es="Puntos por bloque")
BLOCK: dict[str, Text] = {
    "stop 1": Text(en="Stop 1: the files", es="Parada 1: los archivos"),
    "A": Text(en="A: the class", es="A: la clase"),
    "B": same("B: verify.py"),
    "C": Text(en="C: the heat map", es="C: el heatmap"),
    "D": same("D: README"),
    "E": Text(en="E: the manifest", es="E: el manifest"),
}
CONTENTS = Text(en="In this report", es="En este informe")

FAILED = Text(en="What failed", es="Lo que falla")
NOT_EARNED = Text(en="{points} not earned", es="{points} por ganar")
TIPS = Text(en="Tips", es="Consejos")
ADVICE = Text(en="Tip, no points", es="Consejo, sin puntos")
SEEN = Text(en="What was seen", es="Qué se ha visto")
WHY = Text(en="Why it matters", es="Por qué importa")
EXAMPLE = Text(en="The smallest input that shows it", es="La entrada más pequeña que lo muestra")
SIZES = same("T = {T}, d_model = {d}, n_heads = {H}, seed = {seed}")
HINT = Text(en="A hint", es="Una pista")
SNIPPET = Text(en="Try it in Python", es="Pruébalo en Python")
COPY = Text(en="Copy", es="Copiar")
COPIED = Text(en="Copied", es="Copiado")
MORE = Text(en="And {n} more like this.", es="Y {n} más de este tipo.")
SAME_INPUT = Text(
    en="The same input shows this; it is drawn at",
    es="La misma entrada muestra este fallo; está dibujada en",
)

INPUT = Text(en="input x", es="entrada x")
MASK = same("mask")
WANTED = Text(en="expected", es="esperado")
CAME = Text(en="got", es="obtenido")
GAP = Text(en="difference, got − expected", es="diferencia, obtenido − esperado")
SHADES = Text(
    en="Blue is above zero, orange below; the stronger, the farther from zero.",
    es="El azul es mayor que cero y el naranja menor; cuanto más intenso, más lejos de cero.",
)
LARGEST = Text(
    en="Largest difference: {by} in row {row}, column {column}.",
    es="Mayor diferencia: {by} en la fila {row}, columna {column}.",
)
OTHER_SHAPE = Text(
    en="The shapes differ: {expected} was expected, {got} came.",
    es="Las formas no coinciden: se esperaba {expected} y se obtuvo {got}.",
)
TOO_LARGE = Text(
    en="shape ({rows}, {columns}): too large to show here",
    es="forma ({rows}, {columns}): demasiado grande para mostrarla aquí",
)

LINE = Text(en="line {line}", es="línea {line}")
MARKED = Text(en="this line", es="esta línea")
SOURCE_MATRIX = Text(en="{name} before", es="{name} antes")
LABS_WAY = Text(en="the lab", es="el lab")
THIS_WAY = Text(en="this mistake", es="este error")
STAR = Text(en="✕ is not what belongs there.", es="✕ no es lo que va ahí.")
JOINED = Text(en="the heads before", es="las cabezas antes")

PICTURES = Text(en="The attention maps", es="Los mapas de atención")
MAPS_DRAWN = Text(
    en="What mha.py draws now, which is not the picture in the repository. Rows are queries, "
    "columns are keys.",
    es="Lo que mha.py dibuja ahora, que no es la imagen del repositorio. Las filas son queries; "
    "las columnas, keys.",
)
MAPS = Text(
    en="The maps redrawn from the numbers that were read. Rows are queries, columns are keys.",
    es="Los mapas redibujados con los números leídos. Las filas son queries; las columnas, keys.",
)
NUMBERS = Text(en="The numbers", es="Los números")
COMMITTED = Text(en="The picture in the repository", es="La imagen del repositorio")
MAP = Text(en="map {n}", es="mapa {n}")

HOW = Text(en="How this was graded", es="Cómo se ha evaluado")
SANDBOX = same("Sandbox")
REPEAT = Text(en="To repeat it", es="Para repetirlo")
RAN_ON = Text(en="Environment", es="Entorno")
SECONDS = Text(en="Time", es="Tiempo")
SNAPSHOT = Text(en="Snapshot", es="Instantánea")
COMMIT = same("commit")
"""Where the snapshot is of a revision."""
ALTERNATIVES = Text(
    en="Several mistakes give these same answers; yours is one of them. More:",
    es="Varios errores dan estas mismas respuestas; el tuyo es uno de ellos. Más:",
)
