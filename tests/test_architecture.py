"""How the house is built: who may import whom, and what every file of it keeps to."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import grader

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
FILES = sorted(p for top in ("grader", "reference") for p in (ROOT / top).rglob("*.py"))
ALL = {
    "batch",
    "cli",
    "drawing",
    "gather",
    "grade",
    "labs",
    "model",
    "picturing",
    "report",
    "resources",
    "rubric",
    "sandbox",
    "submission",
    "verifying",
}
MAY = {
    "model": set(),
    "resources": set(),
    "sandbox.child": set(),
    "reference": set(),
    "submission": {"model", "submission.nearby"},
    "sandbox": {"model"},
    "report": {"model"},
    "rubric": {"model", "resources"},
    # near_misses is pure (names in, names out): which file was meant is one question with one
    # answer, whether the reader of folders asks it or a check.
    "labs": {"model", "resources", "reference", "submission.nearby"},
    "grade": {"face", "submission", "sandbox", "labs", "rubric", "model", "gather"},
    "gather": {
        *("sandbox", "labs", "model", "questions", "further"),
        *("drawing", "picturing", "verifying"),
    },
    "drawing": {"sandbox", "labs", "model", "verifying"},
    "picturing": {"sandbox", "labs", "model"},
    "verifying": {"sandbox", "labs", "model"},
    "questions": {"sandbox", "labs", "model"},
    "further": {"sandbox", "labs", "model", "questions", "search"},
    "search": {"model"},
    "batch": {
        *("grade", "gather", "model", "submission", "sandbox", "rubric", "report", "resources"),
        *("labs", "face"),
    },
    "face": {"grade", "model"},
    "pytest": {"cli", "grade", "labs", "model", "report", "submission"},
    "cli": ALL | {"face"},
    "main": {"cli"},
}
"""What each part may import of ours, besides itself; ``face`` is ``grader`` itself."""

LONGER: dict[str, str] = {}
"""Files that may pass 200 lines, and why."""

IMPURE = {"os", "subprocess", "socket", "time", "random", "secrets", "threading", "multiprocessing"}
STARTERS = {"subprocess", "socket", "multiprocessing", "ctypes", "pty"}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def part(dotted: str) -> str:
    """Which part of the house a dotted name belongs to; ``rubric_words`` is of ``rubric``."""
    top, *rest = dotted.split(".")
    if top == "reference":
        return top
    if not rest or rest[0] == "__init__":
        return "face"
    for whole in ("sandbox.child", "submission.nearby"):
        if ".".join(rest).startswith(whole):
            return whole
    return rest[0].strip("_").partition("_")[0]


def imports(path: Path) -> Iterator[str]:
    """Every absolute import of a file, wherever in it; ``from a import b`` is ``a.b``."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}:{node.lineno} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own(path: Path) -> Iterator[str]:
    """What a file imports of ours; a name of the package's face is the package's."""
    modules = {name(p).removesuffix(".py").replace("/", ".") for p in FILES}
    for dotted in imports(path):
        if dotted.split(".")[0] in ("grader", "reference"):
            known = any(m == dotted or m.startswith(f"{dotted}.") for m in modules)
            yield dotted if known else dotted.rpartition(".")[0]


def within(folder: str) -> list[Path]:
    return [p for p in FILES if name(p).startswith(f"grader/{folder}/")]


def home(path: Path) -> str:
    """The part that a file is of."""
    here = part(name(path).removesuffix(".py").replace("/", "."))
    return "submission" if here == "submission.nearby" else here


def test_a_file_imports_only_what_its_part_may() -> None:
    breaches = [
        f"{name(path)} imports {dotted}"
        for path in FILES
        for dotted in own(path)
        if part(dotted) not in MAY[home(path)] | {home(path)}
    ]

    assert breaches == []


def test_the_table_of_parts_has_no_stale_row() -> None:
    assert {home(path) for path in FILES} == set(MAY)


def test_what_runs_beside_student_code_uses_the_standard_library_and_numpy_only() -> None:
    beside = {path.stem for path in within("sandbox/child")}
    for path in within("sandbox/child"):
        tops = {dotted.split(".")[0] for dotted in imports(path)}
        # Matplotlib is loaded before any script that draws with it, and read back from after it;
        # Pillow decodes where no student code is at all.
        draws = {"matplotlib", "mpl_toolkits"}
        warmed = {"PIL"} if path.stem == "decoding" else draws
        warmed = warmed if path.stem in ("warm", "drawing", "panels", "decoding") else set()
        assert tops <= sys.stdlib_module_names | beside | warmed | {"numpy"}, name(path)


@pytest.mark.parametrize("folder", ["labs", "report"])
def test_checks_and_formats_start_nothing_and_know_no_clock_and_no_chance(folder: str) -> None:
    for path in within(folder):
        assert not {dotted.split(".")[0] for dotted in imports(path)} & IMPURE, name(path)


def test_a_lab_draws_only_from_seeds_that_it_was_given() -> None:
    for path in within("labs"):
        random = {c for c in called(path) if c.startswith("np.random.")}
        assert random <= {"np.random.default_rng"}, name(path)
        assert "default_rng()" not in path.read_text("utf-8"), name(path)


def test_only_the_sandbox_starts_processes_submission_asks_git_and_batch_starts_our_own() -> None:
    starters = {name(path) for path in FILES if {d.split(".")[0] for d in imports(path)} & STARTERS}

    outside = {file for file in starters if not file.startswith("grader/sandbox/")}
    outside = {file for file in outside if not file.startswith("grader/submission/")}
    # A class is graded by several processes of our own code; what they start is the sandbox's.
    # The review page listens on the loopback interface, and starts nothing.
    served = "grader/batch/review/web/serve.py"
    assert outside == {"grader/batch/local.py", "grader/batch/worker.py", served}


def test_nothing_unpickles_or_evaluates_what_it_is_sent() -> None:
    for path in FILES:
        assert not {d.split(".")[0] for d in imports(path)} & {"pickle", "marshal", "shelve"}
    for path in set(FILES) - set(within("sandbox/child")):
        assert not called(path) & {"eval", "exec", "compile"}, name(path)


def test_a_file_has_at_most_two_hundred_lines() -> None:
    long = {name(path) for path in FILES if len(path.read_text("utf-8").splitlines()) > 200}

    assert long == set(LONGER)


def test_a_file_opens_with_a_sentence_that_says_what_it_is() -> None:
    silent = [
        name(path)
        for path in FILES
        if not (ast.get_docstring(tree(path)) or "").partition("\n\n")[0].endswith((".", "``"))
    ]

    assert silent == []


def test_nothing_is_left_to_do() -> None:
    words = ("TODO", "FIXME", "XXX", "HACK")
    left = [name(path) for path in FILES if any(w in path.read_text("utf-8") for w in words)]

    assert left == []


def public(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Public functions and classes, and the public methods of those classes."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            if "overload" not in map(ast.unparse, node.decorator_list):
                yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def test_everything_public_says_what_it_is() -> None:
    silent = [
        f"{name(path)}:{node.lineno} {node.name}"
        for path in FILES
        for node in public(tree(path).body)
        if not ast.get_docstring(node)
    ]

    assert silent == []


def called(path: Path) -> set[str]:
    return {ast.unparse(n.func) for n in ast.walk(tree(path)) if isinstance(n, ast.Call)}


def test_only_the_review_page_needs_the_extra_that_serves_it() -> None:
    users = {
        name(path).rpartition("/")[0]
        for path in FILES
        if {dotted.split(".")[0] for dotted in imports(path)} & {"starlette", "uvicorn"}
    }

    assert users == {"grader/batch/review/web"}


def test_only_the_command_line_prints() -> None:
    assert {name(p).rpartition("/")[0] for p in FILES if "print" in called(p)} <= {"grader/cli"}


def test_only_the_main_module_exits() -> None:
    exits = {"sys.exit", "exit", "quit", "SystemExit", "os._exit"}

    ours = sorted(set(FILES) - set(within("sandbox/child")))
    assert [name(p) for p in ours if called(p) & exits] == ["grader/__main__.py"]


def test_help_waits_for_neither_numpy_nor_jsonschema() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "grader", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}

    assert "click" in loaded
    assert not loaded & {"numpy", "jsonschema", "hypothesis", "matplotlib"}


def test_the_public_face_has_what_it_promises_and_nothing_else() -> None:
    assert sorted(grader.__all__) == [
        "CannotGrade",
        "Refusal",
        "Report",
        "__version__",
        "grade_path",
    ]
    for word in grader.__all__:
        assert getattr(grader, word).__doc__
    with pytest.raises(AttributeError, match="no attribute 'grade_pat'"):
        _ = grader.grade_pat  # type: ignore[attr-defined]
