"""A captured output is read as a person reads it: the same text, whatever moved it about."""

from __future__ import annotations

import string
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.labs.multi_head.captured import lines_of
from grader.labs.multi_head.likeness import Likeness, compare
from grader.labs.multi_head.outputs import mixed
from grader.labs.multi_head.verify_prints import prints
from grader.model import Ran, Verified
from reference import MultiHeadAttention
from tests.evidence import evidence_of
from tests.students import LAB

if TYPE_CHECKING:
    from grader.model import Verdict

PRINTED = "forma: (8, 4)\nmáxima diferencia: 1.11e-16\n[[ 0.41  -0.35]]\nOK\n"
PATH = f"{LAB}/verify_output.txt"
EVIDENCE = evidence_of(MultiHeadAttention)


def judged(kept: bytes, printed: str = PRINTED, again: str | None = None, **more: str) -> Verdict:
    """The verdict on a file, given what a run printed (and what a second one did)."""
    streams = {name: text.encode() for name, text in more.items()}
    ran = Ran(
        f"{LAB}/verify.py", LAB, src_on_path=False, exit=0, stdout=printed.encode(), **streams
    )
    control = replace(ran, stdout=(printed if again is None else again).encode())
    files = {PATH: kept, f"{LAB}/verify.py": b"print()"}
    submission = replace(EVIDENCE.submission, files=files)
    return prints(replace(EVIDENCE, submission=submission), Verified((ran,), control))


def said(verdict: Verdict) -> str:
    return " ".join(f.says.en for f in verdict.findings)


SAME = {
    "as it is": PRINTED.encode(),
    "a byte-order mark": b"\xef\xbb\xbf" + PRINTED.encode(),
    "PowerShell's UTF-16": b"\xff\xfe" + PRINTED.encode("utf-16-le"),
    "UTF-16, the other way": b"\xfe\xff" + PRINTED.encode("utf-16-be"),
    "UTF-16 without a mark": PRINTED.encode("utf-16-le"),
    "cp1252": PRINTED.encode("cp1252"),
    "UTF-8 read as cp1252 and saved": PRINTED.encode().decode("cp1252").encode(),
    "accents lost": PRINTED.replace("á", "?").encode(),
    "CRLF": PRINTED.replace("\n", "\r\n").encode(),
    "trailing blanks": PRINTED.replace("\n", "   \n\n").encode(),
    "no last line end": PRINTED.rstrip().encode(),
    "colours": PRINTED.replace("OK", "\x1b[32mOK\x1b[0m").encode(),
    "another tiny difference": PRINTED.replace("1.11e-16", "0.0").encode(),
    "a difference in float32": PRINTED.replace("1.11e-16", "5.96e-08").encode(),
    "one unit in the last place": PRINTED.replace("-0.35", "-0.36").encode(),
    "a copied command": b"$ python verify.py\n" + PRINTED.encode(),
    "a terminal of Windows": b"PS C:\\Users\\ana\\lab> python .\\verify.py\r\n"
    + PRINTED.encode()
    + b"PS C:\\Users\\ana\\lab> ",
    "a prompt at the end": PRINTED.encode() + b"(venv) ana@laptop:~/lab$ ",
    "PyCharm": b"C:\\venv\\Scripts\\python.exe C:\\lab\\verify.py \n"
    + PRINTED.encode()
    + b"\nProcess finished with exit code 0\n",
    "Code Runner": b'[Running] python -u "c:\\lab\\verify.py"\n'
    + PRINTED.encode()
    + b"\n[Done] exited with code=0 in 0.412 seconds\n",
    "the exit code": PRINTED.encode() + "código de salida: 0\n".encode(),
    "a window that waits": PRINTED.encode() + b"Press any key to continue . . . ",
}


@pytest.mark.parametrize("how", SAME)
def test_the_same_text_passes_however_it_was_captured(how: str):
    verdict = judged(SAME[how])

    assert (verdict.outcome, verdict.findings) == ("passed", ())


OTHER = {
    "another difference": (PRINTED.replace("1.11e-16", "0.3"), 2, "`máxima diferencia: 0.3`"),
    "another shape": (PRINTED.replace("(8, 4)", "(9, 4)"), 1, "`forma: (9, 4)`"),
    "another word": (PRINTED.replace("OK", "FALLO"), 4, "`FALLO`, where verify.py prints `OK`"),
    "a line less": (PRINTED.replace("OK\n", ""), None, "ends where verify.py goes on with `OK`"),
    "an exit code that is an error": (PRINTED + "exit code: 1", 5, "goes on with `exit code: 1`"),
    "a line more": (PRINTED + "fin\n", 5, "goes on with `fin`"),
    "a traceback": ("Traceback (most recent call last):\nValueError: x\n", 1, "error message"),
    "nothing": (" \n\n", None, "holds no text"),
    "a control character": ("OK\x1b[2J\x07`\n", 1, "`OK'`"),
}


@pytest.mark.parametrize("how", OTHER)
def test_another_text_fails_and_the_first_line_that_differs_is_named(how: str):
    text, line, words = OTHER[how]
    verdict = judged(text.encode())

    assert verdict.outcome == "failed"
    assert verdict.findings[0].line == line
    assert words in said(verdict)
    assert "\x1b" not in said(verdict)


LOOKS = {
    "paths": ("in /home/ana/lab/src/a.py: OK", "in /job/3/sub/src/a.py: OK"),
    "versions": ("NumPy 1.26.4", "NumPy 2.4.6"),
    "NumPy's repr": ("max diff: np.float64(0.0)", "max diff: 0.0"),
    "minor versions": ("Python 3.11, NumPy 2.0", "Python 3.12, NumPy 1.26"),
    "sys.version": (
        "3.12.4 | packaged by Anaconda, Inc. | (main, Jun 18 2024, 15:03:56) [MSC v.1929 64 bit]",
        "3.11.7 (main, May  9 2026, 07:35:25) [GCC 12.2.0]",
    ),
    "sys.version on two lines": (
        "3.8.10 (default, Nov 22 2023, 10:22:35) \n[GCC 9.4.0]\nOK",
        "3.11.7 (main, May  9 2026, 07:35:25) [GCC 12.2.0]\nOK",
    ),
    "systems": ("Windows-10-10.0.19045-SP0 OK", "Linux-6.18.44-x86_64-with-glibc2.36 OK"),
    "a system in words": ("SO: Windows 10, AMD64", "SO: Linux 6.18.44, x86_64"),
    "equal to the last bit or not": ("array_equal: False, OK", "array_equal: True, OK"),
    "a boolean of NumPy 2": ("[np.True_]", "[True]"),
    "a dtype": ("array([0.1], dtype=float32)", "array([0.1])"),
}


@pytest.mark.parametrize("how", LOOKS)
def test_where_only_looks_differ_a_person_decides(how: str):
    kept, printed = LOOKS[how]

    assert judged(kept.encode(), printed).outcome == "review"
    assert judged(printed.encode(), kept).outcome == "review"


TIMES = {
    "a date": ("2026-11-30 OK", "2026-12-01 OK"),
    "a date and a time": ("2026-11-30T09:08:07 OK", "2025-01-01 23:00:00.123 OK"),
    "a date as in Spain": ("Fecha: 12-10-2026 OK", "Fecha: 30-11-2026 OK"),
    "a date with points": ("12.10.2026 10:22", "30.11.2026 01:12"),
    "a date in words": ("1 de octubre de 2026", "30 de noviembre de 2026"),
    "a clock": ("at 9:08:07", "at 10:59:00"),
    "ctime": ("Mon Nov 30 00:25:52 2026", "Tue Dec  1 10:20:00 2026"),
    "unittest": ("Ran 2 tests in 0.003s\n\nOK", "Ran 2 tests in 0.110s\n\nOK"),
    "milliseconds": ("took 12.5 ms", "took 3 ms"),
    "segundos": ("tardó 0.5 segundos", "tardó 0.25 segundos"),
}


RUNS = {
    "a commit": ("commit 3f1f966 OK", "commit 5834633 OK"),
    "a whole commit": (f"git: {'3f1f966a' * 5}", f"git: {'c0ffee12' * 5}"),
    "a commit alone": ("3f1f966", "d4900fe"),
    "git describe": ("v1-3-g3f1f966", "v1-3-gd4900fe"),
    "a computer": ("host: portatil-ana.local OK", "host: runner7 OK"),
    "a computer in Spanish": ("Equipo: PORTATIL-ANA", "Equipo: localhost"),
    "a computer's whole name": ("en mac-de-ana.local: OK", "en sandbox.internal: OK"),
    "a user": ("usuario=ana OK", "usuario=root OK"),
    "a run's own number": (
        "123e4567-e89b-12d3-a456-426614174000",
        "00112233-4455-6677-8899-aabbccddeeff",
    ),
}


@pytest.mark.parametrize("how", RUNS)
def test_the_commit_and_the_computer_may_be_any(how: str):
    kept, printed = RUNS[how]

    assert judged(kept.encode(), printed).outcome == "passed"


@pytest.mark.parametrize(
    ("kept", "printed"),
    [("max diff 1234567", "max diff 7654321"), ("effaced", "defaced"), ("node: 3", "node: 4")],
)
def test_what_only_looks_like_a_commit_or_a_computer_counts(kept: str, printed: str):
    assert judged(kept.encode(), printed).outcome == "failed"


@pytest.mark.parametrize("how", TIMES)
def test_times_and_dates_may_be_any(how: str):
    kept, printed = TIMES[how]

    assert judged(kept.encode(), printed).outcome == "passed"


def test_numbers_that_come_from_chance_may_be_any_but_not_the_difference():
    printed, again = "x 0.52\nmax diff 1e-16\n", "x -1.33\nmax diff 0.0\n"

    assert judged(b"x 0.77\nmax diff 2e-16\n", printed, again).outcome == "passed"
    assert judged(b"x 0.77\nmax diff 0.2\n", printed, again).outcome == "failed"
    assert judged(b"x 0.77\nmax diff 2e-16\n", printed).outcome == "failed"


def test_standard_error_may_be_captured_too_in_any_order():
    out, err = "a 1\nb 2\n", "WARN c\nWARN d\n"

    for kept in (out, out + err, err + out, "WARN c\na 1\nWARN d\nb 2\n"):
        assert judged(kept.encode(), out, stderr=err).outcome == "passed"
    assert judged(b"WARN d\na 1\nWARN c\nb 2\n", out, stderr=err).outcome == "failed"


def test_what_the_script_writes_itself_counts_as_its_output():
    assert judged(b"max diff 0.0\n", "", wrote="max diff 1e-17\n").outcome == "passed"
    assert "prints nothing" in said(judged(b"max diff 0.0\n", ""))


# ── properties ───────────────────────────────────────────────────────────────────────────────

words = st.text(string.ascii_letters + "áéñ:=()[]", min_size=1, max_size=8)
numbers = st.floats(-1e6, 1e6, allow_subnormal=False).map(repr) | st.integers(-99, 99).map(str)
lines = st.lists(st.lists(words | numbers, min_size=1, max_size=5).map(" ".join), max_size=6)


@given(lines)
def test_a_text_is_like_itself(text: list[str]):
    assert compare(text, text).likeness is Likeness.SAME


@given(lines, lines)
def test_likeness_does_not_depend_on_which_text_was_handed_in(one: list[str], other: list[str]):
    assert compare(one, other).likeness is compare(other, one).likeness


@given(lines, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]), st.booleans())
def test_encodings_and_line_ends_do_not_count(text: list[str], encoding: str, windows: bool):
    end = "\r\n" if windows else "\n"
    kept = end.join(line + "  " for line in text).encode(encoding)

    assert compare([s for _, s in lines_of(kept)], text).likeness is Likeness.SAME


@given(st.floats(0.01, 1e5) | st.floats(-1e5, -0.01), st.integers(3, 8))
def test_rounding_does_not_count(value: float, places: int):
    assert compare([f"x {value!r}"], [f"x {value:.{places}f}"]).likeness is Likeness.SAME


@given(st.floats(2e-3, 1e5), st.floats(-1e-5, 1e-5))
def test_a_difference_that_is_one_is_never_taken_for_none(large: float, small: float):
    assert compare([f"max diff {large!r}"], [f"max diff {small!r}"]).likeness is Likeness.OTHER


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read(data: bytes):
    for number, line in lines_of(data):
        assert number > 0
        assert line.isprintable() or "\t" in line


@given(st.data())
def test_two_streams_in_any_order_of_lines_are_both_of_them(data: st.DataObject):
    out, err = ["a 1", "b 2", "c"], ["warn x", "warn y"]
    order = data.draw(st.permutations([0, 0, 0, 1, 1]))
    streams = [iter(out), iter(err)]

    assert mixed([next(streams[which]) for which in order], out, err)
