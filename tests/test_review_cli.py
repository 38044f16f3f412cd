"""``grade review`` in a terminal: listing, showing, deciding, asking, and its sentences."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.batch import Store, Student, finish
from grader.batch.files import page_of
from grader.cli import main
from tests.classrooms import Made, store_of
from tests.desks import filled
from tests.students import repo

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parent.parent
PERSON = "MHA_GRADER_PERSON"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line here; its code, standard output and standard error."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "FORCE_COLOR", PERSON):
        monkeypatch.delenv(name, raising=False)

    def called(*args: object, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(arg) for arg in args])
        return code, *capsys.readouterr()

    return called


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled(tmp_path / "out")


def test_the_list_goes_check_by_check_and_says_how_to_decide(run: Run, folder: Path) -> None:
    code, out, err = run("review", folder)

    assert (code, err) == (0, "")
    assert out.index("agreement: ") < out.index("eva: 0 of 2") < out.index("heatmap-distinct: ")
    assert out.index("heatmap-distinct: ") < out.index("ana: 0 of 3") < out.index("luis: 0 of 3")
    assert "Two of the panels look alike." in out
    assert "max: it is no zip archive" in out
    assert "3 to decide, 0 decided." in out
    assert "--points 2 --by NAME" in out
    assert "zoe" not in out


def test_what_a_student_wrote_reaches_the_terminal_as_text(run: Run, folder: Path) -> None:
    _, out, _ = run("review", folder)

    assert "\x1b" not in out
    assert r"\x1b[2J" in out


def test_the_list_is_there_in_spanish(run: Run, folder: Path) -> None:
    _, out, _ = run("review", folder, "--lang", "es")

    assert "posible injusticia" in out
    assert "3 por decidir, 0 decididas." in out
    assert "no es un archivo zip" in out


def test_the_list_for_scripts_holds_the_same(run: Run, folder: Path) -> None:
    _, out, _ = run("review", folder, "--format", "json")
    data = json.loads(out)

    assert [(i["submission"], i["check"], i["why"]) for i in data["items"]] == [
        ("ana", "heatmap-distinct", "review"),
        ("eva", "agreement", "agreement"),
        ("luis", "heatmap-distinct", "review"),
    ]
    assert data["unread"][0]["reason"]["es"] == "no es un archivo zip"


def test_deciding_shows_in_the_list_and_in_the_submission(run: Run, folder: Path) -> None:
    words = ("--points", "1.5", "--comment", "Casi iguales", "--by", "Ana P")
    code, out, err = run("review", folder, "ana", "heatmap-distinct", *words)

    assert (code, err) == (0, "")
    assert "heatmap-distinct of ana earns 1.5 of 3, decided by Ana P." in out
    assert "handed in as luis" in out
    assert "1 to decide, 2 decided." in run("review", folder)[1]
    everything = run("review", folder, "--all")[1]
    assert everything.count("decided by Ana P on ") == 2
    _, one, _ = run("review", folder, "ana")
    assert "Comment: Casi iguales" in one
    assert str(folder / "reports" / "ana.html") in one.replace("\n", "")


def test_a_decision_counts_in_the_gradebook_at_once(run: Run, folder: Path) -> None:
    run("review", folder, "ana", "heatmap-distinct", "--points", "1.5", "--by", "Ana P")
    lines = (folder / "grades.csv").read_text("utf-8").splitlines()
    column = lines[0].split(",").index("earned")
    earned = {line.split(",")[0]: line.split(",")[column] for line in lines[1:]}

    assert (earned["ana"], earned["luis"]) == ("18.5", "18.5")


def test_a_decision_reaches_the_pages_of_the_students_and_follows_what_becomes_of_it(
    run: Run, folder: Path
) -> None:
    page, twin = (folder / "reports" / f"{name}.html" for name in ("ana", "luis"))
    before = page.read_text("utf-8")
    item = (folder, "ana", "heatmap-distinct", "--by", "Ana P")
    run("review", *item, "--points", "1.5", "--comment", "Casi <b>iguales</b>\nMira h=1")
    after = page.read_text("utf-8")

    assert "Decided by a person" not in before
    assert '<span lang="es">Decidido por una persona</span>' in after
    assert '1.5 of 3 points</span><span lang="es">1.5 de 3 puntos</span>' in after
    assert "<bdi>Casi &lt;b&gt;iguales&lt;/b&gt;<br>Mira h=1</bdi>" in after
    assert "the score is 18.5 of 36 points" in after
    assert "nota es 18.5 de 36 puntos" in after
    assert after.index("Decided by a person") < after.index('<div class="head">')
    assert "Casi &lt;b&gt;" in twin.read_text("utf-8")
    run("review", *item, "--points", "3")
    assert "the score is 20 of 36 points" in page.read_text("utf-8")
    run("review", *item, "--withdraw")
    assert page.read_text("utf-8") == before


def test_a_decision_is_in_the_feedback_that_moodle_takes(folder: Path, run: Run) -> None:
    run(
        "review", folder, "ana", "heatmap-distinct", "--points", "1", "--comment", "Ya", "--by", "P"
    )
    with Store.open(folder) as store:
        page = page_of(store, "ana")

    assert page
    assert page == (folder / "reports" / "ana.html").read_text("utf-8")
    assert "<bdi>Ya</bdi>" in page


def test_show_prints_the_score_that_stands(run: Run, folder: Path) -> None:
    run("review", folder, "ana", "heatmap-distinct", "--points", "1", "--by", "P")
    _, out, _ = run("show", folder, "ana")

    assert out.startswith("Ana: 18 of 36\n")
    assert "Settled by P: 1 point." in out


def test_the_summary_counts_those_that_did_not_pass_and_one_is_singular(
    run: Run, folder: Path
) -> None:
    run("review", folder, "eva", "agreement", "--points", "2", "--by", "P")
    _, out, _ = run("status", folder)
    _, spanish, _ = run("status", folder, "--lang", "es")

    assert "2 passed, 2 did not pass, 2 with points that wait" in out
    assert "1 rechazada\n" in spanish
    assert "1 decidida." in run("review", folder, "--lang", "es")[1]
    page = (folder / "reports" / "eva.html").read_text("utf-8")
    assert "2 of 2 points" in page


def test_late_ones_are_counted(tmp_path: Path, run: Run) -> None:
    made = [Made(Student(id_, id_), late=id_ == "b") for id_ in "ab"]
    folder = store_of(tmp_path / "late", made, source="/classes/lab.15.ZIP")
    with Store.open(folder) as store:
        finish.write(store)

    assert "     1 late\n" in run("status", folder)[1]
    assert "<title>lab.15</title>" in (folder / "index.html").read_text("utf-8")


def test_a_check_that_the_grader_settled_can_be_looked_at_too(run: Run, folder: Path) -> None:
    _, out, _ = run("review", folder, "zoe", "scores")

    assert "zoe: 3 of 3, settled by the grader" in out


def test_taking_back_and_the_history(run: Run, folder: Path) -> None:
    item = (folder, "eva", "agreement")
    assert run("review", *item, "--points", "2", "--by", "Ana")[0] == 0
    code, out, _ = run("review", *item, "--withdraw", "--by", "Eva", "--comment", "a slip")

    assert (code, "as the grader left it" in out) == (0, True)
    _, past, _ = run("review", folder, "--history")
    assert past.index("Ana gave 2") < past.index("Eva took the decision back")
    assert "a slip" in past
    made = json.loads(run("review", folder, "eva", "--history", "--format", "json")[1])
    assert [one["points"] for one in made] == [2, None]
    assert run("review", folder, "ana", "--history")[1] == "Nothing was ever decided.\n"


def test_the_name_may_come_from_the_environment(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PERSON, "Profe")

    assert "decided by Profe" in run("review", folder, "eva", "agreement", "--points", "0")[1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["eva", "agreement", "--points", "2"], "give yours with --by NAME"),
        (["eva", "agreement", "--points", "3", "--by", "A"], "between 0 and 2"),
        (["eva", "agreement", "--points", "", "--by", "A"], "number such as"),
        (["eva", "agreement", "--withdraw", "--by", "A"], "nothing to take back"),
        (["eva", "--points", "2", "--by", "A"], "--points needs CHECK"),
        (["--withdraw"], "--withdraw needs ID CHECK"),
        (["eva", "agreement", "--comment", "x"], "--comment needs --points"),
        (["--ask", "--web"], "cannot be used together"),
        (["--ask"], "give yours with --by NAME"),
        (["anna"], "Did you mean ana?"),
        (["ana", "scroes"], "Did you mean scores?"),
        (["max"], "has no report yet"),
        (["--port", "x"], "whole number"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(
    run: Run, folder: Path, args: list[str], said: str
) -> None:
    code, out, err = run("review", folder, *args)

    assert (code, out) == (2, "")
    assert err.startswith("grade: ")
    assert said in err


def test_a_folder_without_results_is_refused(run: Run, tmp_path: Path) -> None:
    for more in ([], ["--web"]):
        code, _, err = run("review", tmp_path, *more)

        assert (code, "holds no results" in err) == (2, True)


# ── --ask ────────────────────────────────────────────────────────────────────────────────────


def test_asking_goes_through_what_is_open_and_asks_again_after_a_slip(
    run: Run, folder: Path
) -> None:
    typed = "5\n2\nright after all\n1\n\n"
    code, out, err = run("review", folder, "--ask", "--by", "Ana P", typed=typed)

    assert code == 0
    assert "agreement is worth 2: give between 0 and 2, not 5." in err
    assert "[3 of 3]" in out  # luis, whose files were decided with ana's
    assert out.endswith("Decided: 3. Left: 0.\n")
    assert "right after all" in run("review", folder, "eva")[1]


@pytest.mark.parametrize("typed", ["q\n", "", "\n\n\n", "1\n"])
def test_asking_ends_well_whenever_there_is_no_answer(run: Run, folder: Path, typed: str) -> None:
    code, out, err = run("review", folder, "--ask", "--by", "Ana P", typed=typed)

    assert (code, err) == (0, "")
    assert out.endswith("Decided: 0. Left: 3.\n")


def test_asking_about_one_check_only(run: Run, folder: Path) -> None:
    _, out, _ = run("review", folder, "eva", "--ask", "--by", "Ana P", typed="0\nno\n")

    assert out.endswith("Decided: 1. Left: 0.\n")


# ── the real thing ───────────────────────────────────────────────────────────────────────────


def test_a_decision_is_never_overwritten_by_grading_again(run: Run, tmp_path: Path) -> None:
    """A library that is not here makes a real class wait; new files wait again."""
    source, out = tmp_path / "class", tmp_path / "out"
    luis = repo(source / "luis", "import a_library_of_mine\n")
    batch = ("batch", source, "--out", out, "--seed", "1", "--jobs", "1", "--select", "imports")
    waits = "1 to decide, 0 decided."

    assert run(*batch)[0] == 0
    assert waits in run("review", out)[1]
    assert run("review", out, "luis", "imports", "--points", "3", "--by", "Ana P")[0] == 0
    assert run(*batch, "--force")[0] == 0
    listed = run("review", out, "--all")[1]
    assert "luis: decided by Ana P" in listed
    assert "0 to decide, 1 decided." in listed

    repo(luis, "import a_library_of_mine  # again\n")
    assert run(*batch)[0] == 0
    assert waits in run("review", out)[1]


def test_the_page_opens_at_its_address_and_closes_with_a_sentence(folder: Path) -> None:
    command = [sys.executable, "-m", "grader", "review", str(folder), "--web", "--lang", "en"]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        address = server.stdout.readline().rpartition(" ")[2].strip()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(address) as answer:
            shown = answer.read().decode()
            url = answer.url
        server.send_signal(signal.SIGINT)
        out, err = server.communicate()

    assert "What needs a person" in shown
    assert address.startswith("http://127.0.0.1:")
    assert "token" not in url
    assert (server.returncode, err) == (0, "")
    assert "The review page is closed." in out


def test_a_port_that_is_taken_is_refused_in_a_sentence(folder: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "grader", "review", str(folder), "--web", "--lang", "es"]
        done = subprocess.run(
            [*command, "--port", str(port)], cwd=ROOT, capture_output=True, text=True, check=False
        )

    assert done.returncode == 2
    assert f"No se puede usar el puerto {port}" in done.stderr


def test_without_the_extra_the_page_says_how_to_install_it(folder: Path) -> None:
    program = (
        "import sys; sys.modules['starlette'] = None\n"
        "from grader.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", program, "review", str(folder), "--web", "--lang", "en"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert "pip install 'mha-grader[review]'" in done.stderr
