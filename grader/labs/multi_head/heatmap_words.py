"""What is said about the heat map, in both languages."""

from __future__ import annotations

from grader.model import Text, same

MISSING = Text(
    en="there is no heatmap.png to look at (see six-files)",
    es="no hay ningún heatmap.png que mirar (mira six-files)",
)
NOT_THERE = Text(
    en="{path} does not hold a picture yet (see six-files)",
    es="{path} todavía no contiene una imagen (mira six-files)",
)
NOT_DECODED = Text(en="{path} was not decoded: {why}", es="{path} no se decodificó: {why}")
UNREADABLE = Text(
    en="{path} cannot be opened as a picture: {why}. Save it again with savefig and commit it",
    es="{path} no se puede abrir como imagen: {why}. Guárdala otra vez con savefig y haz commit",
)
OTHER_FILE = Text(
    en="{path} is no picture: {what}. Save the figure with savefig and commit that file",
    es="{path} no es una imagen: {what}. Guarda la figura con savefig y haz commit de ese archivo",
)
KINDS: tuple[tuple[bytes, Text], ...] = (
    (b"%pdf", Text(en="it is a PDF", es="es un PDF")),
    (b"%!ps", Text(en="it is PostScript", es="es PostScript")),
    (b"<svg", Text(en="it is an SVG drawing", es="es un dibujo SVG")),
    (b"<?xml", Text(en="it is an SVG or XML file", es="es un archivo SVG o XML")),
    (b"<!doctype", Text(en="it is a web page", es="es una página web")),
    (b"<html", Text(en="it is a web page", es="es una página web")),
    (b"pk\x03\x04", Text(en="it is a ZIP archive", es="es un archivo ZIP")),
    (b"ii*\x00", Text(en="it is a TIFF file", es="es un archivo TIFF")),
    (b"mm\x00*", Text(en="it is a TIFF file", es="es un archivo TIFF")),
)
RENAMED = Text(
    en="{path} is called .png, but it is a {form} file: let savefig write the PNG, renaming does "
    "not convert it (its content is graded all the same)",
    es="{path} se llama .png, pero es un archivo {form}: deja que savefig escriba el PNG, cambiar "
    "el nombre no lo convierte (su contenido se evalúa igualmente)",
)
BLANK = Text(
    en="{path} is blank, all of one colour: this happens when savefig is called after show, or on "
    "another figure. Call savefig before show",
    es="{path} está en blanco, todo de un mismo color: pasa cuando se llama a savefig después de "
    "show, o sobre otra figura. Llama a savefig antes que a show",
)
TINY = Text(
    en="{path} has only {width} x {height} pixels; its cells cannot be told apart. Save it larger",
    es="{path} tiene solo {width} x {height} píxeles y no se distinguen las celdas. Guárdala más "
    "grande",
)
NO_PICTURE = Text(
    en="there is no picture to judge (see heatmap-image)",
    es="no hay imagen que evaluar (mira heatmap-image)",
)

UNSURE = Text(
    en="the maps in {path} cannot be made out with certainty, so somebody has to look at it",
    es="los mapas de {path} no se distinguen con certeza, así que alguien tiene que mirarla",
)
NO_MAP = Text(
    en="{path} shows no heat map; four are expected, one for each head, in a 2x2 grid",
    es="{path} no muestra ningún heatmap; se esperan cuatro, uno por cabeza, en una cuadrícula 2x2",
)
ONE = Text(
    en="{path} shows a single heat map; four are expected, one for each head, in a 2x2 grid",
    es="{path} muestra un solo heatmap; se esperan cuatro, uno por cabeza, en una cuadrícula 2x2",
)
COUNT = Text(
    en="{path} shows {n} heat maps; four are expected, one for each head, in a 2x2 grid",
    es="{path} muestra {n} heatmaps; se esperan cuatro, uno por cabeza, en una cuadrícula 2x2",
)
PLACED = Text(
    en="{path} shows its four maps in a grid of {rows} x {columns} (rows x columns); the lab asks "
    "for 2 x 2: plt.subplots(2, 2)",
    es="{path} muestra sus cuatro mapas en una cuadrícula de {rows} x {columns} (filas x "
    "columnas); el lab pide una de 2 x 2: plt.subplots(2, 2)",
)
SCATTERED = Text(
    en="{path} shows four maps that do not lie in a 2x2 grid: plt.subplots(2, 2) makes one",
    es="{path} muestra cuatro mapas que no forman una cuadrícula 2x2: plt.subplots(2, 2) crea una",
)
SIZE = Text(
    en="map {n} has {rows} x {columns} cells; with the lab's eight tokens it is 8 x 8, a row for "
    "each query and a column for each key",
    es="el mapa {n} tiene {rows} x {columns} celdas; con los ocho tokens del lab es de 8 x 8, una "
    "fila por query y una columna por clave",
)
BY_DRAWING = Text(
    en="judged by what mha.py draws, which looks the same; the cells could not all be counted in "
    "the picture",
    es="evaluado por lo que dibuja mha.py, que se ve igual; en la imagen no se podían contar todas "
    "las celdas",
)

OTHER_MAP = Text(
    en='drawn with {name} instead of viridis: pass cmap="viridis"',
    es='dibujado con {name} en vez de viridis: pasa cmap="viridis"',
)
SOME_OTHER_MAP = Text(
    en='map {n} is drawn with {name} instead of viridis: pass cmap="viridis" to every panel',
    es='el mapa {n} está dibujado con {name} en vez de viridis: pasa cmap="viridis" en todos los '
    "paneles",
)
REVERSED = Text(
    en='drawn with viridis_r, which turns the colours round: pass cmap="viridis"',
    es='dibujado con viridis_r, que invierte los colores: pasa cmap="viridis"',
)
GREY = Text(en="shades of grey", es="tonos de gris")
COLOURS_UNSURE = Text(
    en="the colours of {path} are of no colour map that is known here, so somebody has to look",
    es="los colores de {path} no son de ningún mapa de colores conocido aquí, así que alguien "
    "tiene que mirarla",
)

IDENTICAL = Text(
    en="maps {a} and {b} are the same: each panel should draw its own head, such as "
    "attn[h] with another h",
    es="los mapas {a} y {b} son iguales: cada panel debería dibujar su propia cabeza, por ejemplo "
    "attn[h] con otra h",
)
ONE_IN_DISGUISE = Text(
    en="the four maps that mha.py draws are nearly one map with small changes, and none is what a "
    "head attended to when it called forward: a person has to look where the numbers come from",
    es="los cuatro mapas que dibuja mha.py son casi un solo mapa con pequeños cambios y ninguno es "
    "a lo que atendió una cabeza cuando llamó a forward: una persona tiene que mirar de dónde "
    "salen los números",
)
HARDLY = Text(
    en="maps {a} and {b} can hardly be told apart by their colours; a colour range that fits the "
    "values (vmin, vmax) would show more",
    es="los mapas {a} y {b} apenas se distinguen por sus colores; un rango de color ajustado a los "
    "valores (vmin, vmax) mostraría más",
)
TOO_FEW = Text(
    en="there are not four maps to compare (see heatmap-panels)",
    es="no hay cuatro mapas que comparar (mira heatmap-panels)",
)
EMPTY = same("")
