"""The sentences about the manifest: what belongs at each place, and what is often there instead."""

from __future__ import annotations

from grader.model import Text, same

Path = tuple[str | int, ...]

MAX_DIFF = ("results_summary", "single_head_equivalence_max_diff")
DISTINCT = ("results_summary", "heads_visibly_distinct")
SNIPPET = ("config", "input_snippet")

WANTED: dict[Path, Text] = {
    (): Text(
        en="one object in braces, with the keys of block E",
        es="un objeto entre llaves, con las claves del bloque E",
    ),
    ("experiment",): same('`"15-multi-head"`'),
    ("date",): Text(
        en='the day of your run as year-month-day, such as `"2024-02-01"`',
        es='el día de tu ejecución como año-mes-día, por ejemplo `"2024-02-01"`',
    ),
    ("seed",): Text(
        en="the seed of block B, `42` (a whole number, not negative)",
        es="la semilla del bloque B, `42` (un número entero, no negativo)",
    ),
    ("versions",): Text(
        en="an object with `python`, `numpy` and `matplotlib`",
        es="un objeto con `python`, `numpy` y `matplotlib`",
    ),
    ("versions", "python"): Text(
        en='what `python -c "import sys; print(sys.version)"` prints, in quotes',
        es='lo que imprime `python -c "import sys; print(sys.version)"`, entre comillas',
    ),
    ("versions", "numpy"): Text(
        en='what `python -c "import numpy; print(numpy.__version__)"` prints, in quotes',
        es='lo que imprime `python -c "import numpy; print(numpy.__version__)"`, entre comillas',
    ),
    ("versions", "matplotlib"): Text(
        en='what `python -c "import matplotlib; print(matplotlib.__version__)"` prints, in quotes',
        es='lo que imprime `python -c "import matplotlib; print(matplotlib.__version__)"`, entre '
        "comillas",
    ),
    ("config",): Text(
        en="an object with `d_model`, `n_heads`, `T` and `input_snippet`",
        es="un objeto con `d_model`, `n_heads`, `T` e `input_snippet`",
    ),
    ("config", "d_model"): Text(en="`64`, as in block C", es="`64`, como en el bloque C"),
    ("config", "n_heads"): Text(en="`4`, as in block C", es="`4`, como en el bloque C"),
    ("config", "T"): Text(
        en="`8`, the number of tokens of block C", es="`8`, el número de tokens del bloque C"
    ),
    SNIPPET: same('`"<bos> I work , you work , he"`'),
    ("results_summary",): Text(
        en="an object with `single_head_equivalence_max_diff` and `heads_visibly_distinct`",
        es="un objeto con `single_head_equivalence_max_diff` y `heads_visibly_distinct`",
    ),
    MAX_DIFF: Text(
        en="the number that verify.py printed: 0 or more, below `1e-5`, without quotes",
        es="el número que imprimió verify.py: 0 o más, menor que `1e-5`, sin comillas",
    ),
    DISTINCT: Text(
        en="`true` if the four heatmaps look different from one another and `false` if not, "
        "without quotes",
        es="`true` si los cuatro heatmaps se ven distintos entre sí y `false` si no, sin comillas",
    ),
}

IS = Text(en="`{key}` is {seen}", es="`{key}` es {seen}")
MISSING = Text(en="`{key}` is missing.", es="Falta `{key}`.")
NEAR = Text(
    en=" There is `{near}`; if it is meant, give it the name `{key}`.",
    es=" Está `{near}`; si te refieres a esa, ponle el nombre `{key}`.",
)
MOVE = Text(
    en=" It stands as `{near}`: move it to where `{key}` belongs.",
    es=" Aparece como `{near}`: muévela a `{key}`.",
)
WRITE = Text(en=" Write {wanted}.", es=" Escribe {wanted}.")
ELSE = Text(
    en="what the schema asks for there (schemas/manifest.schema.json)",
    es="lo que ahí pide el esquema (schemas/manifest.schema.json)",
)

NULL = Text(en=", left from the template.", es=", tal como venía en la plantilla.")
PLACEHOLDER = Text(
    en=", the placeholder of the template.", es=", el marcador de la plantilla sin rellenar."
)
QUOTED = Text(
    en=" in quotes, so it is text and not a number.",
    es=" entre comillas, así que es texto y no un número.",
)
QUOTED_ANSWER = Text(
    en=" in quotes, so it is text and not `true` or `false`.",
    es=" entre comillas, así que es texto y no `true` ni `false`.",
)
UNQUOTED = Text(en=", a number and not text.", es=", un número y no un texto.")
NO_DAY = Text(en=", a day that no calendar has.", es=", un día que no existe en el calendario.")
FORM = Text(en=", not year-month-day alone.", es=", que no es solo año-mes-día.")
DAYS = Text(
    en="{first} or {second}, whichever day you mean", es="{first} o {second}, según el día que sea"
)
NAN = Text(en=", and that is no number.", es=", y eso no es un número.")
INDEX = Text(
    en=", the sequence of the phase index. The lab's own starts with `<bos>` and has no blank.",
    es=", la secuencia del índice de la fase. La del lab empieza por `<bos>` y no deja espacio "
    "vacío.",
)
SPACES = Text(
    en=", the right words with other spaces. One space separates every two tokens, commas too.",
    es=", las palabras correctas con otros espacios. Un espacio separa cada dos tokens, también "
    "las comas.",
)
NEGATIVE = Text(
    en=", and the largest absolute difference is never negative. Use `np.abs` in verify.py.",
    es=", y la mayor diferencia absoluta nunca es negativa. Usa `np.abs` en verify.py.",
)
LARGE = Text(
    en=", not below `1e-5`, and block B asks for less. Check that it is the number that verify.py "
    "prints.",
    es=", que no es menor que `1e-5`, y el bloque B pide menos. Comprueba que es el número que "
    "imprime verify.py.",
)
NOT_MEASURED = Text(
    en=", not below `1e-5`, and what was measured here on the sizes of block B (d_model = 4, H "
    "= 1) is {got}. Check that the number was copied as verify.py prints it; if it was, look at "
    "what verify.py compares.",
    es=", que no es menor que `1e-5`, y lo que se midió aquí con los tamaños del bloque B "
    "(d_model = 4, H = 1) es {got}. Comprueba que el número está copiado tal como lo imprime "
    "verify.py; si lo está, revisa qué compara verify.py.",
)
CLASS_DIFFERS = Text(
    en=", not below `1e-5`, and on the sizes of block B (d_model = 4, H = 1) your class was "
    "measured to differ by {got}. Mend what `single-head` says first and run verify.py again.",
    es=", que no es menor que `1e-5`, y con los tamaños del bloque B (d_model = 4, H = 1) se "
    "midió que tu clase difiere en {got}. Arregla primero lo que dice `single-head` y vuelve a "
    "ejecutar verify.py.",
)
NO_ANSWER = Text(
    en=", not below `1e-5`, and at H = 1 your class gave no answer that could be compared. Mend "
    "what `single-head` says first and run verify.py again.",
    es=", que no es menor que `1e-5`, y con H = 1 tu clase no dio una respuesta que se pudiera "
    "comparar. Arregla primero lo que dice `single-head` y vuelve a ejecutar verify.py.",
)
TODAY = Text(
    en='`python -c "import datetime; print(datetime.date.today())"` prints the day as it is '
    "written there.",
    es='`python -c "import datetime; print(datetime.date.today())"` imprime la fecha tal como se '
    "escribe ahí.",
)
VERSIONS = Text(
    en="Copy what the three print where you ran the lab: `sys.version`, `numpy.__version__` and "
    "`matplotlib.__version__`.",
    es="Copia lo que imprimen los tres donde ejecutaste el lab: `sys.version`, `numpy.__version__` "
    "y `matplotlib.__version__`.",
)
DOT = same(".")
LIST = Text(en="a list", es="una lista")
OBJECT = Text(en="an object", es="un objeto")

ABSENT = Text(
    en="There is no {path} to read; see `six-files`.",
    es="No hay {path} que leer; véase `six-files`.",
)
UNREADABLE = Text(
    en="{path} cannot be read as JSON without guessing; mend what manifest-json says first.",
    es="{path} no es JSON legible sin ambigüedad; arregla antes lo que dice manifest-json.",
)
MEANT = Text(
    en="What the file means is clear all the same, so its content is graded.",
    es="Se entiende lo que el archivo quiere decir, así que su contenido se evalúa igual.",
)
MORE = Text(en="And {n} more.", es="Y {n} más.")
