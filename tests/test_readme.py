"""Block D: what a README says, and what it only seems to say."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.cli import main
from grader.labs.multi_head import readme
from grader.labs.multi_head.checks.readme import readme_bias, readme_equivalence, readme_heads
from grader.labs.multi_head.readme.decode import MOST, decoded
from grader.labs.multi_head.readme.markdown import sentences
from grader.labs.multi_head.readme.numbers import numbers
from grader.labs.multi_head.readme.plain import plain
from grader.model import Submission
from tests.students import EXAMPLES, LAB, example
from tests.test_manifest import RIGHT, evidence

if TYPE_CHECKING:
    from grader.model import Evidence, Verdict

ZOO = Path(__file__).parent / "zoo" / "readmes"
CHECKS = {"equivalence": readme_equivalence, "heads": readme_heads, "bias": readme_bias}
ALLOWED = {"right": {"passed", "review"}, "wrong": {"failed", "review"}, "unclear": {"review"}}
"""What the first line of each specimen says of it, and what may then be said about it."""
SPECIMENS = sorted(ZOO.glob("*.md"))


def handed_in(data: str | bytes, off: float = 0.0, **more: str) -> Evidence:
    """A submission with this README; at H = 1 its class is wrong by ``off``."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    files = {f"{LAB}/README.md": raw, **{f"{LAB}/{n}.txt": t.encode() for n, t in more.items()}}
    return replace(evidence(RIGHT, off), submission=Submission("l", "l", files, "ab" * 32))


def outcomes(given: Evidence) -> dict[str, str]:
    return {name: check.run(given).outcome for name, check in CHECKS.items()}


def truth(specimen: Path) -> dict[str, str]:
    return dict(re.findall(r"(\w+): (\w+)", specimen.read_text("utf-8").splitlines()[0]))


# ── the specimens ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda path: path.stem)
def test_no_right_text_fails_and_no_wrong_one_passes(specimen: Path) -> None:
    got, said = outcomes(handed_in(specimen.read_bytes())), truth(specimen)

    assert set(said) == set(CHECKS)
    assert {name: got[name] for name in said if got[name] not in ALLOWED[said[name]]} == {}


def test_most_clear_texts_are_decided_without_a_person() -> None:
    clear = [
        outcomes(handed_in(specimen.read_bytes()))[name]
        for specimen in SPECIMENS
        for name, said in truth(specimen).items()
        if said != "unclear"
    ]

    assert len(SPECIMENS) >= 200
    assert clear.count("review") <= 0.15 * len(clear)


@pytest.mark.parametrize("name", ["right", "reshape-bug", "broken-manifest"])
def test_the_readmes_of_the_examples_pass(name: str) -> None:
    text = (EXAMPLES / name / LAB / "README.md").read_bytes()

    assert set(outcomes(handed_in(text)).values()) == {"passed"}


TRAPS = {
    "bias": """
        No hablo del sesgo aquí. | I have no idea about the bias.
        No he añadido nada sobre el sesgo.
        The lab does not say whether bias is used. | El sesgo no está claro. | Bias: TODO
        There is no explanation of the bias in the lab. | No hay que olvidar el sesgo.
        No bias in the data.
        Not all projections have a bias. | W_O has no bias but W_Q, W_K and W_V have one.
        Compared two versions, with and without bias. | Probé con y sin sesgo. | ¿Sin sesgo? No.
        No quise quitar el sesgo. | The bias does not matter.
        Las proyecciones tienen sesgo, no como en el lab.
        Mi profesor dice que las proyecciones no llevan sesgo. | The classifier has no bias.
        According to ChatGPT the projections carry no bias. | PyTorch's projections have no bias.
    """,
    "heads": """
        El objetivo es ver si las cabezas son distintas. | Each head has different columns of W_Q.
        Las cuatro cabezas se dibujan en cuatro paneles distintos.
        The four heads are not different.
        Multi-head lets each head learn a different pattern.
        After training the heads will be different.
        Las cabezas deberían ser distintas pero no lo son. | No veo que las cabezas sean diferentes.
        Las cabezas trabajan en subespacios distintos. | Head 0 differs from head 1.
        Are they different? I can't say. | The heads fail to be distinct.
        Ni siquiera se distinguen las cabezas.
        Random weights give distinct heads in general, but here they coincide.
        Mi profesor dice que las cuatro cabezas son distintas. | En BERT las cabezas son distintas.
        In the original paper the heads are visibly distinct. | My classmate's heads are different.
    """,
    "equivalence": """
        La diferencia máxima entre heads es 1e-8. | La tolerancia usada es 1e-7.
        The error is not 1e-7.
        The maximum difference between two runs of the same code is 0.0. | max mask value is -1e9
        La diferencia máxima con PyTorch es 1e-7. | La diferencia máxima entre filas idénticas es 0.
        I added 1e-6 to the weights and the max difference changed.
        The maximum allowed difference is 1e-6.
        La suma de cada fila difiere de 1 como máximo 1.1e-16. | La diferencia máxima no es 0.0.
        Mi profesor dice que la diferencia máxima es 1e-8.
        Según ChatGPT, la diferencia máxima es 2e-16. | The max error of float64 is 1.1e-16.
        Otro estudiante obtuvo una diferencia máxima de 1e-8.
        A typical maximum difference is 1e-7.
        La diferencia máxima de mi compañera es 1e-8. | Last year the maximum difference was 1e-8.
        I was told that the maximum difference is 1e-8. | My friend gets a max difference of 1e-8.
        In the previous lab the maximum difference was 1e-8.
        The maximum difference between NumPy and my calculator is 1e-8.
    """,
}


@pytest.mark.parametrize(
    ("topic", "sentence"),
    [(t, s.strip()) for t, many in TRAPS.items() for s in re.split(r"[|\n]", many) if s.strip()],
)
def test_a_sentence_that_only_sounds_like_an_answer_does_not_pass(
    topic: str, sentence: str
) -> None:
    assert CHECKS[topic].run(handed_in(sentence)).outcome != "passed"


OWN = {
    "equivalence": """
        Mi profesor pide menos de 1e-5 y me sale una diferencia máxima de 1.1e-16.
        Como dice el libro, la diferencia máxima es casi cero: 1.1e-16.
        La diferencia máxima con la función del lab 00 es 1.1e-16.
        Con la clase del lab anterior como referencia, la diferencia máxima es 2e-16.
        La diferencia máxima es 1e-16, puro error de redondeo de float64.
    """,
    "heads": """
        Como en el paper, las cuatro cabezas son distintas.
        The four heads are visibly distinct, unlike in the previous lab.
    """,
    "bias": """
        Como en el paper original, las proyecciones no llevan sesgo.
        A diferencia de PyTorch, las proyecciones no llevan sesgo.
        Las proyecciones no llevan sesgo (como dice el profesor).
    """,
}


@pytest.mark.parametrize(
    ("topic", "sentence"),
    [(t, s.strip()) for t, many in OWN.items() for s in many.splitlines() if s.strip()],
)
def test_an_answer_of_ones_own_counts_whoever_else_is_named(topic: str, sentence: str) -> None:
    assert CHECKS[topic].run(handed_in(sentence)).outcome == "passed"


def test_what_others_say_does_not_matter_beside_an_answer_of_ones_own() -> None:
    text = "La diferencia máxima es 1.1e-16.\n\nMi profesor dice que la diferencia máxima es 1e-3."

    assert CHECKS["equivalence"].run(handed_in(text)).outcome == "passed"


# ── what is said to the student ──────────────────────────────────────────────────────────────


def test_without_a_readme_nothing_can_be_judged() -> None:
    bare = replace(evidence(RIGHT), submission=Submission("l", "l", {}, "ab" * 32))

    assert set(outcomes(bare).values()) == {"blocked"}
    assert "six-files" in readme_heads.run(bare).findings[0].says.en


def test_the_template_fails_and_each_check_says_what_to_write() -> None:
    given = handed_in((ZOO / "template-untouched.md").read_bytes())
    verdicts = [check.run(given) for check in CHECKS.values()]

    assert {v.outcome for v in verdicts} == {"failed"}
    for verdict in verdicts:
        (finding,) = verdict.findings
        assert "nothing of your own yet" in finding.says.en
        assert "todavía no tiene nada tuyo" in finding.says.es
    said = [v.findings[0].says.en for v in verdicts]
    assert "Write the number" in said[0]
    assert ["only headings" in words for words in said] == [True, False, False]  # once is enough


def quoted(verdict: Verdict) -> list[tuple[int | None, str]]:
    return [(f.line, f.says.en) for f in verdict.findings if f.says.en.startswith("It says:")]


def test_what_a_person_must_decide_is_quoted_with_its_line() -> None:
    verdict = readme_heads.run(
        handed_in("# Lab\n\nThe heads are\ndistinct. The heads are alike.\n")
    )

    assert verdict.outcome == "review"
    assert quoted(verdict) == [
        (3, "It says: “The heads are distinct.”"),
        (4, "It says: “The heads are alike.”"),
    ]


def test_a_quoted_sentence_is_bounded_and_printable() -> None:
    long = "The heads are alike \u202e\x1b[2J" + "and so on " * 90
    ((_, says),) = quoted(readme_heads.run(handed_in(long)))

    assert len(says) < 200
    assert says.replace("\n", "").isprintable()


# ── the number, and what was measured ────────────────────────────────────────────────────────

CLAIM = "The maximum difference is {}. The heads are distinct. No bias."


@pytest.mark.parametrize(
    ("claimed", "off", "outcome"),
    [
        ("0.0", 0.0, "passed"),
        ("1.2e-7", 0.0, "passed"),
        ("9.9e-6", 0.0, "passed"),
        ("1e-5", 0.0, "review"),
        ("0.3", 0.0, "failed"),
        ("1.2e-7", 0.3, "failed"),
        ("0.3", 0.3, "review"),
    ],
)
def test_the_stated_difference_is_held_against_the_measured_one(
    claimed: str, off: float, outcome: str
) -> None:
    given = handed_in(CLAIM.format(claimed), off)

    assert readme_equivalence.run(given).outcome == outcome


def test_a_number_that_verify_printed_is_honest_though_something_else_was_compared() -> None:
    given = handed_in(CLAIM.format("0.0"), 0.3, verify_output="max_diff = 0.000e+00")
    verdict = readme_equivalence.run(given)

    assert verdict.outcome == "review"
    assert "verify.py compares something else" in verdict.findings[0].says.en


def test_a_number_is_no_use_where_nothing_could_be_measured() -> None:
    given = replace(handed_in(CLAIM.format("0.0")), answers=())

    assert readme_equivalence.run(given).outcome == "blocked"
    assert readme_heads.run(given).outcome == "passed"


# ── reading ──────────────────────────────────────────────────────────────────────────────────

SMALL = [
    ("1.19e-07", 1.19e-7),
    ("1,19e-07", 1.19e-7),
    ("1.19E-7", 1.19e-7),
    ("1.19 × 10⁻⁷", 1.19e-7),
    ("1.19·10^-7", 1.19e-7),
    ("1.19x10^{-7}", 1.19e-7),
    (r"$1.19 \times 10^{-7}$", 1.19e-7),
    (r"$1{,}19$ o `1.19e-7`", 1.19e-7),
    ("1.19*10**-7", 1.19e-7),
    ("10⁻⁷", 1e-7),
    ("1,2e−8", 1.2e-8),
    ("1'2e-8", 1.2e-8),
    ("0,00000012", 1.2e-7),
    ("0.000e+00", 0.0),
    ("cero", 0.0),
    ("exactamente 0", 0.0),
    ("exactly zero", 0.0),
    ("0 %", 0.0),
    ("0.00001 %", 1e-7),
]


@pytest.mark.parametrize(("written", "value"), SMALL)
def test_a_number_is_read_however_it_is_written(written: str, value: float) -> None:
    found = [n for n in numbers(plain(f"la diferencia es {written}")) if n.role == "value"]

    assert found[-1].value == pytest.approx(value)


@pytest.mark.parametrize(
    "written",
    [
        "menor que 1e-5",
        "< 1e-6",
        "below 1e-5",
        "at most 1e-6",
        "dentro de la tolerancia de 1e-5",
        "no supera 1e-5",
        "1e-5 de tolerancia",
        "never greater than 1e-5",
    ],
)
def test_a_bound_is_no_value(written: str) -> None:
    (number,) = numbers(plain(f"la diferencia es {written}"))

    assert number.role == "bound"


@pytest.mark.parametrize(
    "written", ["H = 1", "cabeza 0", "numpy 2.4.6", "8×8", "seed=0", "2026-11-20"]
)
def test_a_size_a_name_or_a_version_is_no_value(written: str) -> None:
    assert [n for n in numbers(plain(f"con {written}")) if n.role == "value"] == []


TEXT = "La diferencia máxima es 1,19 × 10⁻⁷. Sí, las cuatro cabezas se distinguen. Sin sesgo."


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_a_readme_is_read_in_the_encoding_of_any_editor(encoding: str) -> None:
    assert set(outcomes(handed_in(TEXT.encode(encoding))).values()) == {"passed"}


def test_a_readme_in_latin_1_with_old_line_ends_is_read_too() -> None:
    text = TEXT.replace("1,19 × 10⁻⁷", "1,19e-07").replace(". ", ".\r\n\r\n").encode("latin-1")

    assert set(outcomes(handed_in(text)).values()) == {"passed"}


def test_a_sentence_keeps_the_line_that_it_starts_on() -> None:
    text = (
        "# Título\n\nUna frase\nlarga. Otra\nmás.\n\n- punto\n\n| a | b |\n|---|---|\n| c | d |\n"
    )

    assert [(s.line, s.text) for s in sentences(text)] == [
        (1, "Título"),
        (3, "Una frase larga."),
        (4, "Otra más."),
        (7, "punto"),
        (11, "c: d"),
    ]


def test_comments_struck_words_and_pictures_say_nothing() -> None:
    text = "<!-- a. -->\n\n~~b.~~ ![c](d.png)\n\nx <!-- e --> y\n"

    assert [s.text for s in sentences(text)] == ["x y"]


# ── nothing breaks it ────────────────────────────────────────────────────────────────────────


@given(st.text(st.characters(), max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_and_judged(text: str) -> None:
    assert set(outcomes(handed_in(text)).values()) <= {"passed", "failed", "review"}


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_read(data: bytes) -> None:
    assert isinstance(readme.read(data), readme.Readme)


WORDS = ("no", "sin", "sesgo", "bias", "cabezas", "heads", "distintas", "1e-7", "0", "diferencia")
MARKS = (". ", "\n", "\n\n", "# ", "- ", "> ", "| ", "```\n", "**", "`", "$", "¿", "? ", "Sí", ": ")
PIECES = st.sampled_from((*(f"{word} " for word in WORDS), *MARKS))


@given(st.lists(PIECES, max_size=60).map("".join))
@settings(max_examples=200, deadline=None)
def test_words_of_the_trade_in_any_order_are_read(text: str) -> None:
    assert set(outcomes(handed_in(text)).values()) <= {"passed", "failed", "review"}


@given(st.floats(min_value=0, max_value=9e-6, allow_subnormal=False))
@settings(max_examples=100, deadline=None)
def test_any_small_number_that_python_prints_is_read_as_it_is(value: float) -> None:
    said = readme.read(CLAIM.format(repr(value)).encode()).equivalence

    assert said.values == (pytest.approx(value, rel=1e-9, abs=1e-290),)


HOSTILE = {
    "brackets": "[" * 1_000_000,
    "quotes": ">" * 1_000_000,
    "lists": "- " * 500_000,
    "deep lists": "".join(" " * (2 * n) + "- a\n" for n in range(400)),
    "images": "![" * 500_000,
    "stars": "*a " * 300_000,
    "ticks": "".join("`" * n + " " for n in range(900)),
    "cells": "|".join("a" * 2000) + "\n" + "|".join("-" * 2000) + "\n" + "a\n" * 20_000,
    "numbers": "la diferencia máxima es 1e-7 " * 40_000,
    "denials": "no " * 400_000 + "sesgo",
    "words": "cabezas distintas " * 60_000,
    "digits": "1" * 1_000_000 + "e-" + "9" * 1000,
    "NULs": "\0" * 1_000_000,
    "surrogates": "\ud800" * 100_000,
    "html": "<div>" * 200_000,
    "commas": ", " * 500_000,
    "spaces": " " * 1_000_000 + "x",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_megabyte_made_to_be_slow_is_cut_and_read(what: str) -> None:
    found = readme.read(HOSTILE[what].encode("utf-8", "surrogatepass"))

    assert sum(len(s.text) for s in found.own) <= 2 * MOST * 31


def test_what_stands_after_ten_pages_is_for_a_person_to_find() -> None:
    far = handed_in("Lorem ipsum dolor sit amet. " * 3000 + TEXT)

    assert set(outcomes(far).values()) == {"review"}
    assert "so long" in readme_bias.run(far).findings[0].says.en
    assert decoded(b"a" * MOST * 5)[1]


# ── the whole command ────────────────────────────────────────────────────────────────────────


def selected(at: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, str]]:
    """What ``grade --select D,E`` ends with, and each check's outcome."""
    code = main([str(at), "--select", "D,E", "--format", "json", "--seed", "1"])
    report = json.loads(capsys.readouterr().out)
    return code, {c["id"]: c["outcome"] for c in report["checks"]}


def test_the_command_reads_the_readme_of_a_right_submission(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = selected(example("right", tmp_path / "right"), capsys)

    assert code == 0
    assert list(found) == [*(f"readme-{n}" for n in CHECKS), *(c for c in found if "manifest" in c)]
    assert set(found.values()) == {"passed"}


def test_a_readme_in_the_wrong_case_is_read_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = example("right", tmp_path / "right")
    (at / LAB / "README.md").rename(at / LAB / "Readme.MD")

    assert selected(at, capsys)[0] == 0


def test_a_tiny_difference_of_a_class_that_is_wrong_at_one_head_is_for_a_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = selected(example("no-output-projection", tmp_path / "wrong"), capsys)

    assert code == 1
    assert found["readme-equivalence"] == "review"  # verify.py leaves W_O out too, and prints 0
    assert found["manifest-true"] == "failed"


def test_an_untouched_template_loses_block_d(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = example("right", tmp_path / "right")
    (at / LAB / "README.md").write_bytes((ZOO / "template-untouched.md").read_bytes())
    code, found = selected(at, capsys)

    assert code == 1
    assert {name for name, outcome in found.items() if outcome == "failed"} == {
        f"readme-{name}" for name in CHECKS
    }


def test_markdown_is_not_loaded_before_there_is_some_to_read() -> None:
    program = "import sys, grader.labs.multi_head as m; sys.exit('markdown_it' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_heap_of_numbers_in_one_sentence_is_for_a_person() -> None:
    few = readme.read(b"La diferencia maxima es 1.19e-07.").equivalence
    heap = readme.read(b"La diferencia maxima es 1.19e-07 " + b"y 0 diff de max " * 100).equivalence

    assert few.values == (1.19e-07,)
    assert not heap.clear
    assert heap.unsure
