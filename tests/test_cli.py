"""The command ``grade``: what it prints where, and with which code it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest

from grader.cli import main
from grader.cli.failures import code_of
from grader.cli.language import LANGS, locale_lang, spoken_lang
from grader.cli.selection import chosen
from grader.cli.terminal import StdoutClosed
from grader.model import LANGS as MODEL_LANGS
from grader.model import Refusal, same
from tests.reports import HOSTILE, rich

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parent.parent
RIGHT, WRONG = ROOT / "examples" / "right", ROOT / "examples" / "reshape-bug"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line here; its code, standard output and standard error."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "FORCE_COLOR", "GRADE_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def called(*args: object) -> tuple[int, str, str]:
        code = main([str(arg) for arg in args])
        return code, *capsys.readouterr()

    return called


def process(*args: object, **settings: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command line in a process of its own."""
    command = [sys.executable, "-m", "grader", *map(str, args)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, **settings)


# ── what needs no grading ────────────────────────────────────────────────────────────────────


def test_help_names_every_option_command_and_exit_code(run: Run) -> None:
    code, out, err = run("-h")

    assert (code, err) == (0, "")
    options = "--format --report --lang --rubric --rev --seed --examples --select --ignore --hints"
    for (
        word
    ) in f"{options} --exit-zero --watch -q -v --color --version init checks explain 130".split():
        assert word in out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("grade ex", {"plain,explain", "plain,export", "file,ex"}),
        ("grade examples/right ex", {"file,ex"}),
        ("grade --rep", {"plain,--report"}),
        ("grade --report g", {"plain,github=", "plain,gradescope="}),
        ("grade --format m", {"plain,markdown"}),
        ("grade --hints n", {"plain,none", "plain,name"}),
    ],
)
def test_a_shell_is_told_what_may_follow(typed: str, offered: set[str]) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    program = "import sys; from grader.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, **words, "_GRADE_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert set(done.stdout.split()) == offered


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_and_version_load_nothing_heavy(word: str) -> None:
    program = (
        "import sys; from grader.cli import main; main([sys.argv[1]])\n"
        "sys.exit(repr({'numpy', 'jsonschema', 'hypothesis', 'tomllib'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, word], cwd=ROOT, capture_output=True, check=False
    )

    allowed = b"set()" if word == "--help" else b"{'tomllib'}"
    assert done.stderr.strip() == allowed


def test_version_says_grader_rubric_and_numpy(run: Run) -> None:
    _, out, _ = run("--version")

    assert re.fullmatch(r"mha-grader \S+ \(rubric [0-9a-f]{8}, NumPy \d\S*, Python 3\.\S+\)\n", out)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--fromat", "json"], "Did you mean --format?"),
        (["--format", "jsn"], "Did you mean json?"),
        (["--format=zzz"], "Choose from: "),
        (["--hints", "nme"], "Did you mean name?"),
        (["--report", "json"], "NAME=FILE"),
        (["--report", "jsom=x"], "Did you mean json?"),
        (["--report", "json=no/such/x"], "no/such is not there"),
        (["--report", f"json={ROOT}"], "that is a folder"),
        (["--seed", "-1"], "whole number"),
        (["--seed", "x"], "whole number"),
        (["--examples", "1.5"], "whole number"),
        (["--seed"], "needs a value"),
        (["--quiet=1"], "takes no value"),
        (["examples/rigth"], "Did you mean examples/right?"),
        (["chekcs"], "Did you mean grade checks?"),
        (["explain"], "ID... is missing"),
        (["explain", "score"], "Did you mean scores?"),
        (["explain", "scale/sqrt-dmodel"], "Did you mean scale/sqrt-d-model?"),
        (["checks", "scores"], "Unexpected argument: scores"),
        (["--select", "scroes", "."], "Did you mean scores?"),
        (["--select", "A", "--ignore", "a", "."], "no check to run"),
        (["--format", "json", "examples/right", "examples/right"], "jsonl"),
        (["--rubric", "../no.toml", "."], "cannot be read"),
    ],
)
def test_a_command_line_that_cannot_be_used_ends_with_two_and_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, args: list[str], said: str
) -> None:
    monkeypatch.chdir(ROOT)
    code, out, err = run(*args)
    spanish = run("--lang", "es", *args)

    assert (code, out) == (2, "")
    assert said in err
    assert err.startswith("grade: ")
    assert err.count("\n") == 1
    assert spanish[0] == 2
    assert spanish[2] != err


def test_nothing_hostile_in_an_argument_reaches_the_terminal(run: Run) -> None:
    _, _, err = run(HOSTILE.replace("\0", ""))

    assert "\x1b" not in err
    assert r"\x1b[2J" in err


def test_checks_lists_every_id_with_its_points(run: Run) -> None:
    code, out, _ = run("checks", "--lang", "es")

    assert code == 0
    assert re.search(r"^reshape-order +A +5  La cabeza h", out, re.MULTILINE)
    assert re.search(r"^six-files +.* 6  Los seis", out, re.MULTILINE)
    assert out.splitlines()[-1].endswith("puntos en total.")


def test_every_word_of_the_lists_is_spanish_where_that_is_asked(run: Run) -> None:
    listed, doctor = run("checks", "--lang", "es")[1], run("doctor", "--lang", "es")[1]

    assert "parada 1" in listed
    assert "stop 1" not in listed
    assert "Sistema " in doctor
    assert "System" not in doctor


def test_a_report_that_is_spanish_by_option_only_says_so_in_its_commands(run: Run) -> None:
    by_option = run(WRONG, "--lang", "es", "--select", "six-files,reshape-order")[1]

    assert "`grade explain reshape-order --lang es`" in by_option


def test_checks_as_json_have_both_languages(run: Run) -> None:
    data = json.loads(run("checks", "--format", "json")[1])

    scores = next(check for check in data["checks"] if check["id"] == "scores")
    assert scores["points"] == 3
    assert set(scores["hint"]) == {"en", "es"}


def test_checks_shows_the_points_of_a_rubric(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('schema = "mha-grader/rubric/v1"\n[checks.scores]\npoints = 9\n')

    assert re.search(r"^scores +A +9 ", run("checks", "--rubric", file)[1], re.MULTILINE)


@pytest.mark.parametrize("name", ["scores", "scale/sqrt-d-model"])
def test_explain_says_why_a_hint_and_where_it_is_taught(run: Run, name: str) -> None:
    code, english, _ = run("explain", name)
    _, spanish, _ = run("explain", name, "--lang", "es")

    assert code == 0
    assert english.startswith(f"{name}\n")
    for heading in ("Why it matters\n", "Hint\n", "Where it is taught\n"):
        assert heading in english
    for heading in ("Por qué importa\n", "Pista\n", "Dónde se explica\n"):
        assert heading in spanish


def test_init_gives_the_template_and_never_overwrites(run: Run, tmp_path: Path) -> None:
    new = tmp_path / "a" / "lab"
    first, again = run("init", new), run("init", new)

    assert first[0] == 0
    assert "grade " in first[1]
    assert (new / "src/minimodel/attention/attention.py").is_file()
    assert not list(new.rglob("__pycache__"))
    assert again[0] == 2
    assert "not empty" in again[2]


def test_init_accepts_a_folder_that_has_only_git_in_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()

    assert run("init", tmp_path)[0] == 0


def test_init_refuses_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lab").write_text("mine")

    assert run("init", tmp_path / "lab")[0] == 2
    assert (tmp_path / "lab").read_text() == "mine"


def test_options_may_stand_before_the_command(run: Run) -> None:
    assert run("--lang", "es", "explain", "scores") == run("explain", "--lang", "es", "scores")


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LC_ALL": "C", "LANG": "es_ES"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "es", "LANG": "en_US"}, "es"),
        ({"LANGUAGE": "es:en"}, "es"),
        ({"LANG": "fr_FR"}, "en"),
    ],
)
def test_the_language_comes_from_the_locale(environ: dict[str, str], lang: str) -> None:
    assert locale_lang(environ) == lang
    assert spoken_lang(["--lang=en", "x"], environ) == "en"
    assert spoken_lang([".", "--lang", "es"], environ) == "es"
    assert spoken_lang(["--", "--lang=es"], {}) == "en"


def test_the_languages_are_those_of_the_model() -> None:
    assert LANGS == MODEL_LANGS


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (["scores"], {"scores"}),
        (["d", "E"], {"readme-bias", "manifest-true"}),
        (["d,scores"], {"readme-bias", "scores"}),
        (["stop 1"], {"six-files", "committed"}),
        (["parada 1"], {"six-files", "committed"}),
        (["STOP-1", "block D"], {"six-files", "committed", "readme-bias"}),
        ([" , "], set()),
    ],
)
def test_checks_are_selected_by_id_and_by_block(words: list[str], ids: set[str]) -> None:
    assert chosen(words, [result.about for result in rich().results]) == ids


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Refusal(same("no")), 2),
        (click.UsageError("what"), 2),
        (ValueError("our own bug"), 3),
        (click.Abort(), 130),
        (KeyboardInterrupt(), 130),
        (StdoutClosed(1), 1),
    ],
)
def test_every_end_has_its_code(error: BaseException, code: int) -> None:
    assert code_of(error, [], "en") == code


def test_a_bug_of_ours_is_a_sentence_and_a_traceback_only_if_wanted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code_of(ValueError("our own bug"), [], "es")
    short = capsys.readouterr().err
    code_of(ValueError("our own bug"), ["-v"], "en")
    long = capsys.readouterr().err

    assert "Ha fallado el propio evaluador (ValueError: our own bug)" in short
    assert short.count("\n") == 1
    assert "Traceback" not in short or "Traceback" in long
    assert "report it" in long


# ── standard output in all its states ────────────────────────────────────────────────────────


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "grader", "checks", "--format", "json"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        said = running.stderr.read()

    assert (running.returncode, said) == (0, b"")


def test_a_closed_standard_output_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m grader checks >&-",
        cwd=ROOT,
        shell=True,
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")


def test_an_ascii_terminal_gets_ascii_in_spanish() -> None:
    environ = os.environ | {"PYTHONIOENCODING": "ascii:strict"}
    done = process("checks", "--lang", "es", env=environ)
    failed = process("no-está", "--lang", "es", env=environ)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert failed.returncode == 2
    assert failed.stderr.isascii()


# ── grading ──────────────────────────────────────────────────────────────────────────────────


def test_a_right_submission_ends_with_zero_and_a_report_on_standard_output(run: Run) -> None:
    code, out, err = run(RIGHT)

    assert (code, err) == (0, "")
    assert re.match(r"right  (\d+) / \1  PASS\n", out)


def test_a_wrong_one_ends_with_one_unless_asked_otherwise(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    code, out, _ = run(WRONG, "--lang", "es", "--seed", 5, "--report", f"json={file}", "-q")
    stored = json.loads(file.read_text("utf-8"))

    assert code == 1
    assert "FALLA" in out
    assert stored["environment"]["seed"] == 5
    assert stored["diagnosis"]["sets"] == [["split/reshape-dh-h"]]
    assert run(WRONG, "--exit-zero", "--format", "jsonl")[0] == 0


def test_several_paths_are_all_graded_and_the_worst_decides(run: Run, tmp_path: Path) -> None:
    code, out, err = run("--format", "jsonl", tmp_path / "none", WRONG)

    assert code == 2
    assert "none" in err
    assert [json.loads(line)["submission"]["name"] for line in out.splitlines()] == ["reshape-bug"]


def test_a_selection_is_marked_partial(run: Run) -> None:
    report = json.loads(
        run(RIGHT, "--select", "six-files,committed", "--select", "imports", "--format", "json")[1]
    )

    assert report["partial"]
    assert {check["id"] for check in report["checks"]} == {"six-files", "committed", "imports"}


def test_a_rubric_changes_the_points_and_must_lie_outside(run: Run, tmp_path: Path) -> None:
    work = tmp_path / "work"
    run("init", work)
    for file in (tmp_path / "rubric.toml", work / "rubric.toml"):
        file.write_text('schema = "mha-grader/rubric/v1"\n[checks.imports]\npoints = 50\n')

    inside = run(work, "--rubric", work / "rubric.toml")
    outside = run(work, "--rubric", tmp_path / "rubric.toml", "--format", "json")

    assert inside[0] == 2
    assert "lies inside" in inside[2]
    points = {check["id"]: check["points"] for check in json.loads(outside[1])["checks"]}
    assert points["imports"] == 50


@pytest.fixture(autouse=True, scope="module")
def _as_in_the_foreground() -> Iterator[None]:
    """A job in a shell's background starts deaf to Ctrl-C, and so does all that it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupted_run_ends_with_130(tmp_path: Path) -> None:
    module = tmp_path / "src/minimodel/attention/attention.py"
    module.parent.mkdir(parents=True)
    module.write_text("import time\ntime.sleep(60)\n")
    command = [sys.executable, "-m", "grader", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) as running:
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while not children.read_text("ascii"):  # NumPy, while it loads, may swallow an interrupt
            time.sleep(0.05)
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        assert running.stderr
        said = running.stderr.read()

    assert running.returncode == 130
    assert b"Traceback" not in said
