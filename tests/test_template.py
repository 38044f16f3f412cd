"""The starting point of the lab, graded before anything is written: one place to start, kindly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from grader.cli import main
from tests.students import ATTENTION, RIGHT, ROOT, block_a, put, results, said

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model import Result

START = {
    "en": "The constructor is not written yet. Start there",
    "es": "El constructor todavía no está escrito. Empieza por ahí",
}
JUDGED = {"imports", "numpy-only", "forward-length", "vectorised", "api"}
"""The only checks of block A that can say anything about the template."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``grade init`` gives."""
    folder = tmp_path_factory.mktemp("init") / "lab"
    assert main(["init", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def found(template: Path) -> dict[str, Result]:
    """The template's results by check."""
    return results(template)


def report(at: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    code = main([str(at), "--format", "json", "--seed", "1"])
    return code, json.loads(capsys.readouterr().out)


def test_init_gives_every_file_of_the_template_byte_for_byte(template: Path) -> None:
    source = ROOT / "student_template"
    given = {p.relative_to(template): p.read_bytes() for p in template.rglob("*") if p.is_file()}
    shipped = {p.relative_to(source): p for p in source.rglob("*") if p.is_file()}

    assert given == {n: p.read_bytes() for n, p in shipped.items() if "__pycache__" not in n.parts}


def test_the_template_fails_with_few_points_and_without_a_diagnosis(
    template: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = report(template, capsys)

    assert code == 1
    assert told["score"]["earned"] < 0.2 * told["score"]["possible"]
    assert told["diagnosis"] is None


@pytest.mark.parametrize("lang", START)
def test_where_to_start_is_said_once(
    template: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    main([str(template), "--lang", lang])
    text = " ".join(capsys.readouterr().out.split())

    assert text.count(START[lang]) == 1
    assert text.count("not written yet") + text.count("todavía no está escrito") == 1
    assert "Traceback" not in text


def test_of_block_a_only_the_constructor_is_at_fault_and_the_rest_waits(
    found: dict[str, Result],
) -> None:
    ids = {r.about.id for r in found.values() if r.about.block == "A"}

    assert block_a(found) == ({"api"}, ids - JUDGED)


def test_nothing_untrue_is_said(template: Path, found: dict[str, Result]) -> None:
    for result in found.values():
        for finding in result.findings:
            assert finding.at is None
            if finding.file and finding.line:
                lines = (template / finding.file).read_text("utf-8").splitlines()
                assert finding.line <= len(lines)
                if result.about.id == "api":
                    assert "NotImplementedError" in lines[finding.line - 1]


def test_what_the_template_brings_is_not_called_missing(found: dict[str, Result]) -> None:
    missing = said(found["six-files"])

    assert "heatmap.png is missing" in missing
    assert "verify_output.txt is missing" in missing
    assert missing.count("is missing") == 2


def test_every_placeholder_of_the_manifest_is_named(found: dict[str, Result]) -> None:
    assert found["manifest-json"].outcome == "passed"
    for key in ("date", "python", "numpy", "matplotlib", "max_diff", "distinct"):
        assert key in said(found["manifest-schema"])


def between(start: str, end: str) -> str:
    """The part of a right module from one place to another."""
    return RIGHT[RIGHT.index(start) : RIGHT.index(end)]


def written(text: str, where: str, body: str) -> str:
    """The template with one of its three gaps filled."""
    gap = next(line for line in text.splitlines(keepends=True) if f'Error("{where}")' in line)
    return text.replace(gap, body)


def test_each_piece_of_work_moves_the_sentence_on(template: Path, tmp_path: Path) -> None:
    """The constructor first, then forward, then what lab 00 was to bring."""
    text = (template / ATTENTION).read_text("utf-8")

    text = written(text, "MultiHeadAttention.__init__", between("        assert", "    def split"))
    found = results(put(tmp_path, {ATTENTION: text}))
    assert block_a(found)[0] == {"shape"}
    assert "Start with Q, K, V = x @ W_Q" in said(found["shape"])

    body = RIGHT[RIGHT.index("        Q, K, V") :] + between("\n    def split", "    def forward")
    text = written(text, "MultiHeadAttention.forward", body)
    text += between("def softmax", "def single")
    found = results(put(tmp_path, {ATTENTION: text}))
    assert block_a(found) == ({"single-head"}, set())
    assert "of lab 00 is not right at T=1, d=2" in said(found["single-head"])

    text = written(text, "single_head_attention", between("    return softmax", "class"))
    assert block_a(results(put(tmp_path, {ATTENTION: text}))) == (set(), set())
