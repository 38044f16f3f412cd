"""`grade export moodle|gradescope|csv`: each system's own file, filled in its own way."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from grader.batch import Student
from grader.cli import main
from grader.model import Text
from tests.classrooms import Made, store_of

if TYPE_CHECKING:
    from pathlib import Path

ANA = Made(Student("5501", "Ana García_López", email="ana@uni.example"))
BEN = Made(Student("5502", "Ben Smith", "ben@uni.example", "S2"), failed=("agreement", "scores"))
EVA = Made(Student("5503", "Eva Núñez"), review=("manifest-true",))
CLASS = (ANA, BEN, EVA)

ENGLISH = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed",\
"Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 5501","Ana García_López",ana@uni.example,"Submitted",,20.00,Yes,"Monday","-",""
"Participant 5502","Ben Smith",ben@uni.example,"Submitted",3.00,20.00,Yes,"Monday","-","<b>See</b>"
"Participant 5503","Eva Núñez",eva@uni.example,"Submitted",,20.00,Yes,"Monday","-",""
"""
SPANISH = (
    ENGLISH.replace("Identifier", "Identificador")
    .replace('"Full name"', '"Nombre completo"')
    .replace('"Email address"', '"Dirección de correo"')
    .replace("Grade,", "Calificación,", 1)
    .replace('"Maximum grade"', '"Calificación máxima"')
    .replace('"Grade can be changed"', '"La calificación puede ser cambiada"')
    .replace('"Last modified (grade)"', '"Última modificación (calificación)"')
    .replace("Participant ", "Participante ")
    .replace("Yes", "Sí")
    .replace("20.00", '"20,00"')
    .replace("3.00", '"3,00"')
)
BEN_OF_20 = f"{95 / 100 * 20:g}"


def export(
    tmp_path: Path, kind: str, text: str, *more: str, people: tuple[Made, ...] = CLASS
) -> tuple[int, str]:
    folder, book = tmp_path / "results", tmp_path / "book.csv"
    if not folder.exists():
        store_of(folder, people)
    book.write_bytes(text.encode())
    args = ["export", kind, str(folder), "--out", str(tmp_path / "new.csv"), "--lang", "en"]
    code = main([*args, *(() if kind == "csv" else ("--gradebook", str(book))), *more])
    new = tmp_path / "new.csv"
    return code, new.read_bytes().decode() if new.exists() else ""


def test_moodle_s_worksheet_is_filled_in_english(tmp_path: Path) -> None:
    code, new = export(tmp_path, "moodle", ENGLISH)

    ana = ('ana@uni.example,"Submitted",,', 'ana@uni.example,"Submitted",20,')
    expected = ENGLISH.replace(*ana).replace(",3.00,", f",{BEN_OF_20},")
    assert (code, new) == (0, expected)


def test_and_in_spanish_with_decimal_commas(tmp_path: Path) -> None:
    code, new = export(tmp_path, "moodle", SPANISH)

    ben = BEN_OF_20.replace(".", ",")
    assert code == 0
    assert f'ben@uni.example,"Submitted","{ben}","20,00"' in new
    assert 'ana@uni.example,"Submitted",20,"20,00"' in new


def test_a_site_in_another_language_names_its_column(tmp_path: Path) -> None:
    text = ENGLISH.replace("Grade,", "Note,", 1)

    assert export(tmp_path, "moodle", text)[0] == 2
    assert export(tmp_path, "moodle", text, "--column", "Note")[0] == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ENGLISH.replace("Identifier", "Id"), "not the one that Moodle writes"),
        (ENGLISH.replace('"Last modified (grade)"', "When"), "“Last modified (grade)” /"),
        (ENGLISH.replace("Participant 5502", "Ben"), "not a participant"),
        (ENGLISH.replace("Participant 5502", "Participant 5501"), "“5501” twice"),
        (ENGLISH.replace("Status", "Grade"), "more than once"),
    ],
)
def test_a_worksheet_that_was_changed_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    assert export(tmp_path, "moodle", text) == (2, "")
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("most", ["Maximum Grade", " MAXIMUM GRADE ", "calificación Máxima"])
def test_a_title_in_other_letters_is_the_same_title(tmp_path: Path, most: str) -> None:
    code, new = export(tmp_path, "moodle", ENGLISH.replace("Maximum grade", most))

    assert code == 0
    assert 'ana@uni.example,"Submitted",20,20.00' in new


@pytest.mark.parametrize("change", [("Maximum grade", "Most"), ("20.00", "")])
def test_a_worksheet_without_a_maximum_is_filled_only_on_a_scale_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str]
) -> None:
    text = ENGLISH.replace(*change)

    assert export(tmp_path, "moodle", text) == (2, "")
    assert "--points 10" in capsys.readouterr().err
    code, new = export(tmp_path, "moodle", text, "--points", "10")
    assert (code, 'ana@uni.example,"Submitted",10,' in new) == (0, True)


def test_two_columns_that_may_both_be_the_maximum_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = ENGLISH.replace("Status", "maximum Grade").replace('"Submitted"', "100")

    assert export(tmp_path, "moodle", text) == (2, "")
    assert "more than once" in capsys.readouterr().err


def test_a_locked_grade_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, new = export(tmp_path, "moodle", ENGLISH.replace("3.00,20.00,Yes", "3.00,20.00,No"))

    assert 'ben@uni.example,"Submitted",3.00,' in new
    assert "Ben Smith (Moodle says" in capsys.readouterr().out


def moodle_reads(path: str) -> tuple[int, str]:
    """Whose feedback a file of the zip is, and its name, as Moodle takes the path apart."""
    first, *rest = path.split("/")
    name, participant, kind, plugin = first.split("_")
    assert name
    assert (kind, plugin) == ("assignfeedback", "file")
    return int(participant), "/".join(rest)


def test_the_feedback_zip_has_each_students_report_where_moodle_looks_for_it(
    tmp_path: Path,
) -> None:
    export(tmp_path, "moodle", ENGLISH, "--feedback-zip", str(tmp_path / "feedback.zip"))

    with zipfile.ZipFile(tmp_path / "feedback.zip") as archive:
        found = {moodle_reads(name): archive.read(name).decode() for name in archive.namelist()}
    report = "mha-grader-report.html"
    assert set(found) == {(5501, report), (5502, report)}
    assert "Ben Smith" in found[5502, report]


def test_a_refused_export_writes_no_zip_either(tmp_path: Path) -> None:
    text = ENGLISH.replace("Participant 5502", "Participant 9")
    text = text.replace("Ben Smith", "Olga").replace("ben@", "olga@")
    code, _ = export(tmp_path, "moodle", text, "--feedback-zip", str(tmp_path / "feedback.zip"))

    assert code == 2
    assert not (tmp_path / "feedback.zip").exists()


GRADESCOPE = """\
First Name,Last Name,SID,Email,Sections,Lab 01,Lab 01 - Max Points,\
Lab 01 - Submission Time,Lab 01 - Lateness (H:M:S),Total Lateness (H:M:S)
Ana,García López,S1,ana@uni.example,A,,100.0,2026-03-01 10:00:00 +0100,00:00:00,00:00:00
Ben,Smith,S2,ben@uni.example,A,10.0,100.0,2026-03-01 10:00:00 +0100,00:00:00,00:00:00
"""


def test_gradescope_s_export_is_filled_and_it_is_said_that_gradescope_takes_none_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = (Made(Student("ana@uni.example", "Ana García López", "ana@uni.example")), BEN)
    code, new = export(tmp_path, "gradescope", GRADESCOPE, people=people)

    expected = GRADESCOPE.replace("A,,100.0", "A,100,100.0")
    assert (code, new) == (0, expected.replace("A,10.0", f"A,{95 / 100 * 100:g}"))
    assert "does not read this file back" in capsys.readouterr().out


def test_gradescope_s_titles_in_other_letters_are_the_same_titles(tmp_path: Path) -> None:
    text = GRADESCOPE.replace("Max Points", "max points").replace("Email", "EMAIL")
    code, new = export(tmp_path, "gradescope", text, "--column", "lab 01", people=(BEN,))

    assert (code, "A,95,100.0" in new) == (0, True)


def test_gradescope_s_other_columns_are_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = export(tmp_path, "gradescope", GRADESCOPE, "--column", "Lab 01 - Max Points")

    assert code == 2
    assert "not an assignment's" in capsys.readouterr().err


def test_csv_makes_a_table_of_its_own_in_which_no_cell_is_a_formula(tmp_path: Path) -> None:
    evil = Made(Student("=1+1", "=HYPERLINK(1)", "@x", "+1", "-1"), late=True)
    gone = Made(Student("9", "Noa"), missing=Text("Not handed in.", "Sin entregar."))
    code, new = export(
        tmp_path, "csv", "", "--column", "=lab", "--points", "10", people=(*CLASS, evil, gone)
    )
    rows = list(csv.DictReader(io.StringIO(new)))

    assert code == 0
    assert [row["score"] for row in rows] == ["10", f"{95 / 100 * 10:g}", "", "10", ""]
    assert [row["grading_status"] for row in rows] == [
        *("graded", "graded", "review", "graded", "missing"),
    ]
    assert [row["raw_score"] for row in rows] == ["100", "95", "99", "100", ""]
    for row in rows:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["canvas", "{results}", "--out", "x"], "--gradebook"),
        (["csv", "{results}", "--out", "x", "--gradebook", "y"], "takes no --gradebook"),
        (["csv", "{results}", "--out", "x", "--feedback-zip", "y"], "grade export moodle"),
        (["csv", "{results}", "--out", "x", "--points", "0"], "above 0"),
        (["csv", "{results}", "--out", "x", "--pending", "all"], "Choose from"),
        (["csv", "{results}", "--out", "no/such/x"], "could not be written"),
        (["canvass", "{results}", "--out", "x"], "Did you mean canvas?"),
        (["csv", "nowhere", "--out", "x"], "grade batch"),
        (["canvas", "{results}", "--out", "x", "--gradebook", "none.csv"], "cannot be read"),
    ],
)
def test_a_command_line_that_cannot_be_used_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    args: list[str],
    said: str,
) -> None:
    results = store_of(tmp_path / "results", CLASS)
    monkeypatch.chdir(tmp_path)

    code = main(["export", *(arg.format(results=results) for arg in args), "--lang", "en"])
    assert (code, said in capsys.readouterr().err) == (2, True)
    assert [p.name for p in tmp_path.iterdir()] == ["results"]
