"""The picture as the command line judges it: real files, the real sandbox."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.heatmaps import SOFT, WRONG, opened, plain
from tests.students import EXAMPLES, LAB, example

if TYPE_CHECKING:
    from pathlib import Path

PICTURE = ("heatmap-image", "heatmap-panels", "heatmap-viridis", "heatmap-distinct")


def graded(at: Path, picture: bytes | None = None, select: str = "C") -> dict[str, dict[str, Any]]:
    """The checks of the picture by id, with another picture in the place of the example's."""
    if picture is not None:
        (at / LAB / "heatmap.png").write_bytes(picture)
    command = [sys.executable, "-m", "grader", str(at), "--select", select, "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return {c["id"]: c for c in json.loads(done.stdout)["checks"]}


def said(check: dict[str, Any], lang: str = "en") -> str:
    return "\n".join(f["says"][lang] for f in check["findings"])


@pytest.mark.parametrize("name", sorted(p.name for p in EXAMPLES.iterdir() if p.is_dir()))
def test_the_pictures_of_the_examples_are_right(name: str, tmp_path: Path) -> None:
    found = graded(example(name, tmp_path / name))

    assert {found[c]["outcome"] for c in PICTURE} == {"passed"}
    assert found["heatmap-attention"]["outcome"] != "failed"


def test_a_picture_of_one_head_drawn_four_times(tmp_path: Path) -> None:
    found = graded(example("right", tmp_path / "s"), plain(SOFT[[2, 2, 2, 2]]))

    assert found["heatmap-distinct"]["outcome"] == "failed"
    assert "los mapas 1 y 2 son iguales" in said(found["heatmap-distinct"], "es")


def test_one_panel_in_magma_in_a_jpeg_costs_three_checks(tmp_path: Path) -> None:
    import io

    file = io.BytesIO()
    magma = plain(SOFT[:1], shape=(1, 1), cmap="magma", dpi=100)
    opened(magma).convert("RGB").save(file, "JPEG", quality=95)

    found = graded(example("right", tmp_path / "s"), file.getvalue())
    outcomes = [found[c]["outcome"] for c in PICTURE]
    assert outcomes == ["failed", "failed", "failed", "blocked"]
    assert "JPEG" in said(found["heatmap-image"])
    assert "single heat map" in said(found["heatmap-panels"])
    assert "magma" in said(found["heatmap-viridis"])


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda png: png[: len(png) // 2], "ends before the picture does"),
        (lambda _: b"<svg></svg>", "it is an SVG drawing"),
        (lambda _: WRONG["blank"](), "is blank"),
        (
            lambda png: png[:16] + (99_999).to_bytes(4, "big") * 2 + png[24:],
            "it begins as PNG, but what follows is damaged",
        ),
    ],
    ids=["half of it", "an SVG", "blank", "a size that is not so"],
)
def test_what_cannot_be_looked_at(damage: Any, words: str, tmp_path: Path) -> None:
    at = example("right", tmp_path / "s")
    found = graded(at, damage((at / LAB / "heatmap.png").read_bytes()))

    assert words in said(found["heatmap-image"])
    assert [found[c]["outcome"] for c in PICTURE] == ["failed"] + ["blocked"] * 3


def test_without_a_picture_nothing_is_punished_twice(tmp_path: Path) -> None:
    at = example("right", tmp_path / "s")
    (at / LAB / "heatmap.png").unlink()

    found = graded(at)
    assert {found[c]["outcome"] for c in PICTURE} == {"blocked"}


def test_rows_that_add_up_but_are_no_heads_attention_are_shown_to_a_person(tmp_path: Path) -> None:
    at = example("right", tmp_path / "s")
    script = at / LAB / "mha.py"
    made_up = "np.random.default_rng(5).dirichlet(np.ones(8) / 2, (4, 8))"
    text = script.read_text("utf-8")
    before = "    figure, grid = plt.subplots("
    script.write_text(text.replace(before, f"    attention = {made_up}\n{before}"), "utf-8")
    subprocess.run([sys.executable, str(script)], check=True, capture_output=True)

    found = graded(at, select="C,agreement")

    assert found["mha-runs"]["outcome"] == "passed"
    assert found["heatmap-attention"]["outcome"] == "review"
    assert "not what any head attended to" in said(found["heatmap-attention"])


def test_one_head_with_noise_drawn_four_times_is_shown_to_a_person(tmp_path: Path) -> None:
    at = example("right", tmp_path / "s")
    script = at / LAB / "mha.py"
    noisy = "attention[0] + 0.02 * np.random.default_rng(5).random((4, 8, 8))"
    text = script.read_text("utf-8")
    before = "    figure, grid = plt.subplots("
    lines = f"    attention = {noisy}\n    attention /= attention.sum(-1, keepdims=True)\n"
    script.write_text(text.replace(before, lines + before), "utf-8")
    subprocess.run([sys.executable, str(script)], check=True, capture_output=True)

    found = graded(at, select="C,agreement")

    assert found["heatmap-distinct"]["outcome"] == "review"
    assert "nearly one map with small changes" in said(found["heatmap-distinct"])
