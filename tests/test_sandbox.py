"""Student code in a process of its own: whatever it does, an answer or a sentence comes back."""

from __future__ import annotations

import atexit
import os
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.model import Failure, Imported, Made, Make, Output, Probe, Single, Submission
from grader.sandbox import Limits, Session, Slots
from reference import MultiHeadAttention
from tests.students import ATTENTION, RIGHT, but

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model import Answer, Import

MODULE = "minimodel.attention.attention"
PACKAGE = "src/minimodel/attention"
X = np.arange(12.0).reshape(3, 4) / 10
ASKED = Probe(4, 2, 0, X)
FAIR = Limits(cpu=5, wall=20.0, output=1 << 20)
SHORT = Limits(cpu=1, wall=20.0)
SOCKET = """\
import os, stat, struct, time
def sock():
    for fd in range(3, 99):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                return fd
        except OSError:
            pass
"""


@contextmanager
def conversation(limits: Limits) -> Iterator[Session]:
    """A child of a slot that all tests here share, as a class's submissions share one."""
    with Session(SLOTS.start(), limits) as session:
        yield session


SLOTS = Slots()
atexit.register(lambda: SLOTS.__exit__(None, None, None))


def load(session: Session, files: dict[str, str]) -> Import:
    """Hand the files over and import the module."""
    return session.enter(submission(files)) or session.load("src", MODULE)


def submission(files: dict[str, str]) -> Submission:
    return Submission("ana", "ana", {name: text.encode() for name, text in files.items()}, "d")


def told(
    attention: str, *asked: Probe, limits: Limits = FAIR, **files: str
) -> tuple[Import, list[Answer], Session]:
    """The import and the answers of a module; its session is closed."""
    with conversation(limits) as session:
        imported = load(session, {ATTENTION: attention, **files})
        answers = session.ask(asked or [ASKED, ASKED])
    return imported, answers, session


def doing(body: str, before: str = "", how: str = "return joined @ self.W_O") -> str:
    """The right module whose ``forward`` ends with other lines; ``y`` is the right answer."""
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return but(f"        {how}\n", f"        y = joined @ self.W_O\n{lines}", text=before + RIGHT)


def printed(code: str, **files: str) -> str:
    """What a module prints while it is imported."""
    imported, _, session = told(f"import os, sys\n{code}\nsys.stdout.flush()\n", **files)
    assert isinstance(imported, Imported), imported
    return session.printed.decode("utf-8", "replace").strip()


def one(answer: Answer) -> np.ndarray:
    assert isinstance(answer, Output), answer
    return answer.y


def failure(answer: Answer) -> Failure:
    assert isinstance(answer, Failure), answer
    assert answer.says.en != answer.says.es
    return answer


EXPECTED = MultiHeadAttention(4, 2, 0).forward(X)


# ── what is a student's own is found, and nothing of theirs stands in for ours ───────────────


@pytest.mark.parametrize(
    "files",
    [
        {},
        {f"{PACKAGE}/maths.py": RIGHT, ATTENTION: "from .maths import *\n"},
        {f"{PACKAGE}/maths.py": RIGHT, ATTENTION: f"from {MODULE[:-9]}maths import *\n"},
        {"src/maths.py": RIGHT, ATTENTION: "from maths import MultiHeadAttention\n"},
        {f"{PACKAGE}/__init__.py": "from .a import *\n", f"{PACKAGE}/a.py": RIGHT, ATTENTION: ""},
        {"src/reference.py": RIGHT, ATTENTION: "from reference import *\n"},
    ],
    ids=["alone", "relative", "absolute", "beside", "re-exported", "called reference"],
)
def test_a_student_may_spread_the_class_over_files(files: dict[str, str]) -> None:
    imported, answers, _ = told(RIGHT, **files)

    assert isinstance(imported, Imported)
    assert np.allclose(one(answers[0]), EXPECTED)


@pytest.mark.parametrize("name", ["numpy", "json", "random", "frames", "student", "sitecustomize"])
def test_a_file_with_the_name_of_a_library_never_stands_in_for_it(name: str) -> None:
    shadow = {f"src/{name}.py": "raise SystemExit('shadow')", f"{name}.py": "raise SystemExit"}
    more = {"src/usercustomize.py": "raise SystemExit", "conftest.py": "raise SystemExit"}
    _, answers, _ = told("import json, random\n" + RIGHT, **shadow, **more)

    assert np.allclose(one(answers[0]), EXPECTED)


@pytest.mark.parametrize("name", ["grader", "reference", "grader.model", "reference.attention"])
def test_the_grader_and_its_reference_are_out_of_reach_of_import(name: str) -> None:
    imported, answers, _ = told(f"import {name}\n{RIGHT}")

    assert "ModuleNotFoundError" in failure(imported).error  # type: ignore[arg-type]
    assert failure(answers[0]).error


def test_files_that_cannot_lie_in_one_folder_are_a_failed_import() -> None:
    imported, _, _ = told(RIGHT, **{"src/minimodel": "a file and a folder"})

    assert isinstance(imported, Failure)


# ── where it runs ────────────────────────────────────────────────────────────────────────────


def test_the_environment_tells_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADE_MARKER", "secret")
    monkeypatch.setenv("PYTHONPATH", "/secret")
    said = printed("print(dict(os.environ))")

    assert "secret" not in said
    assert os.environ["PATH"] not in said
    assert "PYTHONHASHSEED" in said


def test_the_folder_is_private_and_gone_afterwards() -> None:
    said = printed(
        "os.makedirs('a/' * 99)\nopen('left', 'w').close()\nos.chmod('a', 0)\n"
        "print(os.getcwd(), oct(os.stat('.').st_mode), sorted(os.listdir()))"
    )
    folder, mode, rest = said.split(maxsplit=2)

    assert (mode, rest) == ("0o40700", "['a', 'left', 'src']")
    assert not Path(folder).exists()


def test_standard_input_is_at_its_end() -> None:
    assert printed("print(repr(sys.stdin.read()))") == "''"
    assert "EOFError" in failure(told("input()\n")[0]).error  # type: ignore[arg-type]


def test_what_it_prints_is_kept_and_harms_nothing() -> None:
    assert printed("print('á\\ud800', flush=True)\nos.write(1, b'\\xff')") == "á\\ud800\n\ufffd"
    _, answers, session = told("import os\nprint('x' * 200_000, flush=True)\nos.close(1)\n" + RIGHT)
    assert len(session.printed) == FAIR.kept_output
    assert np.allclose(one(answers[0]), EXPECTED)


# ── how it may end ───────────────────────────────────────────────────────────────────────────

ENDS = {
    "a hang": ("while True: pass", "hung", "more than 1 s of CPU"),
    "a hang that ignores signals": (
        "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass",
        "hung",
        "more than 1 s of CPU",
    ),
    "os._exit": ("import os\nos._exit(0)", "died", "exit code 0"),
    "abort": ("import os\nos.abort()", "died", "signal 6"),
    "a kill of its own": ("import os\nos.kill(os.getpid(), 9)", "died", "signal 9"),
    "SystemExit": ("raise SystemExit(3)", "raised", "SystemExit: 3"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", "raised", "KeyboardInterrupt"),
    "GeneratorExit": ("raise GeneratorExit", "raised", "GeneratorExit"),
    "an array too large": ("np.ones(1 << 40)", "memory", "ran out of memory"),
    "a string too large": ("b'x' * (1 << 31)", "memory", "ran out of memory"),
    "recursion": ("return self.forward(x, mask)", "raised", "RecursionError"),
    "not written": ("raise NotImplementedError", "unwritten", "not written yet"),
    "a flood": ("while True: print('x' * 9999)", "flood", "more than 1 MiB"),
    "garbage on the socket": ("os.write(sock(), b'garbage ' * 99)", "refused", "no answer"),
    "half a frame": ("os.write(sock(), b'\\x08\\0\\0')\nos._exit(0)", "died", "exit code 0"),
    "half an answer": (
        "os.write(sock(), struct.pack('<II', 9, 3))\nos._exit(0)",
        "died",
        "exit code 0",
    ),
    "another's number": (
        "os.write(sock(), struct.pack('<IIc', 1, 77, b'A'))",
        "refused",
        "no answer",
    ),
    "an answer that is none": (
        "os.write(sock(), struct.pack('<II2sII2s', 2, 3, b'E{', 2, 4, b'E{'))\ntime.sleep(60)",
        "refused",
        "no answer",
    ),
    "an endless answer": ("os.write(sock(), struct.pack('<II', 2**31, 3))", "refused", "no answer"),
    "a closed socket and no end": ("os.close(sock())\ntime.sleep(60)", "refused", "no answer"),
}


@pytest.mark.parametrize("what", ENDS)
def test_every_end_is_a_sentence(what: str) -> None:
    body, kind, words = ENDS[what]
    _, answers, _ = told(doing(body, SOCKET), limits=SHORT if kind == "hung" else FAIR)
    first, second = map(failure, answers)

    assert first.kind == kind
    assert second.kind in (kind, "absent")
    assert words in first.says.en


@pytest.mark.parametrize(
    "end", ["os._exit(0)", "os.abort()", "while True: pass", "os.close(sock())", "time.sleep(60)"]
)
def test_what_was_answered_before_the_end_is_kept_however_it_ends(end: str) -> None:
    body = f"import os, time\nif len(x) == 2:\n    {end}\nreturn y"
    asked = [ASKED, ASKED, ASKED.but(x=X[:2]), ASKED]
    _, answers, _ = told(doing(body, SOCKET), *asked, limits=Limits(cpu=1, wall=3.0))

    assert np.allclose(one(answers[0]), EXPECTED)
    assert np.allclose(one(answers[1]), EXPECTED)
    assert isinstance(answers[-1], Output) == end.startswith("os.close")


def test_answers_larger_than_the_memory_that_is_shared_all_arrive() -> None:
    long = np.tile(X, (900, 1))
    asked = [ASKED, ASKED.but(x=long), ASKED, ASKED.but(x=long), ASKED]
    _, answers, _ = told(RIGHT, *asked)

    assert [len(one(a)) for a in answers] == [3, 2700, 3, 2700, 3]
    assert np.allclose(one(answers[-1]), EXPECTED)


def test_a_sleeper_and_one_that_drips_are_ended_by_the_clock() -> None:
    for body in ("time.sleep(60)", "while True: print('x', flush=True), time.sleep(0.001)"):
        started = time.monotonic()
        _, answers, _ = told(doing(body, SOCKET), limits=Limits(wall=0.6))
        assert "within 0.6 s" in failure(answers[0]).says.en
        assert time.monotonic() - started < 5


def test_what_hangs_at_import_is_a_failed_import_and_nothing_more_is_asked() -> None:
    imported, answers, _ = told("while True: pass", limits=SHORT)

    assert failure(imported).kind == "hung"  # type: ignore[arg-type]
    assert {failure(a).kind for a in answers} <= {"hung", "absent"}


def test_a_failure_says_the_line_of_the_innermost_file_of_the_student() -> None:
    code = doing("return np.reshape(y, (7, 7))")
    _, (answer, _), _ = told(code)
    line = code[: code.index("return np.reshape")].count("\n") + 1

    assert (failure(answer).file, failure(answer).line) == (ATTENTION, line)
    assert failure(answer).error.startswith("ValueError: cannot reshape")


@pytest.mark.parametrize(
    "error",
    [
        "class Bad(Exception):\n    def __str__(self): raise SystemExit(7)\n",
        "class Bad(Exception):\n    def __str__(self): return 7\n",
        "class Bad(SyntaxError):\n    filename = property(lambda self: 1 / 0)\n",
        "class Bad(BaseException):\n    __traceback__ = property(lambda self: 1 / 0)\n",
        "class Bad(Exception):\n    def __getattribute__(self, name): raise SystemExit(1)\n",
    ],
)
def test_a_hostile_exception_is_a_failure_like_any_other(error: str) -> None:
    _, answers, _ = told(doing("raise Bad()", error))

    assert failure(answers[0]).kind in ("raised", "died")


def test_a_message_is_data_however_long_and_whatever_is_in_it() -> None:
    _, (answer, again), _ = told(doing("raise ValueError('\\x1b[2J\\ud800\\0' + 'é' * 99_999)"))

    assert failure(answer).error.startswith("ValueError: \x1b[2J?\0é")
    assert len(failure(answer).error) == 2000
    assert len(failure(answer).says.en) < 200
    assert failure(again).kind == "raised"


@pytest.mark.parametrize(
    "start",
    [
        "os.fork()",
        "subprocess.run(['true'])",
        "multiprocessing.Process(target=print).start()",
        "os.execv('/bin/true', ['true'])",
        "os.posix_spawn('/bin/true', ['true'], {})",
    ],
)
def test_student_code_starts_no_process(start: str) -> None:
    imported, _, _ = told(f"import multiprocessing, os, subprocess\n{start}\n" + RIGHT)

    assert "PermissionError" in failure(imported).error  # type: ignore[arg-type]


# ── what it may return ───────────────────────────────────────────────────────────────────────

READ = {
    "y": "ndarray",
    "y.astype(np.float32)": "ndarray",
    "y.astype(np.float16)": "ndarray",
    "y.astype(np.longdouble)": "ndarray",
    "y.astype('>f8')": "ndarray",
    "np.asfortranarray(y)": "ndarray",
    "np.repeat(y, 2, axis=1)[::, ::2]": "ndarray",
    "y[::-1][::-1]": "ndarray",
    "y.tolist()": "list of 3",
    "(y, 'attention')": "tuple of 2",
    "tuple(y for _ in range(9999))": "tuple of 9999",
    "np.matrix(y)": "matrix",
    "np.ma.masked_array(y, y > 9)": "MaskedArray",
    "y.view(np.recarray)": "ndarray",
    "y.view(Evil)": "ndarray",
}
EVIL = """\
import numpy as np
class Evil(np.ndarray):
    def __array_ufunc__(self, *a, **k): raise SystemExit(1)
    def __array_function__(self, *a, **k): raise SystemExit(2)
    def tobytes(self, *a): raise SystemExit(3)
    def view(self, *a): raise SystemExit(4)
    dtype = property(lambda self: 1 / 0)
class Worse:
    def __array__(self, *a, **k): raise SystemExit(4)
"""


@pytest.fixture(scope="module")
def returned() -> dict[str, Answer]:
    """What a forward came back with, for each expression that it returned."""
    expressions = [*READ, *REFUSED, *ODD_SHAPES]
    table = "".join(f"    {n}: lambda y: {e},\n" for n, e in enumerate(expressions))
    code = doing("return TABLE[int(mask[0, 0])](y)", f"{EVIL}TABLE = {{\n{table}}}\n")
    code = code.replace("scores = scores + mask", "pass")
    masks = [np.full((3, 3), float(n)) for n in range(len(expressions))]
    _, answers, _ = told(code, *(Probe(4, 2, 0, X, m) for m in masks), limits=Limits())
    return dict(zip(expressions, answers, strict=True))


@pytest.mark.parametrize("expression", READ)
def test_numbers_are_read_and_their_form_is_told(
    returned: dict[str, Answer], expression: str
) -> None:
    answer = returned[expression]

    assert isinstance(answer, Output)
    assert answer.form.startswith(READ[expression])
    assert answer.y.dtype == np.float64
    assert np.allclose(answer.y, EXPECTED, atol=2e-3)


ODD_SHAPES = {
    "y[None]": (1, 3, 4),
    "y.T": (4, 3),
    "y.sum()": (),
    "np.zeros((99, 0))": (99, 0),
    "np.zeros((0, 99))": (0, 99),
    "np.array(1.0)": (),
    "1.5": (),
    "()": (0,),
    "y.astype(int)": (3, 4),
    "y > 0": (3, 4),
}


@pytest.mark.parametrize("expression", ODD_SHAPES)
def test_an_odd_shape_is_told_as_it_is(returned: dict[str, Answer], expression: str) -> None:
    assert one(returned[expression]).shape == ODD_SHAPES[expression]


REFUSED = {
    "None": "not written yet",
    "...": "not written yet",
    "y.astype(object)": "shape (3, 4), dtype object",
    "np.zeros(3, [('a', float)])": "shape (3,), dtype [('a', '<f8')]",
    "y + 0j": "dtype complex128",
    "y.astype(str)": "dtype <U32",
    "y.astype('datetime64[s]')": "dtype datetime64[s]",
    "[[1, 2], [3]]": "list of 2",
    "[[10**400]]": "list of 1",
    "10**400": "int",
    "{'y': y}": "dict",
    "'y'": "str",
    "(row for row in y)": "generator",
    "Worse()": "Worse",
    "Worse": "type",
    "np.zeros((4000, 1000))": "shape (4000, 1000)",
    "np.zeros((1,) * 7)": "shape (1, 1, 1, 1, 1, 1, 1)",
    "np.broadcast_to(0.0, (10**6, 10**6))": "out of memory",
    "(lambda a: (a.append(a), a)[1])([])": "RecursionError",
}


@pytest.mark.parametrize("expression", REFUSED)
def test_what_is_no_array_of_numbers_is_refused_in_words(
    returned: dict[str, Answer], expression: str
) -> None:
    assert REFUSED[expression] in failure(returned[expression]).says.en


# ── what is told besides the answer ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("body", "changed"),
    [
        ("return y", set()),
        ("x *= 2\nreturn y", {"x"}),
        ("mask[0, 0] = 7\nreturn y", {"mask"}),
        ("self.W_V *= 1.0\nself.W_Q = self.W_Q * 2\nreturn y", {"weights"}),
        ("np.random.rand()\nreturn y", {"rng"}),
        ("self.out = getattr(self, 'out', y)\nself.out += 1\nreturn self.out", {"previous"}),
    ],
)
def test_a_call_is_told_to_change_what_it_changes(body: str, changed: set[str]) -> None:
    asked = ASKED.but(mask=np.zeros((3, 3)))
    _, answers, _ = told(doing(body), asked, asked)
    last = answers[-1]

    assert isinstance(last, Output)
    assert last.changed == changed


def test_every_way_of_asking_reaches_forward_as_asked() -> None:
    code = doing("raise ValueError(f'{x.shape} {x.dtype} {mask is None} {type(mask).__name__}')")
    spy = code.replace("def forward(self, x, mask=None)", "def forward(self, *a, **k)")
    spy = spy.replace(
        "        Q, K",
        "        raise ValueError([type(b).__name__ for b in a], sorted(k))\n        Q, K",
    )
    mask = np.zeros((3, 3))
    ways = [ASKED, ASKED.but(explicit_none=True), ASKED.but(mask=mask, keyword=True)]
    said = [failure(a).error for a in told(spy, *ways)[1]]

    assert said == [
        "ValueError: (['ndarray'], [])",
        "ValueError: (['ndarray', 'NoneType'], [])",
        "ValueError: ([], ['mask', 'x'])",
    ]
    batch, half = told(
        but("Q, K, V =", "raise ValueError(x.shape, x.dtype)\n        Q, K, V ="),
        ASKED.but(batched=True),
        ASKED.but(float32=True),
    )[1]
    assert failure(batch).error == "ValueError: ((1, 3, 4), dtype('float64'))"
    assert failure(half).error == "ValueError: ((3, 4), dtype('float32'))"


def test_objects_are_kept_by_size_and_seed_unless_a_fresh_one_is_asked_for() -> None:
    code = doing("self.n = getattr(self, 'n', 0) + 1\nreturn np.full((3, 4), float(self.n))")
    other, fresh = ASKED.but(seed=1), ASKED.but(fresh=True)
    answers = told(code, ASKED, ASKED, other, fresh, ASKED)[1]

    assert [one(a)[0, 0] for a in answers] == [1, 2, 1, 1, 3]


def test_constructions_and_single_heads_are_answered_too() -> None:
    with conversation(FAIR) as session:
        load(session, {ATTENTION: RIGHT})
        good, bad, odd = session.ask([Make((4, 2)), Make((5, 2)), Make((4,), {"heads": 2})])
        (kept,) = session.ask([(4, 2, 0)])
        (single,) = session.ask([Single(X, X, X)])

    assert isinstance(good, Made)
    assert isinstance(kept, Made)
    assert np.array_equal(good.weights["W_O"], kept.weights["W_O"])
    assert good.attributes == {"d_model": 4, "n_heads": 2, "d_head": 2}
    assert isinstance(bad, Failure)
    assert bad.error == "AssertionError"
    assert isinstance(odd, Failure)
    assert "unexpected keyword" in odd.error
    assert one(single).shape == (3, 4)


def test_a_session_that_ended_answers_every_further_question_with_a_failure() -> None:
    with conversation(FAIR) as session:
        load(session, {ATTENTION: "import os\nos._exit(5)"})
        answers = session.ask([ASKED] * 3)
        makers = session.ask([Make((4, 2))])

    assert [failure(a).kind for a in answers] == ["died", "absent", "absent"]
    assert isinstance(makers[0], Failure)
    assert session.ask([ASKED])[0]
