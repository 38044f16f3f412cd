"""Reports made by hand, for the tests of formats: a rich one, a perfect one, a hostile one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from grader.labs.multi_head.misconceptions import by_id
from grader.labs.multi_head.picture import picture
from grader.model import (
    About,
    Containment,
    Counterexample,
    Diagnosis,
    Environment,
    Exhibits,
    Finding,
    Outcome,
    Report,
    Result,
    Subject,
    Text,
    same,
)

FILE = "src/minimodel/attention/attention.py"

SMALLEST = Counterexample(
    T=2,
    d_model=4,
    n_heads=2,
    seed=0,
    x=[[1.0, 0.0, 0.0, 0.0], [0.0, -0.5, 2.0, 0.0]],
    mask=[[0.0, float("-inf")], [0.0, 0.0]],
    expected=[[0.1257, -0.1321, 0.6404, 0.1049], [-0.0355, 0.1631, -0.2043, 0.1312]],
    got=[[0.1257, -0.1321, 0.6404, 0.1049], [-0.0361, 0.1640, -0.2051, 0.1319]],
)

HOSTILE = (
    "ValueError: \x1b[2J\x1b]0;owned\x07 \u202e txt.exe \x00 \ud800 \r::error title=x::100 / 100\n"
    "PASS <script>alert(1)</script> =HYPERLINK(1) | `tick` ]]> & \x9b31m \u2028 \u200b"
)


def about(check: str, block: str, points: float, en: str, es: str) -> About:
    """A check's card, with filler that is long enough to need wrapping."""
    return About(
        id=check,
        block=block,
        points=points,
        title=Text(en=en, es=es),
        why=Text(
            en="The scores of a head grow with d_head; unscaled, softmax saturates and one key "
            "takes it all.",
            es="Los scores de una cabeza crecen con d_head; sin escalar, softmax se satura y una "
            "sola key se lo lleva todo.",
        ),
        hint=Text(
            en="Which size does each head's dot product run over: d_model or d_head?",
            es="¿Sobre qué tamaño suma el producto escalar de cada cabeza: d_model o d_head?",
        ),
        source=Text(
            en="theory 03, “The construction”; lab 01, block A",
            es="teoría 03, «La construcción»; lab 01, bloque A",
        ),
    )


_ROWS: tuple[tuple[str, str, float, Outcome, float, str, str], ...] = (
    ("six-files", "stop 1", 6, "failed", 5, "The six files exist", "Los seis archivos existen"),
    ("committed", "stop 1", 2, "skipped", 0, "They are in git HEAD", "Están en HEAD de git"),
    ("imports", "A", 3, "passed", 3, "attention.py imports", "attention.py se importa"),
    ("numpy-only", "A", 2, "passed", 2, "NumPy only", "Solo NumPy"),
    ("reshape-order", "A", 5, "passed", 5, "Heads are columns", "Las cabezas son columnas"),
    (
        "scores",
        "A",
        3,
        "failed",
        0,
        "Each head's scores are `Q_h @ K_h.T / sqrt(d_head)`",
        "Los scores de cada cabeza son `Q_h @ K_h.T / sqrt(d_head)`",
    ),
    ("agreement", "A", 2, "failed", 0, "Equals the reference", "Coincide con la referencia"),
    ("forward-length", "A", 0, "review", 0, "forward has at most 30 lines", "forward ≤ 30 líneas"),
    ("verify-runs", "B", 4, "blocked", 0, "verify.py runs", "verify.py se ejecuta"),
    ("verify-can-fail", "B", 6, "blocked", 0, "verify.py can fail", "verify.py puede fallar"),
    ("heatmap-distinct", "C", 3, "review", 0, "Four patterns differ", "Hay cuatro patrones"),
    ("readme-bias", "D", 1, "passed", 1, "No bias is documented", "Documenta que no hay bias"),
    ("manifest-true", "E", 1, "passed", 1, "The manifest is true", "El manifest dice la verdad"),
)

_DIFFERS = Text(
    en="With T = 2, d_model = 4 and H = 2 the result differs from the lab's formula.",
    es="Con T = 2, d_model = 4 y H = 2 el resultado difiere de la fórmula del lab.",
)

_SCALE = Text(
    en="The scores are divided by sqrt(d_model), not by sqrt(d_head).",
    es="Los scores se dividen entre sqrt(d_model) en lugar de entre sqrt(d_head).",
)

_FINDINGS: dict[str, tuple[Finding, ...]] = {
    "six-files": (
        Finding(
            Text(
                en="heatmap.png is not there; there is Heatmap.PNG, whose name differs in case.",
                es="heatmap.png no está; hay un Heatmap.PNG, que difiere en las mayúsculas.",
            ),
            "experiments/15-multi-head/Heatmap.PNG",
        ),
    ),
    "committed": (Finding(Text(en="There is no git history here.", es="Aquí no hay git.")),),
    "reshape-order": (
        Finding(Text(en="A view was enough.", es="Bastaba con una vista."), FILE, 20, note=True),
    ),
    "scores": (Finding(_SCALE, FILE, 31, SMALLEST),),
    "agreement": (Finding(_DIFFERS, at=SMALLEST),),
    "forward-length": (
        Finding(
            Text(en="forward has 44 lines of code.", es="forward tiene 44 líneas de código."),
            FILE,
            24,
        ),
    ),
    "verify-runs": (Finding(Text(en="agreement failed", es="agreement falla")),),
    "verify-can-fail": (Finding(Text(en="agreement failed", es="agreement falla")),),
    "heatmap-distinct": (
        Finding(Text(en="Two of the panels look alike.", es="Dos de los paneles se parecen.")),
    ),
}


def rich() -> Report:
    """One of every outcome, a diagnosis with its line, and a counterexample that two share."""
    return Report(
        lab="15-multi-head",
        version="0.1.0",
        subject=Subject("ana-garcia", "class/ana-garcia", "ab" * 32, None, (FILE, "README.md")),
        environment=Environment("3.11.7", "2.4.6", "Linux x86_64", seed=7),
        containment=Containment(
            ("landlock", "seccomp"),
            "blocked",
            "private",
            {"cpu": 30.0, "memory": 1073741824.0},
            Text(
                en="sandbox: Landlock and seccomp; no network, no files but its own.",
                es="sandbox: Landlock y seccomp; sin red y sin más archivos que los suyos.",
            ),
        ),
        results=tuple(
            Result(about(i, b, p, en, es), outcome, p, earned, _FINDINGS.get(i, ()))
            for i, b, p, outcome, earned, en, es in _ROWS
        ),
        diagnosis=Diagnosis(
            (("scale/sqrt-d-model",),),
            complete=True,
            says=_SCALE,
            file=FILE,
            line=31,
        ),
        seconds=0.4123,
    )


SOURCE = """\
import numpy as np


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        # no bias anywhere
        self.d_model, self.n_heads = d_model, n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.W_Q, self.W_K, self.W_V, self.W_O = rng.standard_normal((4, d_model, d_model))

    def split(self, a):
        heads = a.reshape(len(a), self.d_head, self.n_heads)
        return heads.transpose(2, 0, 1)

    def weights(self, scores, mask):
        if mask is not None:
            scores = scores + mask
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)

    def look(self):
        return "one map a head"

    def forward(self, x, mask=None):
        T, d_model = x.shape
        Q = self.split(x @ self.W_Q)
        K = self.split(x @ self.W_K)
        V = self.split(x @ self.W_V)

        scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d_model)
        A = self.weights(scores, mask)

        joined = (A @ V).transpose(1, 0, 2).reshape(T, d_model)
        return joined @ self.W_O
"""
TOKENS = ("The", " cat", " sat", " on", " the", " mat", " to", " work")


def picture_png() -> bytes:
    """The heat map of an example."""
    root = Path(__file__).parent.parent
    return (root / "examples/right/experiments/15-multi-head/heatmap.png").read_bytes()


def exhibited() -> Report:
    """The rich one with all that can be shown besides words, diagrams of two mistakes included."""
    report = rich()
    names = ("split/reshape-dh-h", "merge/heads-sum-tiled")
    assert report.diagnosis is not None
    maps = tuple(np.random.default_rng(n).dirichlet(np.ones(8), 8) for n in range(4))
    return replace(
        report,
        diagnosis=replace(report.diagnosis, sets=(names,)),
        exhibits=Exhibits(
            sources={FILE: SOURCE},
            maps=maps,
            tokens=TOKENS,
            picture=picture_png(),
            diagrams={name: drawn for name in names if (drawn := picture(by_id[name]))},
        ),
    )


def perfect() -> Report:
    """Everything passed."""
    report = rich()
    results = (replace(r, outcome="passed", earned=r.points, findings=()) for r in report.results)
    return replace(report, results=tuple(results), diagnosis=None)


def hostile() -> Report:
    """Every text that a student can choose is an attack."""
    report = rich()
    finding = Finding(same(HOSTILE), HOSTILE, 3, replace(SMALLEST, got=same(HOSTILE)))
    return replace(
        report,
        subject=Subject(HOSTILE, HOSTILE, "cd" * 32, None, (HOSTILE,)),
        results=tuple(replace(r, findings=(finding, finding)) for r in report.results),
        diagnosis=Diagnosis((), complete=False, says=same(HOSTILE), file=HOSTILE, line=1),
        exhibits=Exhibits(
            sources={HOSTILE: "\n".join([HOSTILE, HOSTILE * 50, *HOSTILE.split()])},
            maps=(np.array([[0.5, np.nan], [np.inf, -1.0]]), np.zeros((900, 900)), np.ones(3)),
            tokens=(HOSTILE, "$\\frac{</text><script>alert(1)</script>"),
            picture=b"<script>alert(1)</script>" + b"\x89PNG\r\n\x1a\n",
        ),
    )
