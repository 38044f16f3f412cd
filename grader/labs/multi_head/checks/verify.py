"""Block B: verify.py runs, it can fail, and its output is the one that was handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head.declare import check
from grader.labs.multi_head.verify_fails import fails
from grader.labs.multi_head.verify_prints import prints
from grader.labs.multi_head.verify_runs import nothing, ran
from grader.labs.multi_head.verify_words import SOURCE
from grader.model import About, Evidence, Text, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model import Verified


def judged(evidence: Evidence, judge: Callable[[Evidence, Verified], Verdict]) -> Verdict:
    """Blocked where there is no script; otherwise what ``judge`` says."""
    verdict = nothing(evidence)
    if verdict or evidence.verified is None:
        return verdict or Verdict("blocked")
    return judge(evidence, evidence.verified)


@check(
    About(
        id="verify-runs",
        block="B",
        points=4,
        title=Text(en="verify.py runs to its end", es="verify.py se ejecuta hasta el final"),
        why=Text(
            en="A test that cannot be run proves nothing to whoever repeats your experiment.",
            es="Una prueba que no se puede ejecutar no demuestra nada a quien repita tu "
            "experimento.",
        ),
        hint=Text(
            en="Run it in a fresh copy of your repository, and look at the last line of the error.",
            es="Ejecútalo en una copia limpia de tu repositorio y mira la última línea del error.",
        ),
        source=SOURCE,
        example="ROOT = Path(__file__).resolve().parents[2]\n"
        'sys.path.insert(0, str(ROOT / "src"))\n'
        "from minimodel.attention.attention import MultiHeadAttention\n",
    )
)
def verify_runs(evidence: Evidence) -> Verdict:
    """It ends with success, in a private copy of the repository, in some way of running it."""
    return judged(evidence, ran)


@check(
    About(
        id="verify-can-fail",
        block="B",
        points=6,
        title=Text(
            en="verify.py fails when forward is wrong",
            es="verify.py falla cuando forward está mal",
        ),
        why=Text(
            en="A test that passes whatever the code does tells you nothing about the code.",
            es="Una prueba que pasa haga lo que haga el código no dice nada del código.",
        ),
        hint=Text(
            en="Add 0.001 to what forward returns, run verify.py, see it fail, and put it back.",
            es="Suma 0.001 a lo que devuelve forward, ejecuta verify.py, mira que falle y "
            "deshazlo.",
        ),
        source=SOURCE,
        example="max_diff = np.abs(got - expected).max()\n"
        "assert got.shape == expected.shape\n"
        "assert max_diff < 1e-5, max_diff\n",
    )
)
def verify_can_fail(evidence: Evidence) -> Verdict:
    """It ends with an error for each of the wrong forwards that are put in its way."""
    return judged(evidence, fails)


@check(
    About(
        id="verify-output",
        block="B",
        points=3,
        title=Text(
            en="verify_output.txt is what verify.py prints",
            es="verify_output.txt es lo que imprime verify.py",
        ),
        why=Text(
            en="The captured output is the record of the run that the README and the manifest "
            "quote.",
            es="La salida capturada es el registro de la ejecución que citan el README y el "
            "manifest.",
        ),
        hint=Text(
            en="Capture it again as the last thing you do, after the last change of the code.",
            es="Vuelve a capturarla al final, después del último cambio del código.",
        ),
        source=Text(
            en="Lab 01, what you produce: captured output",
            es="Lab 01, qué produces: salida capturada",
        ),
        example="python experiments/15-multi-head/verify.py > "
        "experiments/15-multi-head/verify_output.txt\n",
    )
)
def verify_output(evidence: Evidence) -> Verdict:
    """The same text, but for encodings, line ends, rounding, times and dates."""
    return judged(evidence, prints)
