"""What is said of a heat map as attention, and of its drawing, in both languages."""

from __future__ import annotations

from grader.model import Text

COLUMNS = Text(
    en="map {n} of what mha.py draws has columns that sum to 1, and rows that do not: a row should "
    "be a query, with softmax over its keys (axis=-1), drawn as it is and not transposed",
    es="el mapa {n} de lo que dibuja mha.py tiene columnas que suman 1 y filas que no: una fila "
    "debería ser una query, con softmax sobre sus claves (axis=-1), dibujada tal cual y sin "
    "trasponer",
)
ROWS = Text(
    en="the rows of map {n} that mha.py draws sum to between {low} and {high}; attention "
    "probabilities sum to 1 in every row. Draw the weights after softmax",
    es="las filas del mapa {n} que dibuja mha.py suman entre {low} y {high}; las probabilidades de "
    "atención suman 1 en cada fila. Dibuja los pesos después del softmax",
)
NEGATIVE = Text(
    en="map {n} that mha.py draws has negative values ({low}); probabilities are never negative. "
    "Draw the weights after softmax",
    es="el mapa {n} que dibuja mha.py tiene valores negativos ({low}); una probabilidad nunca es "
    "negativa. Dibuja los pesos después del softmax",
)
BOTH = Text(
    en="rows and columns of what mha.py draws both sum to 1, so nobody can tell from them which "
    "are the queries",
    es="tanto las filas como las columnas de lo que dibuja mha.py suman 1, así que no se puede"
    " saber cuáles son las queries",
)
STRANGE = Text(
    en="the rows sum to 1, but what mha.py draws (map {n}) is not what any head attended to when "
    "it called forward: a person has to look where these numbers come from",
    es="las filas suman 1, pero lo que dibuja mha.py (mapa {n}) no es a lo que atendió ninguna "
    "cabeza cuando llamó a forward: una persona tiene que mirar de dónde salen esos números",
)
PERCENT = Text(
    en="drawn in percent: rows sum to 100",
    es="dibujado en porcentaje: las filas suman 100",
)
STALE = Text(
    en="{path} is not what mha.py draws now: map {n} differs most in row {row}, column {column}, "
    "by {by} % of the colour range. The picture is older than the code: run mha.py again and "
    "commit the picture",
    es="{path} no es lo que dibuja ahora mha.py: donde más difiere el mapa {n} es en la fila "
    "{row}, columna {column}, en un {by} % del rango de color. La imagen es anterior al "
    "código: ejecuta mha.py otra vez y haz commit de la imagen",
)
STALE_OTHER = Text(
    en="{path} is not what mha.py draws now: the picture has {mine} maps, the drawing "
    "{theirs}. The picture is older than the code: run mha.py again and commit the picture",
    es="{path} no es lo que dibuja ahora mha.py: la imagen tiene {mine} mapas y el dibujo "
    "{theirs}. La imagen es anterior al código: ejecuta mha.py otra vez y haz commit de la "
    "imagen",
)
CHANGING = Text(
    en="{path} is not what mha.py draws now, but mha.py draws random numbers without a seed, so "
    "that no two runs draw the same. Give the generator a seed, such as "
    "np.random.default_rng(0), and commit the picture that comes out",
    es="{path} no es lo que dibuja ahora mha.py, pero mha.py usa números aleatorios sin "
    "semilla, de modo que no hay dos ejecuciones que dibujen lo mismo. Da una semilla al "
    "generador, por ejemplo np.random.default_rng(0), y haz commit de la imagen que salga",
)
NOT_COMPARED = Text(
    en="what mha.py draws is attention, but whether {path} is that drawing cannot be told: "
    "somebody has to look",
    es="lo que dibuja mha.py es atención, pero no se puede saber si {path} es ese dibujo: alguien "
    "tiene que mirarla",
)
OTHER_SCALE = Text(
    en="what mha.py draws is attention, but on a scale that is not linear ({scale}), from whose "
    "colours the numbers of {path} cannot be read back: somebody has to look. Drawn without "
    "`norm=`, it is compared at once",
    es="lo que dibuja mha.py es atención, pero en una escala que no es lineal ({scale}), de cuyos "
    "colores no se pueden recuperar los números de {path}: alguien tiene que mirarla. Dibujada sin "
    "`norm=`, se compara sin más",
)
NO_DRAWING = Text(
    en="there is no drawing of mha.py to compare {path} with (see mha-runs), and a picture alone "
    "does not show what the numbers were. {seen}",
    es="no hay un dibujo de mha.py con el que comparar {path} (mira mha-runs), y una imagen por sí "
    "sola no enseña cuáles eran los números. {seen}",
)
SEEN_ROWS = Text(
    en="In it every row sums alike, and columns do not, as in attention",
    es="En ella todas las filas suman lo mismo y las columnas no, como en la atención",
)
SEEN_COLUMNS = Text(
    en="In it every column sums alike, and rows do not: it may be transposed, or its softmax may "
    "run over the queries",
    es="En ella todas las columnas suman lo mismo y las filas no: puede estar traspuesta, o su "
    "softmax puede ir sobre las queries",
)
SEEN_BOTH = Text(
    en="In it rows and columns cannot be told apart by their sums",
    es="En ella las filas y las columnas no se distinguen por sus sumas",
)
SEEN_NEITHER = Text(
    en="In it neither rows nor columns sum alike",
    es="En ella ni las filas ni las columnas suman lo mismo",
)
SEEN_NOTHING = Text(
    en="Its cells cannot be read with certainty",
    es="Sus celdas no se pueden leer con certeza",
)
