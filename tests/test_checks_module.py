"""Block A, the module and its constructor: what costs which check, and what the student reads.

Each row is a lesson: what somebody wrote, the checks that it costs, and words of the first of
them. A check in parentheses is passed and says something all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.report import Style, render
from tests.students import (
    ATTENTION,
    LAB,
    RIGHT,
    block_a,
    but,
    example,
    grade,
    put,
    repo,
    results,
    said,
)

if TYPE_CHECKING:
    from pathlib import Path

NN = "src/minimodel/nn/attention.py"
SMALL = "import numpy as np\n"
"""A module without a class: enough for what is read from its text, and quick to grade."""
CHECK = "        assert d_model % n_heads == 0\n"
INIT = "self, d_model, n_heads, seed=0"
DRAW_O = "        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale\n"
DRAW_K = DRAW_O.replace("W_O", "W_K")
RETURN = "        return joined @ self.W_O\n"


# ── imports ──────────────────────────────────────────────────────────────────────────────────

IMPORTS = {
    "it is not there": ({"src/minimodel/__init__.py": ""}, f"{ATTENTION} is missing"),
    "it is in another folder": ({NN: SMALL}, f"the class is in {NN}, and the lab wants it in"),
    "it is at the top": ({"attention.py": SMALL}, "the class is in attention.py"),
    "its name has a capital": (
        {"src/minimodel/attention/Attention.py": SMALL},
        "the class is in src/minimodel/attention/Attention.py",
    ),
    "a bracket is never closed": (
        {ATTENTION: f"{SMALL}x = (1,\n"},
        f"SyntaxError: '(' was never closed ({ATTENTION}:2)",
    ),
    "a name is not defined": (
        {ATTENTION: f"{SMALL}\nd_head = d_model // 2\n"},
        f"NameError: name 'd_model' is not defined ({ATTENTION}:3)",
    ),
    "the fault is in a helper": (
        {ATTENTION: "from . import maths\n", "src/minimodel/attention/maths.py": "\n1 / 0\n"},
        "ZeroDivisionError: division by zero (src/minimodel/attention/maths.py:2)",
    ),
    "a helper was not handed in": (
        {ATTENTION: "from .maths import softmax\n"},
        "No module named 'minimodel.attention.maths'",
    ),
    "it asks for input": ({ATTENTION: "n = input('heads? ')\n"}, "EOFError"),
    "it ends the process": ({ATTENTION: "import os\nos._exit(0)\n"}, "exit code 0"),
    "it holds a merge conflict": (
        {ATTENTION: f"<<<<<<< HEAD\n{SMALL}=======\n"},
        f"SyntaxError: invalid syntax ({ATTENTION}:1)",
    ),
    "it holds a zero byte": ({ATTENTION: "x = 1\0\n"}, "null bytes"),
}


@pytest.mark.parametrize("lesson", IMPORTS)
def test_imports(tmp_path: Path, lesson: str) -> None:
    files, words = IMPORTS[lesson]
    result = results(repo(tmp_path / "ana", None, **files))["imports"]

    assert (result.outcome, result.earned) == ("failed", 0)
    assert words in said(result)


HINTS = {
    "a bracket too many": ("d = (4))\n", "d = (4))\n           ^", "Count the brackets"),
    "a bracket never closed": ("d = (4\n", "d = (4\n        ^", "Close the bracket that opens"),
    "no colon": ("def f(x)\n    return x\n", "def f(x)\n            ^", "Put a colon at the end"),
    "no closing quotes": ("d = 'a\n", "d = 'a\n        ^", "Close the quotes"),
    "no indentation": ("def f(x):\nreturn x\n", "return x\n    ^", "Compare the space"),
    "a print of Python 2": ("print 4\n", "print 4\n    ^", "as in print(x)"),
    "marks of a merge": ("<<<<<<< HEAD\n", "<<<<<<< HEAD\n    ^", "marks of a git merge"),
    "a cell of a notebook": ("%matplotlib inline\n", "%matplotlib inline\n    ^", "in a notebook"),
    "something else": ("d = 4 4 if\n", "d = 4 4 if\n", "the place that is marked"),
}


@pytest.mark.parametrize("lesson", HINTS)
def test_a_file_that_python_cannot_read_shows_where_and_what_to_do(
    tmp_path: Path, lesson: str
) -> None:
    text, mark, hint = HINTS[lesson]
    found = results(repo(tmp_path / "ana", text))["imports"]

    assert mark in found.findings[0].code
    assert hint in found.about.hint.en


def test_the_report_prints_the_line_with_a_mark_under_the_place(tmp_path: Path) -> None:
    page = render("text", grade(repo(tmp_path / "ana", "d_head = (64 // 4))\n")), Style())

    assert "          1 | d_head = (64 // 4))\n                                ^\n" in page
    assert "Run the example" not in page


def test_a_file_that_python_cannot_read_is_not_told_about_its_forward(tmp_path: Path) -> None:
    found = results(repo(tmp_path / "ana", "x = (\n"))
    reasons = {said(r) for r in found.values() if r.about.block == "A" and r.outcome == "blocked"}

    assert "forward was not looked at" in said(found["forward-length"])
    assert len(reasons) == 2  # numpy-only has its own


@pytest.mark.parametrize("name", ["src/numpy.py", "src/numpy/__init__.py", f"{LAB}/random.py"])
def test_a_file_with_the_name_of_a_library_is_worth_a_note(tmp_path: Path, name: str) -> None:
    result = results(repo(tmp_path / "ana", SMALL, **{name: ""}))["imports"]

    assert result.outcome == "passed"
    assert result.findings[0].note
    assert f"{name} has the name of the library" in said(result)


def test_what_is_in_the_wrong_place_is_graded_all_the_same(tmp_path: Path) -> None:
    found = results(repo(tmp_path / "ana", None, **{NN: RIGHT}))

    assert block_a(found) == ({"imports"}, set())


def test_nothing_is_judged_of_what_cannot_be_imported(tmp_path: Path) -> None:
    found = results(repo(tmp_path / "ana", "x = (\n"))
    failed, blocked = block_a(found)

    assert failed == {"imports"}
    assert blocked >= {"api", "divisible", "weights", "init", "shape", "mask", "agreement"}
    assert "see `imports`" in said(found["shape"])


def test_a_class_that_is_nearly_called_so_costs_its_name_only(tmp_path: Path) -> None:
    ana = example("right", tmp_path / "ana")
    for name in (ATTENTION, f"{LAB}/verify.py"):
        text = (ana / name).read_text("utf-8")
        put(ana, {name: text.replace("MultiHeadAttention", "MultiheadAttention")})
    found = results(ana)

    assert {i for i, r in found.items() if r.outcome not in ("passed", "skipped")} == {"api"}


@pytest.mark.parametrize("importer", ["attention", "verify", "mha"])
def test_a_library_that_nothing_needs_costs_its_import_only(tmp_path: Path, importer: str) -> None:
    ana = example("right", tmp_path / "ana")
    name = ATTENTION if importer == "attention" else f"{LAB}/{importer}.py"
    text = (ana / name).read_text("utf-8")
    put(ana, {name: but("import numpy as np", "import numpy as np\nimport torch", text=text)})
    found = results(ana)
    lost = {i for i, r in found.items() if r.outcome not in ("passed", "skipped")}

    assert lost - {"imports"} == {"numpy-only"}
    assert ("imports" in lost) == (importer == "attention")


@pytest.mark.parametrize("use", ["F.softmax(x)", "F.softmax(torch.tensor(x), dim=-1).numpy()"])
def test_a_library_that_is_needed_leaves_nothing_to_judge(tmp_path: Path, use: str) -> None:
    imports = "import numpy as np\nimport torch\nimport torch.nn.functional as F\n"
    uses = but("import numpy as np\n", imports, RETURN, f"        return {use}\n")
    found = results(repo(tmp_path / "ana", uses))

    assert block_a(found)[0] == {"numpy-only"}
    assert found["shape"].outcome == found["weights"].outcome == "blocked"
    assert "it needs PyTorch" in said(found["imports"])


def test_a_helper_may_have_any_name(tmp_path: Path) -> None:
    names = ("values", "student", "hook", "labels")
    helpers = {f"src/{name}.py": "N = 1\n" for name in names}
    imports = "".join(f"from {name} import N\n" for name in names)

    assert results(repo(tmp_path / "ana", imports, **helpers))["imports"].outcome == "passed"


# ── numpy-only ───────────────────────────────────────────────────────────────────────────────

CAUGHT = "try:\n    {}\nexcept Exception:\n    pass\n"
MODULE, SCRIPT = {ATTENTION: SMALL}, f"{LAB}/mha.py"
FORBIDDEN = {
    "at the top": ({ATTENTION: "import torch\n"}, "PyTorch", 1),
    "under another name": ({ATTENTION: "import numpy, tensorflow as np\n"}, "TensorFlow", 1),
    "from a part of it": ({ATTENTION: "from jax.numpy import exp\n"}, "JAX", 1),
    "in try": ({ATTENTION: CAUGHT.format("import torch")}, "PyTorch", 2),
    "in a function": ({ATTENTION: "def f():\n    def g():\n        import cupy\n"}, "CuPy", 3),
    "by importlib": (
        {ATTENTION: "import importlib\n" + CAUGHT.format("importlib.import_module('mxnet.np')")},
        "MXNet",
        3,
    ),
    "by __import__": ({ATTENTION: CAUGHT.format("__import__('keras')")}, "Keras", 2),
    "in a text that is executed": (
        {ATTENTION: CAUGHT.format("exec('import paddle as p')")},
        "PaddlePaddle",
        2,
    ),
    "the grader": ({ATTENTION: "import grader\n"}, "the grader", 1),
    "the grader's reference": ({ATTENTION: "from reference import *\n"}, "reference", 1),
    "in a helper": ({**MODULE, "src/minimodel/attention/a/b.py": "import torch\n"}, "PyTorch", 1),
    "in the experiment": ({**MODULE, SCRIPT: "\nimport torch\n"}, "PyTorch", 2),
    "in the experiment's helper": ({**MODULE, f"{LAB}/tools/x.py": "import jax\n"}, "JAX", 1),
    "beside a file of its name": (
        {ATTENTION: "import torch\n", "src/torch.py": ""},
        "PyTorch",
        1,
    ),
}


def test_a_program_too_long_to_be_read_is_for_a_person_and_costs_nothing(tmp_path: Path) -> None:
    long = "\nROWS = (" + "1, " * 100_000 + ")\n"
    honest = results(repo(tmp_path / "ana", RIGHT + long))
    caught = results(repo(tmp_path / "eva", RIGHT, **{SCRIPT: long, f"{LAB}/x.py": "import jax"}))

    assert honest["numpy-only"].outcome == "review"
    assert "too long" in said(honest["numpy-only"])
    assert {r.outcome for r in honest.values() if r.about.block == "A"} <= {"passed", "review"}
    assert caught["numpy-only"].outcome == "failed"


@pytest.mark.parametrize("where", FORBIDDEN)
def test_another_library_is_found(tmp_path: Path, where: str) -> None:
    files, library, line = FORBIDDEN[where]
    result = results(repo(tmp_path / "ana", None, **files))["numpy-only"]

    assert result.outcome == "failed"
    assert f"imports {library}" in said(result) or f"imports the grader's {library}" in said(result)
    assert result.findings[0].line == line


ALLOWED = {
    "in a comment": {ATTENTION: "# import torch\n"},
    "in a text": {ATTENTION: 'TEXT = """\nimport torch\n"""\nx = "import jax"\n'},
    "as a variable": {ATTENTION: "torch = jax = keras = 1\n"},
    "as a method": {ATTENTION: "def f(x):\n    return x.torch()\n"},
    "a module of one's own": {
        ATTENTION: "import reference\nfrom .grader import x\n",
        "src/reference.py": "",
        "src/minimodel/attention/grader.py": "x = 1\n",
    },
    "in another experiment": {ATTENTION: SMALL, "experiments/03-torch/mha.py": "import torch\n"},
    "in a note": {ATTENTION: SMALL, f"{LAB}/notes.txt": "import torch\n"},
    "where Python cannot read": {ATTENTION: SMALL, f"{LAB}/old.py": "print 'x'\nimport torch\n"},
    "the standard library": {ATTENTION: "import math, typing, dataclasses, functools\n"},
    "by a name that is not written": {ATTENTION: "m = 'torch'\ndef f():\n    __import__(m)\n"},
}


@pytest.mark.parametrize("where", ALLOWED)
def test_what_only_looks_like_another_library_is_let_be(tmp_path: Path, where: str) -> None:
    found = results(repo(tmp_path / "ana", None, **ALLOWED[where]))

    assert found["imports"].outcome == "passed", said(found["imports"])
    assert found["numpy-only"].outcome == "passed", said(found["numpy-only"])


def test_a_library_that_is_not_here_is_no_fault_and_a_forbidden_one_costs_one_check(
    tmp_path: Path,
) -> None:
    found = results(repo(tmp_path / "ana", "import scipy_that_is_not_here\n"))
    other = results(repo(tmp_path / "eva", "import reference\n"))

    assert (found["imports"].outcome, block_a(found)[0]) == ("review", set())
    assert block_a(other)[0] == {"numpy-only"}
    assert "see `numpy-only`" in said(other["imports"])


# ── api, divisible, weights, init, no-bias ───────────────────────────────────────────────────

LESSONS = {
    # api
    "the seed has another name": (
        but(INIT, "self, d_model, n_heads, s=0", "default_rng(seed)", "default_rng(s)"),
        "api",
        "unexpected keyword argument 'seed'",
    ),
    "everything by keyword only": (
        but(INIT, "self, *, d_model, n_heads, seed=0"),
        "api",
        "MultiHeadAttention(8, 2) did not work",
    ),
    "the two sizes swapped": (but(INIT, "self, n_heads, d_model, seed=0"), "api", "(8, 2) did not"),
    "no seed": (
        but(INIT, "self, d_model, n_heads", "default_rng(seed)", "default_rng(0)"),
        "api",
        "MultiHeadAttention(8, 2, 0) did not work",
    ),
    "a seed without default": (but("seed=0", "seed"), "api", "missing 1 required"),
    "one more argument with a default": (but(INIT, INIT + ", dropout=0.0"), "", ""),
    "another class name": (
        but("class MultiHeadAttention", "class MultiheadAttention"),
        "api",
        "the class is called MultiheadAttention, and the lab asks for MultiHeadAttention",
    ),
    "a class name in Spanish": (
        but("class MultiHeadAttention", "class AtenciónMulticabeza"),
        "api",
        "the class is called AtenciónMulticabeza",
    ),
    "a class built on another": (
        but("class MultiHeadAttention:", "class BaseMultiHead:")
        + "\n\nclass MultiHeadAttn(BaseMultiHead):\n    pass\n",
        "api",
        "the class is called MultiHeadAttn,",
    ),
    "a class name that says little": (
        but("class MultiHeadAttention", "class SelfAttention"),
        "api",
        "there is SelfAttention: rename it",
    ),
    "only functions": (but("class MultiHeadAttention", "class Cabezas"), "api", "no class"),
    "forward in Spanish": (but("def forward", "def adelante"), "api", "no method forward"),
    "only __call__": (but("def forward", "def __call__"), "api", "__call__ and no forward"),
    "no mask by keyword": (
        but("x, mask=None):", "x, m=None):\n        mask = m"),
        "api agreement",
        "forward(x=x, mask=mask) did not work",
    ),
    "the mask is demanded": (
        but("mask=None", "mask"),
        "api agreement single-head",
        "forward(x) did not work",
    ),
    "no d_head": (but("self.d_head", "self._d_head"), "api", "no attribute d_head"),
    "a wrong d_head": (
        but("// n_heads\n", "// n_heads + 1\n",
            "a), self.n_heads, self.d_head", "a), self.n_heads, -1",
            "np.sqrt(self.d_head)", "np.sqrt(Q.shape[2])"),
        "api",
        "the attribute d_head is 5; it should be the integer 4",
    ),
    # divisible
    "no check": (but(CHECK, ""), "divisible", "10 % 3 = 1: it should raise"),
    "a check that only prints": (
        but("assert d_model % n_heads == 0", "print(d_model % n_heads == 0)"),
        "divisible",
        "was accepted",
    ),
    "any exception will do": (
        but("assert d_model % n_heads == 0", "1 / (d_model % n_heads == 0)"),
        "",
        "",
    ),
    "sys.exit will do as well": (
        but(CHECK, "        if d_model % n_heads: raise SystemExit('no')\n"),
        "",
        "",
    ),
    "a check that ends the process": (
        but(CHECK, "        if d_model % n_heads: import os; os._exit(1)\n"),
        "divisible",
        "nothing could be asked any more: the process ended by itself (exit code 1)",
    ),
    # weights
    "lower case": (but("W_Q", "w_q"), "weights", "called w_q where the lab says W_Q"),
    "no underscore": (but("W_O", "Wo"), "weights", "called Wo where the lab says W_O"),
    "one is missing": (but("W_O", "P"), "weights", "no attribute W_O"),
    "one is a list": (
        but(DRAW_O, DRAW_O.replace(" = ", " = (").replace("scale\n", "scale).tolist()\n")),
        "weights",
        "list of 64",
    ),
    "one is complex": (
        but("scale\n\n", "scale + 0j\n\n", "@ self.W_O", "@ self.W_O.real"),
        "weights",
        "dtype complex128",
    ),
    "one is too wide": (
        but(
            DRAW_O,
            DRAW_O.replace("model))", "model + 1))"),
            RETURN,
            RETURN.replace("O\n", "O[:, 1:]\n"),
        ),
        "weights",
        "for d_model=64, W_O has shape (64, 65) instead of (64, 64)",
    ),
    # init
    "no seed is used": (but("default_rng(seed)", "default_rng()"), "init", "two objects with seed"),
    "always the same seed": (but("default_rng(seed)", "default_rng(7)"), "init", "is not used"),
    "one matrix twice": (
        but(DRAW_K, "        self.W_K = self.W_Q.copy()\n"),
        "init",
        "W_Q and W_K are the same matrix",
    ),
    "no scale": (but("1.0 / np.sqrt(d_model)", "1.0"), "init", "times what it should be"),
    "the scale of BERT": (but("1.0 / np.sqrt(d_model)", "0.02"), "init", "of W_Q is 0.02"),
    "numbers from 0 to 1": (
        but(DRAW_K, DRAW_K.replace("standard_normal(", "uniform(0, 3.4641, ")),
        "init",
        "the mean of W_K is",
    ),
    "the global generator": (
        but("np.random.default_rng(seed)", "np.random.RandomState(np.random.seed(seed))"),
        "init",
        "two objects with seed=0",
    ),
    "the global generator is moved": (
        but("rng, scale", "np.random.seed(0)\n        rng, scale"),
        "init",
        "global random state",
    ),
    "other draws": (but("default_rng(seed)", "default_rng(seed + 9)"), "(init)", "that is fine"),
    "the scale of Xavier": (but("1.0 / np.sqrt(d_model)", "np.sqrt(2 / (2 * d_model))"), "", ""),
    # no-bias
    "a bias at the end": (
        but(RETURN, RETURN.replace("\n", " + 0.1\n")),
        "no-bias single-head agreement",
        "forward(zeros) is not zero at T=1, d_model=4, n_heads=1",
    ),
    "a bias that zeros do not show": (
        but("x @ self.W_Q", "x @ self.W_Q + self.b",
            CHECK, CHECK + "        self.b = np.arange(d_model) / d_model\n"),
        "no-bias single-head agreement",
        "they are biases",
    ),
    "a bias that is held and not used": (
        but(DRAW_O, DRAW_O + "        self.bias_o = np.ones(d_model)\n"),
        "no-bias",
        "holds a bias that is not zero: bias_o",
    ),
    "a bias of zeros": (
        but(DRAW_O, DRAW_O + "        self.b_q = np.zeros(d_model)\n"),
        "(no-bias)",
        "training would change it",
    ),
}  # fmt: skip


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_class(tmp_path: Path, lesson: str) -> None:
    attention, costs, words = LESSONS[lesson]
    found = results(repo(tmp_path / "ana", attention))
    ids = costs.split()

    assert block_a(found)[0] == {i for i in ids if not i.startswith("(")}
    assert words in (said(found[ids[0].strip("()")]) if ids else "")


def test_a_constructor_that_never_works_is_said_once(tmp_path: Path) -> None:
    for body, words in (
        ("raise ValueError('no')", "MultiHeadAttention(8, 2) did not work: it raised ValueError"),
        ("raise NotImplementedError", "the constructor is not written yet. Start there"),
        ("import os; os._exit(3)", "exit code 3"),
    ):
        found = results(repo(tmp_path / "ana", but(CHECK, f"        {body}\n")))
        failed, blocked = block_a(found)
        assert failed == {"api"}
        assert words in said(found["api"])
        assert len(blocked) == 14
        assert "see `api`" in said(found["shape"])
