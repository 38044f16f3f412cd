"""Block C: mha.py is run, and judged by what it draws, however it draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.grade import Terms, grade_submission
from grader.labs.multi_head import LAB as CHECKS
from grader.rubric import default
from grader.sandbox import Slots
from grader.submission import read
from tests.drawings import (
    FOLDERS,
    HEAD,
    KEEPS,
    MHA,
    PLAIN,
    RIGHT_WAYS,
    WRONG_LABELS,
    WRONG_SCRIPTS,
)
from tests.students import ATTENTION, RIGHT, but, example, put, results, said

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grader.model import Result


@pytest.fixture(scope="module")
def slots() -> Iterator[Slots]:
    with Slots() as started:
        yield started


def judged(at: Path, slots: Slots) -> dict[str, Result]:
    """The two checks of the script."""
    wanted = frozenset({"mha-runs", "heatmap-tokens"})
    terms = Terms(default(CHECKS.checks), seed=1, select=wanted)
    report = grade_submission(read(str(at)), terms, slots)
    return {r.about.id: r for r in report.results}


def script(at: Path, code: str, slots: Slots, attention: str = KEEPS) -> dict[str, Result]:
    """What is said of a repository with this class and this mha.py."""
    package = {ATTENTION: attention, "src/minimodel/__init__.py": ""}
    return judged(put(at / "ana", {**package, MHA: code}), slots)


# ── what counts ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("way", RIGHT_WAYS)
def test_any_way_to_draw_it_counts(way: str, tmp_path: Path, slots: Slots) -> None:
    found = script(tmp_path, HEAD + RIGHT_WAYS[way], slots)

    assert {r.outcome for r in found.values()} == {"passed"}, [said(r) for r in found.values()]


def test_a_forward_that_writes_into_its_input_still_draws_its_attention(tmp_path: Path) -> None:
    ana = example("right", tmp_path / "ana")
    old = (ana / ATTENTION).read_text("utf-8")
    put(
        ana,
        {
            ATTENTION: but(
                "        return joined", "        x += 1\n        return joined", text=old
            )
        },
    )
    found = results(ana, select=frozenset({"pure", "heatmap-attention"}))

    assert (found["pure"].outcome, found["heatmap-attention"].outcome) == ("failed", "passed")


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_may_want_to_run_in(folder: str, tmp_path: Path, slots: Slots) -> None:
    found = script(tmp_path, FOLDERS[folder] + HEAD + PLAIN, slots)

    assert found["mha-runs"].outcome == "passed"


def test_it_may_want_the_source_folder_on_the_path(tmp_path: Path, slots: Slots) -> None:
    code = HEAD.replace("sys.path.insert", "(lambda *_: 0)") + PLAIN
    found = script(tmp_path, code, slots)

    assert found["mha-runs"].outcome == "passed"


def test_it_may_import_from_the_root_as_pycharm_lets_it(tmp_path: Path, slots: Slots) -> None:
    code = HEAD.replace("sys.path.insert", "(lambda *_: 0)") + PLAIN
    found = script(tmp_path, code.replace("from minimodel", "from src.minimodel"), slots)

    assert found["mha-runs"].outcome == "passed"


# ── what is wrong with the labels ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("what", WRONG_LABELS)
def test_wrong_labels_are_named(what: str, tmp_path: Path, slots: Slots) -> None:
    code, earned, words = WRONG_LABELS[what]
    found = script(tmp_path, HEAD + code, slots)

    assert found["mha-runs"].outcome == "passed"
    tokens = found["heatmap-tokens"]
    assert (tokens.outcome, tokens.earned) == ("failed", earned)
    assert words in said(tokens)


# ── what is wrong with the script ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("what", WRONG_SCRIPTS)
def test_what_is_wrong_with_a_script_is_said(what: str, tmp_path: Path, slots: Slots) -> None:
    code, outcome, words, tokens = WRONG_SCRIPTS[what]
    found = script(tmp_path, code, slots)

    assert (found["mha-runs"].outcome, found["heatmap-tokens"].outcome) == (outcome, tokens)
    assert words in said(found["mha-runs"])


def test_a_class_that_does_not_work_is_block_as_business(tmp_path: Path, slots: Slots) -> None:
    broken = but(
        "        Q, K, V =", "        raise NotImplementedError\n        Q, K, V =", text=KEEPS
    )
    found = script(tmp_path, HEAD + PLAIN, slots, broken)

    assert found["mha-runs"].outcome == "blocked"
    assert "attention.py is not finished" in said(found["mha-runs"])


def test_without_the_script_nothing_is_run(tmp_path: Path, slots: Slots) -> None:
    found = judged(put(tmp_path / "ana", {ATTENTION: RIGHT}), slots)

    assert {r.outcome for r in found.values()} == {"blocked"}
    assert "see `six-files`" in said(found["mha-runs"])
