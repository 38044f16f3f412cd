"""The self-score: its oracle is right about what is known, and a small sample of it passes."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.students import ROOT
from tests.zoo_keeper import ZOO

if TYPE_CHECKING:
    import pytest

BENCHMARKS = ROOT / "benchmarks"
WRONG = (
    "bias__on_values_only",
    "contract__x_centred_in_place",
    "init__scale_0_1",
    "mask__transposed",
    "scale__int_truncated_root",
    "single__no_scale",
    "softmax__unstable",
    "split__reshape_dh_h",
)


def run(script: str, *args: str) -> str:
    command = [sys.executable, str(BENCHMARKS / script), *args]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def oracle(*files: str) -> dict[str, str]:
    """What the oracle says of some members of the zoo."""
    told = run("oracle.py", *(str(ZOO / file) for file in files)).splitlines()
    return {file: json.loads(line)["says"] for file, line in zip(files, told, strict=True)}


@cache
def sample() -> dict[str, Any]:
    """The figures of a fixed sample."""
    found: dict[str, Any] = json.loads(
        run("detection.py", "--sample", "28", "--seed", "5", "--json")
    )
    return found


def bases(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import detection

    return tuple(detection.BASES)


def test_the_oracle_finds_every_base_right(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [f"right/{base}.py" for base in bases(monkeypatch)]

    assert set(oracle(*files).values()) == {"right"}


def test_the_oracle_finds_known_mistakes_without_the_grader() -> None:
    told = oracle(*(f"wrong/{name}.py" for name in WRONG))

    assert [file for file, says in told.items() if says in ("right", "unclear")] == []


def test_a_sum_that_is_kept_in_place_has_its_slips_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from mutants import mutants

    source = "def forward(x):\n    out = 0\n    out += x\n    return out\n"
    assert any("out -= x" in m.source for m in mutants("loop", source))


def test_the_oracle_and_the_mutants_know_nothing_of_the_grader() -> None:
    for script in ("oracle.py", "mutants.py"):
        tree = ast.parse((BENCHMARKS / script).read_text("utf-8"))
        names = {
            name.split(".")[0]
            for node in ast.walk(tree)
            for name in (
                [a.name for a in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        assert not names & {"grader", "reference"}, script


def test_a_mutant_is_the_file_with_one_line_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from mutants import mutants

    source = (ZOO / "right" / "einsum.py").read_text("utf-8")
    plain = ast.unparse(ast.parse(source)).splitlines()
    found = mutants("einsum", source)

    assert len({m.source for m in found}) == len(found) > 200
    for mutant in found:
        lines = mutant.source.splitlines()
        assert lines[: mutant.line - 1] == plain[: mutant.line - 1]
        assert lines[mutant.line - 1 :][:1] != plain[mutant.line - 1 :][:1]


def test_no_wrong_mutant_of_the_sample_keeps_its_points() -> None:
    assert sample()["wrong"] > 15
    assert sample()["survivors"] == []
    assert sample()["not explained"] == []


def test_no_right_mutant_of_the_sample_loses_a_point() -> None:
    assert sample()["false alarm"] == []
