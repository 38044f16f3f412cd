"""`grade export canvas`: one column of the teacher's own export, and nothing else of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.batch import Store, Student
from grader.cli import main
from grader.model import Text
from tests.classrooms import Made, store_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ANA = Made(Student("101", "garciaana"))
BEN = Made(Student("102", "smithben"), failed=("agreement", "scores"))
EVA = Made(Student("103", "nunezeva"), review=("manifest-true",))
NO = Made(Student("104", "leeno"), refused=Text("It is no zip.", "No es un zip."))
POSSIBLE = 100

HEADER = "Student,ID,SIS User ID,SIS Login ID,Section,Quiz (11),Lab 01 (12345),Final Score"
BOOK = f"""\
\ufeff{HEADER}\r
,,,,,,Manual Posting,\r
    Points Possible,,,,,5.00,10.00,(read only)\r
"García, Ana",101,u101,ana@uni.example,"A, B",5.00,,93.1\r
"Smith, Ben",102,u102,ben@uni.example,A,4.00,3.50,80\r
"Núñez, Eva",103,u103,eva@uni.example,A,,"",\r
"Lee, No",104,u104,no@uni.example,A,,2.00,\r
"Other, Olga",105,u105,olga@uni.example,A,1.00,,\r
"Student, Test",999,,0abc,A,,,"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    file = tmp_path / "export.csv"
    file.write_bytes(BOOK.encode())
    return file


@pytest.fixture
def export(
    tmp_path: Path, book: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    def run(
        *more: str, people: tuple[Made, ...] = (ANA, BEN, EVA, NO), column: str = "Lab 01 (12345)"
    ) -> tuple[int, str, str]:
        folder = tmp_path / "results"
        if not folder.exists():
            store_of(folder, people)
        args = ["export", "canvas", str(folder), "--gradebook", str(book), "--column", column]
        lang = () if "--lang" in more else ("--lang", "en")
        code = main([*args, "--out", str(tmp_path / "new.csv"), *more, *lang])
        return code, *capsys.readouterr()

    return run


def test_the_column_is_filled_on_its_own_scale_and_all_other_bytes_stay(
    tmp_path: Path, book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    code, out, err = export()

    ben = f"{(POSSIBLE - 5) / POSSIBLE * 10:g}"
    expected = BOOK.replace("5.00,,93.1", "5.00,10,93.1").replace("3.50", ben)
    assert (code, err) == (0, "")
    assert (tmp_path / "new.csv").read_bytes() == expected.encode()
    assert book.read_bytes() == BOOK.encode()
    assert "2 scores" in out
    assert "out of 10" in out


def test_nobody_is_passed_over_in_silence(export: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = export()
    said = " ".join(out.split())

    assert "has to look at some points first: nunezeva" in said
    assert "there is no score (not handed in, refused or not graded): leeno" in said
    assert "In the gradebook and not in the class, left as they were: Other, Olga" in said


@pytest.mark.parametrize(
    ("how", "cell"),
    [
        ("leave", '""'),
        ("blank", '""'),
        ("zero", f'"{(POSSIBLE - 1) / POSSIBLE * 10:g}"'),
        ("full", '"10"'),
    ],
)
def test_points_that_wait_for_a_person_are_counted_as_told(
    tmp_path: Path, export: Callable[..., tuple[int, str, str]], how: str, cell: str
) -> None:
    assert export("--pending", how)[0] == 0

    text = (tmp_path / "new.csv").read_text("utf-8")
    assert f"eva@uni.example,A,,{cell}," in text


def test_a_decision_settles_what_was_pending(
    tmp_path: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    with Store.open(store_of(tmp_path / "results", [ANA, EVA])) as store:
        row = next(row for row in store.rows() if row.pending)
        store.decide(row, "manifest-true", 1, "It is true.", "ta")
    export()

    assert 'eva@uni.example,A,,"10",' in (tmp_path / "new.csv").read_text("utf-8")


def test_what_does_not_apply_is_nobodys_loss(
    tmp_path: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    export(people=(Made(ANA.student, skipped=("committed",)), BEN))

    assert "5.00,10,93.1" in (tmp_path / "new.csv").read_text("utf-8")


def test_the_instructor_may_name_the_scale(
    tmp_path: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    assert export("--points", "7,5")[0] == 0

    assert "5.00,7.5,93.1" in (tmp_path / "new.csv").read_text("utf-8")


def test_an_excused_student_stays_excused(
    tmp_path: Path, book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    book.write_bytes(BOOK.replace("3.50", "EX").encode())
    _, out, _ = export()

    assert "4.00,EX,80" in (tmp_path / "new.csv").read_text("utf-8")
    assert "smithben (excused, EX)" in out


def test_a_spanish_export_keeps_its_semicolons_and_its_decimal_commas(
    tmp_path: Path, book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    text = (
        "Student;ID;SIS Login ID;Section;Lab 01 (12345)\n"
        "    Points Possible;;;;10,00\n"
        '"García, Ana";101;ana;A;\n"Smith, Ben";102;ben;A;3,50\n'
    )
    book.write_bytes(text.encode("utf-16"))
    export(people=(ANA, BEN))

    ben = f"{(POSSIBLE - 5) / POSSIBLE * 10:g}".replace(".", ",")
    expected = text.replace("ana;A;", "ana;A;10").replace("3,50", ben)
    assert (tmp_path / "new.csv").read_bytes() == expected.encode("utf-16")


@pytest.mark.parametrize("column", ["Lab 01 (12345)", "Lab 01", "12345"])
def test_the_column_is_known_by_its_title_or_its_number(
    export: Callable[..., tuple[int, str, str]], column: str
) -> None:
    assert export(column=column)[0] == 0


def test_first_and_last_names_may_be_columns_of_their_own(
    tmp_path: Path, book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    book.write_text("LastName,FirstName,ID,Section,Lab (7)\nGarcía,Ana,101,A,\n", "utf-8")
    assert export(people=(ANA,), column="7")[0] == 0

    assert (tmp_path / "new.csv").read_text("utf-8").endswith("García,Ana,101,A,100\n")


def test_without_ids_a_name_counts_only_if_it_is_one_person_s(
    tmp_path: Path, book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    head = "Student,ID,Section,Lab (7)\n"
    book.write_text(head + '"García, Ana",501,A,\n', "utf-8")
    people = (Made(Student("ana-repo", "Ana García")),)
    assert export(people=people, column="7")[0] == 0
    assert "501,A,100" in (tmp_path / "new.csv").read_text("utf-8")

    book.write_text(head + '"García, Ana",501,A,\n"García, Ana",502,A,\n', "utf-8")
    code, _, err = export("--force", column="7")
    assert (code, "None of the class" in err) == (2, True)


def changed(old: str, new: str) -> str:
    return BOOK.replace(old, new)


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        (changed("Student,ID", "Name,ID"), "Lab 01", "not the one that Canvas writes"),
        (changed(",Section", ",Group"), "Lab 01", "not the one that Canvas writes"),
        (changed("Lab 01 (12345)", "Lab 01"), "Lab 01", "not an assignment's"),
        (changed("Quiz (11)", "Lab 01 (12345)"), "Lab 01 (12345)", "more than once"),
        (changed("Quiz (11)", "Lab 01 (11)"), "Lab 01", "any of these columns"),
        (BOOK, "Lab 02", "Did you mean"),
        (BOOK, "Final Score", "not an assignment's"),
        (BOOK, "ID", "not an assignment's"),
        (changed(",105,", ",102,"), "Lab 01", "“102” twice, on the lines 5 and 8"),
        (changed('"Lee, No",104', '"Lee, No",204'), "Lab 01", "Not in the gradebook: leeno (104)"),
        (changed('"Smith, Ben",102', '"Zhang, Wu",102'), "Lab 01", "that of Zhang, Wu"),
        (changed("A,4.00,3.50,80", "A,4.00"), "Lab 01", "fewer cells"),
        (changed('"Smith, Ben"', '"Smith, Ben'), "Lab 01", "cannot be read as CSV"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence_and_nothing_is_written(
    tmp_path: Path,
    book: Path,
    export: Callable[..., tuple[int, str, str]],
    text: str,
    column: str,
    said: str,
) -> None:
    book.write_bytes(text.encode())
    before = sorted(p.name for p in tmp_path.iterdir())
    code, out, err = export(column=column)

    assert (code, out) == (2, "")
    assert said in err
    assert {p.name for p in tmp_path.iterdir()} - {"results"} == set(before)


def test_students_who_are_not_in_the_gradebook_may_be_passed_over_if_one_says_so(
    book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    book.write_bytes(changed('"Smith, Ben",102', '"Zhang, Wu",202').encode())
    assert export()[0] == 2
    code, out, _ = export("--allow-missing")

    assert code == 0
    assert "In the class and not in the gradebook, passed over: smithben" in out


def test_an_id_may_be_trusted_against_a_name_if_one_says_so(
    book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    book.write_bytes(changed('"Smith, Ben",102', '"Zhang, Wu",102').encode())

    assert export("--trust-ids")[0] == 0


def test_a_number_of_another_kind_that_happens_to_be_equal_gives_nobody_the_wrong_grade(
    tmp_path: Path, book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    text = (
        'Student,ID,SIS User ID,Section,Lab (7)\n"Wu, Zhang",300,999,A,\n"García, Ana",888,300,A,\n'
    )
    book.write_text(text, "utf-8")
    export(people=(Made(Student("300", "Ana García")),), column="7")

    assert "888,300,A,100" in (tmp_path / "new.csv").read_text("utf-8")


def test_a_student_in_two_submissions_is_refused(
    export: Callable[..., tuple[int, str, str]],
) -> None:
    people = (ANA, Made(Student("7", "team"), group=(BEN.student, ANA.student)))
    code, _, err = export(people=people)

    assert code == 2
    assert "garciaana is in two submissions" in err


def test_the_members_of_a_group_get_the_same_grade(
    tmp_path: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    export(people=(Made(Student("7", "team"), group=(BEN.student, ANA.student)),))

    text = (tmp_path / "new.csv").read_text("utf-8")
    assert "5.00,10,93.1" in text
    assert "4.00,10,80" in text


def test_no_file_that_is_there_is_replaced_unasked(
    tmp_path: Path, book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    assert export()[0] == 0
    (tmp_path / "new.csv").write_text("mine")
    code, _, err = export()

    assert (code, "--force" in err) == (2, True)
    assert (tmp_path / "new.csv").read_text() == "mine"
    assert export("--force")[0] == 0
    code, _, err = export("--out", str(book), "--force")
    assert (code, "never overwritten" in err) == (2, True)
    assert book.read_bytes() == BOOK.encode()


def test_the_account_and_the_refusals_are_in_spanish_too(
    export: Callable[..., tuple[int, str, str]],
) -> None:
    _, out, _ = export("--lang", "es")
    assert "notas en la columna «Lab 01 (12345)»" in " ".join(out.split())
    assert "Other, Olga" in out
    _, _, err = export("--lang", "es", "--force", column="Lab 02")
    assert "No se ha escrito nada" in err


def test_the_same_results_exported_twice_change_nothing_more(
    tmp_path: Path, book: Path, export: Callable[..., tuple[int, str, str]]
) -> None:
    export()
    first = (tmp_path / "new.csv").read_bytes()
    book.write_bytes(first)
    _, out, _ = export("--force")

    assert (tmp_path / "new.csv").read_bytes() == first
    assert "2 were there already" in out
