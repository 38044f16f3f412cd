"""The report for a terminal: complete, harmless, and as wide as it was told to be."""

from __future__ import annotations

import sys
import types
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from grader.model import Counterexample, Diagnosis, Finding, Text, same
from grader.report import HINTS, Style, names, render, within
from grader.report.text_example import code, exact
from grader.report.text_safe import ascii_only, visible, wrapped
from tests.reports import HOSTILE, SMALLEST, hostile, perfect, rich

if TYPE_CHECKING:
    from grader.model import Lang, Report
    from grader.report import Hints

ANSI = "\x1b["


def text(report: Report | None = None, **style: Any) -> str:
    return render("text", report or rich(), Style(**style))


def test_the_score_and_the_verdict_come_first() -> None:
    assert text().startswith("ana-garcia  17 / 36  FAIL\n")
    assert text(perfect()).startswith("ana-garcia  38 / 38  PASS\n")
    assert text(lang="es").startswith("ana-garcia  17 / 36  FALLA\n")


def test_the_diagnosis_comes_before_the_failures_and_says_its_line() -> None:
    shown = " ".join(text().split())

    assert shown.index("divided by sqrt(d_model)") < shown.index("FAIL The six files")
    assert "The line: src/minimodel/attention/attention.py:31" in shown
    assert "`grade explain scale/sqrt-d-model`" in shown


def test_a_failure_says_title_points_place_hint_source_and_more() -> None:
    shown = " ".join(text().split())

    assert "FAIL The six files exist [six-files, -1 of 6] heatmap.png is not there" in shown
    assert "Hint: Which size does each head's dot product run over" in shown
    assert "See: theory 03" in shown
    assert "More: `grade explain six-files`" in shown


def test_the_points_of_what_passed_and_of_what_failed_in_part_add_up_in_words() -> None:
    report = rich()
    passed = sum(r.earned for r in report.results if r.outcome == "passed")

    assert f"Passed ({passed:g} points, and {report.earned - passed:g} earned in checks" in text()
    assert text(lang="es").count("de comprobaciones que fallan solo en parte") == 1


def test_a_command_speaks_the_language_of_the_report() -> None:
    spanish = text(lang="es", spoken="--lang es")

    assert "`grade explain six-files --lang es`" in spanish
    assert "`grade explain scale/sqrt-d-model --lang es`" in spanish


def test_what_was_blocked_is_one_line_with_its_reason() -> None:
    assert "  verify-runs, verify-can-fail: agreement failed\n" in text()


def test_every_check_is_mentioned_exactly_once_in_both_languages() -> None:
    for lang in ("en", "es"):
        shown = text(lang=lang, hints="none")
        for result in rich().results:
            mentions = [
                line for line in shown.splitlines() if result.about.id in line.split("`")[0]
            ]
            assert len(mentions) == 1, (result.about.id, mentions)


def test_the_counterexample_runs_as_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    class MultiHeadAttention:
        def __init__(self, **sizes: int) -> None:
            seen.update(sizes)

        def forward(self, x: Any, mask: Any) -> None:
            seen.update(x=x, mask=mask)

    module = types.ModuleType("minimodel.attention.attention")
    vars(module)["MultiHeadAttention"] = MultiHeadAttention
    monkeypatch.setitem(sys.modules, "minimodel", types.ModuleType("minimodel"))
    monkeypatch.setitem(sys.modules, "minimodel.attention", types.ModuleType("attention"))
    monkeypatch.setitem(sys.modules, "minimodel.attention.attention", module)
    shown = text(width=44)
    begin = shown.index("import numpy as np\n")

    exec(shown[begin : shown.index("\n\n", begin)], {})

    assert (seen["d_model"], seen["n_heads"], seen["seed"]) == (4, 2, 0)
    assert np.array_equal(seen["x"], SMALLEST.x)
    assert seen["x"].dtype == np.float64
    assert np.array_equal(seen["mask"], SMALLEST.mask)


def test_a_counterexample_that_two_checks_share_is_printed_once() -> None:
    shown = text()

    assert shown.count("import numpy as np") == 1
    assert "The input shown for `scores` shows this too." in shown


@pytest.mark.parametrize("sets", [(), (("scale/none", "out/missing"),)])
def test_that_an_input_shows_two_faults_is_said_only_where_one_mistake_explains_both(
    sets: tuple[tuple[str, ...], ...],
) -> None:
    found = Diagnosis(sets, complete=True, says=same("two"), file=None, line=None)
    shown = text(replace(rich(), diagnosis=found))

    assert shown.count("import numpy as np") == 1
    assert "shows this too" not in shown


def test_a_long_exception_in_an_example_is_cut_and_other_words_are_wrapped() -> None:
    raised = replace(SMALLEST, got=same("ValueError: matmul: " + "mismatch " * 20))
    other = replace(SMALLEST, got=same("a list of 3 " * 12))

    cut = "\n".join(code(raised, "en", 80))
    assert "# got      ValueError: matmul: mismatch" in cut
    assert cut.count("mismatch") == 5
    assert all(len(line) <= 80 for at in (raised, other) for line in code(at, "en", 80))


def test_a_finding_opens_with_a_capital_unless_a_name_stands_there() -> None:
    said = ("falta algo", "forward tiene 44 líneas", "W_Q es una lista", "verify.py falla")
    findings = tuple(Finding(same(words)) for words in said)
    results = [replace(r, findings=findings) for r in rich().results if r.about.id == "six-files"]
    shown = text(replace(rich(), results=tuple(results), diagnosis=None))

    for line in ("Falta algo", *said[1:]):
        assert f"\n      {line}\n" in shown


def test_a_path_that_the_sentence_has_is_not_printed_again() -> None:
    finding = Finding(same("lab/mha.py is empty"), "lab/mha.py")
    results = [replace(r, findings=(finding,)) for r in rich().results if r.about.id == "six-files"]

    assert text(replace(rich(), results=tuple(results), diagnosis=None)).count("lab/mha.py") == 1


def test_a_difference_too_small_for_four_places_is_still_seen() -> None:
    near = replace(SMALLEST, mask=None, expected=[[0.5]], got=[[0.50000213]])
    lines = code(near, "en", 80)

    assert lines[-2:] == ["# expected [[ 0.5000000]]", "# got      [[ 0.5000021]]"]


@pytest.mark.parametrize("got", [[[float("nan")] * 4] * 2, [[1.0]], [], same("a list")])
def test_whatever_came_back_can_be_shown(got: list[list[float]] | Text) -> None:
    assert "got" in "\n".join(code(replace(SMALLEST, got=got), "en", 80))


def test_a_large_array_is_told_by_its_shape() -> None:
    large = [[0.125] * 64] * 8
    lines = code(Counterexample(8, 64, 4, 0, large, None, large, large), "en", 80)

    assert all(len(line) <= 80 for line in lines)
    assert any("shape (8, 64)" in line for line in lines)


@given(st.floats(width=64))
def test_numbers_of_the_input_are_read_back_exactly(value: float) -> None:
    back = eval(exact(value), {"np": np})

    assert back == value or np.isnan(back) == np.isnan(value)


@pytest.mark.parametrize("width", [44, 60, 80, 100])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_no_line_is_wider_than_the_page_unless_it_is_code(width: int, lang: Lang) -> None:
    shown = text(width=width, lang=lang, verbosity=1)
    wide = [line for line in shown.splitlines() if len(line) > width]

    assert all(
        line.startswith(("mha =", "from ", "# ")) or " " not in line.strip() for line in wide
    )


def test_there_is_no_escape_without_colour_and_colour_adds_only_escapes() -> None:
    plain, colored = text(), text(color=True)
    without = colored
    for number in ("0", "1", "2", "32", "36", "1;31", "1;33"):
        without = without.replace(f"\x1b[{number}m", "")

    assert ANSI not in plain
    assert ANSI in colored
    assert without == plain


@pytest.mark.parametrize("verbosity", [-1, 0, 1])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_an_ascii_terminal_gets_ascii(lang: Lang, verbosity: int) -> None:
    for report in (rich(), hostile()):
        assert text(report, lang=lang, unicode=False, verbosity=verbosity).isascii()


def test_ascii_keeps_the_letters_of_spanish_words() -> None:
    assert ascii_only("¿Qué función? Año → 4·d²") == "Que funcion? Ano -> 4*d^2"


def test_nothing_that_a_student_wrote_reaches_the_terminal_raw() -> None:
    shown = text(hostile(), verbosity=1)

    assert HOSTILE not in shown
    assert {c for c in shown if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl")} == {"\n"}
    assert r"\x1b[2J" in shown
    assert r"\u202e" in shown
    assert r"\ud800" in shown


def test_a_forged_line_cannot_begin_at_the_margin() -> None:
    assert not [line for line in text(hostile()).splitlines() if line.startswith("PASS")]


@given(st.text(alphabet=st.characters(codec=None)))
def test_any_text_becomes_visible_and_encodable(dirty: str) -> None:
    shown = visible(dirty)

    shown.encode("utf-8")
    assert not {unicodedata.category(c) for c in shown.replace("\n", "")} & {"Cc", "Cf", "Cs"}


def test_endless_text_is_cut() -> None:
    assert len(visible("x" * 10**6)) < 3000
    assert visible("a\n" * 1000).count("\n") < 30


@given(st.lists(st.from_regex(r"[a-z.`]{1,12}", fullmatch=True)), st.integers(20, 90))
def test_wrapping_loses_no_word(words: list[str], width: int) -> None:
    assert " ".join(wrapped(" ".join(words), width, "  ")).split() == words


def test_code_in_a_sentence_stays_on_one_line() -> None:
    lines = wrapped("The scores of the head are `Q_h @ K_h.T / sqrt(d_head)` and no more", 40)

    assert any("`Q_h @ K_h.T / sqrt(d_head)`" in line for line in lines)


@pytest.mark.parametrize("width", range(16, 60))
def test_a_formula_stays_on_one_line(width: int) -> None:
    lines = wrapped("Then look at softmax(S) @ V and x @ W_V.", width)

    assert any("x @ W_V." in line for line in lines) or width < 22
    assert any("softmax(S) @ V" in line for line in lines) or width < 26


def test_quiet_is_the_score_and_the_failures() -> None:
    shown = text(verbosity=-1)

    assert "17 / 36" in shown
    assert "[scores, -3]" in shown
    assert "Passed" not in shown
    assert "sandbox" not in shown
    assert "import numpy" not in shown


def test_verbose_adds_reasons_titles_and_limits() -> None:
    shown = text(verbosity=1)

    assert "Why:" in shown
    assert "ok NumPy only [numpy-only, 2]" in shown
    assert "Limits: 30 s of CPU, 1 GiB of memory." in shown


def test_a_partial_run_and_pending_points_are_said_at_the_top() -> None:
    head = text(replace(rich(), partial=True)).split("\n\n")[0]

    assert "not the mark for the whole lab" in " ".join(head.split())
    assert "Not counted yet: 3 points" in head


def test_hints_none_gives_only_titles_and_outcomes() -> None:
    shown = text(hints="none", verbosity=1)

    assert "[scores, -3]" in shown
    for secret in ("sqrt(d_model)", "import numpy", "attention.py:31", "Hint:", "not there"):
        assert secret not in shown


def test_hints_symptom_shows_the_input_and_not_the_name() -> None:
    shown = text(hints="symptom", verbosity=1)

    assert "import numpy" in shown
    assert "sqrt-d-model" not in shown
    assert "sqrt(d_model)" not in shown
    assert "attention.py:31" not in shown
    assert "Hint:" not in shown


def test_hints_name_gives_the_name_and_not_the_line() -> None:
    shown = text(hints="name")

    assert "sqrt-d-model" in shown
    assert "attention.py:31" not in shown
    assert "attention.py:24" in shown  # a plain fact of a file, not the diagnosis


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("hints", HINTS[:2])
def test_no_format_says_the_name_of_a_mistake_that_is_to_stay_unnamed(
    name: str, hints: Hints
) -> None:
    shown = render(name, rich(), Style(hints=hints))

    assert "sqrt-d-model" not in shown
    assert "sqrt(d_model)" not in shown


def test_full_hints_leave_the_report_as_it_is() -> None:
    report = rich()

    assert within(report, "line") is report


def test_an_unknown_format_is_a_lookup_error() -> None:
    with pytest.raises(LookupError):
        render("text_words", rich(), Style())


def test_one_check_is_counted_in_the_singular() -> None:
    one = replace(rich(), results=rich().results[:1], diagnosis=None)

    assert "\n1 check: 1 failed\n" in text(one)
    assert "\n1 comprobación: 1 falla\n" in text(one, lang="es")


def test_many_findings_are_counted_and_verbose_shows_them_all() -> None:
    many = tuple(Finding(same(f"Fault number {n}")) for n in range(7))
    results = [replace(r, findings=many) for r in rich().results if r.about.id == "six-files"]
    report = replace(rich(), results=tuple(results), diagnosis=None)

    assert "Fault number 4" not in text(report)
    assert "3 more" in text(report)
    assert "Fault number 6" in text(report, verbosity=1)
