"""What the generated pages say around the words of the code, in both languages."""

from __future__ import annotations

import re

from grader.model import Text

CHECKS = Text(en="Checks", es="Comprobaciones")
MISTAKES = Text(en="Known mistakes", es="Errores conocidos")
ALL_CHECKS = Text(
    en="Each of the {n} checks, with its points; {points} points in all. What has 0 points is "
    "advice. `grade checks` prints the same list, `grade explain ID` the same page.",
    es="Las {n} comprobaciones, con sus puntos; {points} puntos en total. Lo que tiene 0 puntos "
    "es un consejo. `grade checks --lang es` muestra la misma lista y `grade explain ID --lang "
    "es`, la misma página.",
)
ALL_MISTAKES = Text(
    en="The {n} wrong turns that the grader knows by name, in the order of the forward pass. Where "
    "one of them, or two or three together, reproduces every answer of your class, the report "
    "names it. Where none does, it says that too.",
    es="Los {n} pasos en falso que el evaluador conoce por su nombre, en el orden del forward "
    "pass. Si uno de ellos, o dos o tres juntos, reproduce todas las respuestas de tu clase, el "
    "informe lo nombra. Si ninguno lo hace, también lo dice.",
)
STOP = Text(en="Stop condition {n}", es="Condición de parada {n}")
BLOCK = Text(en="Block {n}", es="Bloque {n}")
STEPS = {
    "proj": Text(en="Projections", es="Proyecciones"),
    "split": Text(en="Splitting into heads", es="Separar en cabezas"),
    "score": Text(en="Scores", es="Puntuaciones"),
    "scale": Text(en="Scaling", es="Escalado"),
    "mask": Text(en="Mask", es="Máscara"),
    "softmax": Text(en="Softmax", es="Softmax"),
    "av": Text(en="Weighted sum of V", es="Suma ponderada de V"),
    "merge": Text(en="Joining the heads", es="Concatenar las cabezas"),
    "out": Text(en="Output projection", es="Proyección de salida"),
}
"""The steps of the forward pass, in its order."""
LOOKS = {
    "stop 1": Text(
        en="The names and sizes of the six files in `experiments/15-multi-head/`, and what git "
        "says of them. Nothing is run.",
        es="Los nombres y tamaños de los seis archivos de `experiments/15-multi-head/`, y lo que "
        "git dice de ellos. No se ejecuta nada.",
    ),
    "A": Text(
        en="`src/minimodel/attention/attention.py`: the class is made and `forward` is asked, in a "
        "confined process; the numbers are compared with a reference on the class's own weights.",
        es="`src/minimodel/attention/attention.py`: se construye la clase y se pregunta a "
        "`forward`, en un proceso confinado; los números se comparan con una referencia que usa "
        "los pesos de la propia clase.",
    ),
    "B": Text(
        en="`verify.py`, run as it is and again with `forward` made wrong, and "
        "`verify_output.txt`.",
        es="`verify.py`, ejecutado tal cual y otra vez con `forward` estropeado, y "
        "`verify_output.txt`.",
    ),
    "C": Text(
        en="What `mha.py` draws when it is run, and the committed `heatmap.png`.",
        es="Lo que dibuja `mha.py` al ejecutarse, y el `heatmap.png` entregado.",
    ),
    "D": Text(
        en="The prose of `experiments/15-multi-head/README.md`, in Spanish or English.",
        es="La prosa de `experiments/15-multi-head/README.md`, en español o en inglés.",
    ),
    "E": Text(
        en="`experiments/15-multi-head/manifest.json`, as text and as data.",
        es="`experiments/15-multi-head/manifest.json`, como texto y como datos.",
    ),
}
"""By block: the files from which its checks decide."""
LOOK = Text(en="What it looks at", es="Qué mira")
WHY = Text(en="Why it matters", es="Por qué importa")
HINT = Text(en="Hint", es="Pista")
EXAMPLE = Text(en="For example", es="Por ejemplo")
SOURCE = Text(en="Where it is taught", es="Dónde se explica")
FAILING = Text(en="Known mistakes that fail it", es="Errores conocidos con los que falla")
TRY = Text(en="On the command line", es="En la línea de comandos")
FAILS = Text(
    en="With this, the check [{title}]({link}) fails.",
    es="Con esto falla la comprobación [{title}]({link}).",
)
GOES = Text(en="What goes where", es="Qué va a dónde")
AS_CODE = Text(
    en="What is computed, as code: the reference with one step replaced",
    es="Lo que se calcula, en código: la referencia con un paso cambiado",
)
POINTS = Text(en="{n} points", es="{n} puntos")
POINT = Text(en="1 point", es="1 punto")
ADVICE = Text(en="0 points: advice", es="0 puntos: un consejo")
CHECK = Text(en="Check", es="Comprobación")
WORTH = Text(en="Points", es="Puntos")
HOLDS = Text(en="Holds when", es="Qué se pide")


def block(name: str) -> Text:
    """``Block A``; ``Stop condition 1``."""
    return (STOP if name.startswith("stop") else BLOCK).format(n=name.rpartition(" ")[2])


def worth(points: float) -> Text:
    """``5 points``."""
    if not points:
        return ADVICE
    return POINT if points == 1 else POINTS.format(n=f"{points:g}")


def escaped(text: str) -> str:
    """A sentence as Markdown: its `code` stays code, everything else is taken literally."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if n % 2 else re.sub(r"([\\*_\[\]|#])", r"\\\1", part.replace("<", "&lt;"))
        for n, part in enumerate(parts)
    )
