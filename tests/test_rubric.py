"""Points come from the default or from an instructor's file, never from what is graded."""

from __future__ import annotations

import contextlib
import json
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import resources, rubric
from grader.labs.multi_head import LAB
from grader.model import Check, Refusal, Verdict
from tests.reports import rich

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model import Text
    from grader.rubric import Rubric

    Load = Callable[[str | bytes], Rubric]

HEAD = 'schema = "mha-grader/rubric/v1"\n'
SHIPPED = Path(rubric.__file__).with_name("rubric.toml")
CHECKS = [Check(result.about, lambda _: Verdict("passed")) for result in rich().results]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def write_and_load(text: str | bytes) -> Rubric:
        file = tmp_path / "mine.toml"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return rubric.load(file, CHECKS)

    return write_and_load


@pytest.fixture
def refused(load: Load) -> Callable[[str | bytes], Text]:
    def says(text: str | bytes) -> Text:
        with pytest.raises(Refusal) as caught:
            load(text)
        return caught.value.says

    return says


def test_the_default_has_the_points_of_the_checks() -> None:
    assert rubric.default(CHECKS).points["six-files"] == 6
    assert rubric.default(CHECKS).total == 38


def test_the_shipped_default_is_a_valid_rubric_with_the_points_of_the_lab() -> None:
    path = resources.folder("schemas") / "rubric.schema.json"
    schema = json.loads(path.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(tomllib.loads(SHIPPED.read_text("utf-8")), schema)

    assert rubric.shipped().points == rubric.default(LAB.checks).points


def test_the_sum_that_the_shipped_default_says_is_its_sum() -> None:
    said = re.search(r"add up to (\d+) points", SHIPPED.read_text("utf-8"))

    assert said is not None
    assert int(said[1]) == rubric.shipped().total


def test_a_copy_of_the_shipped_default_loads_as_a_rubric(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_bytes(SHIPPED.read_bytes())

    assert rubric.load(copy, LAB.checks).digest == rubric.default(LAB.checks).digest


def test_a_file_changes_what_it_names_and_nothing_else(load: Load) -> None:
    mine = load(
        HEAD + "name = 'Ours'\n[checks]\nreshape-order = {points = 8}\n"
        "scores = {advisory = true}\ncommitted = {drop = true}"
    )

    assert mine.name == "Ours"
    assert mine.points["reshape-order"] == 8
    assert mine.points["scores"] == 0
    assert "committed" not in mine.points
    assert mine.points["six-files"] == 6


def test_a_file_without_checks_is_the_default_under_its_own_name(load: Load) -> None:
    mine = load(HEAD)

    assert mine.name == "mine"
    assert mine.digest == rubric.default(CHECKS).digest


def test_a_byte_order_mark_is_no_fault(load: Load) -> None:
    assert load(b"\xef\xbb\xbf" + HEAD.encode()).total == 38


def test_the_digest_follows_the_points_and_nothing_else(load: Load) -> None:
    same_points = load(HEAD + 'name = "other"\n[checks.scores]\npoints = 3.0')
    others = load(HEAD + "[checks.scores]\npoints = 4")

    assert same_points.digest == rubric.default(CHECKS).digest
    assert others.digest != rubric.default(CHECKS).digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "[checks.reshape-oder]\npoints = 1", "Did you mean “reshape-order”?"),
        (HEAD + "[checks.scores]\npoint = 1", "Did you mean “points”?"),
        (HEAD + "[checks.scores]\npoints = -1", "a number from 0 to 1000"),
        (HEAD + "[checks.scores]\npoints = nan", "a number from 0 to 1000"),
        (HEAD + "[checks.scores]\npoints = inf", "a number from 0 to 1000"),
        (HEAD + "[checks.scores]\npoints = '5'", "checks.scores.points"),
        (HEAD + "[checks.scores]\npoints = true", "checks.scores.points"),
        (HEAD + "[checks.scores]\npoints = 1\ndrop = true", "exactly one"),
        (HEAD + "[checks.scores]\ndrop = false", "must be true"),
        (HEAD + "[checks]\nscores = 5", "must be a table"),
        (HEAD + "checks = 5", "must be a table"),
        (HEAD + "lab = '14-other'", "15-multi-head"),
        (HEAD + "[checks]\n" + "".join(f"{c.about.id}.drop = true\n" for c in CHECKS), "no check"),
        ("[checks.scores]\npoints = 5", "first line must be"),
        ("schema = 'mha-grader/rubric/v9'", "mha-grader/rubric/v1"),
        (HEAD + "\nname = \n", "line 3"),
        (HEAD + "[checks", "line 2"),
        (HEAD.encode() + b"\n# \xff", "line 3: not UTF-8"),
        ("x" * 2_000_000, "larger than 1 MB"),
        (HEAD + "a = " + "[" * 100_000, "not valid TOML"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_reason(
    refused: Callable[[str | bytes], Text], text: str | bytes, said: str
) -> None:
    says = refused(text)

    assert said in says.en
    assert "mine.toml" in says.es
    assert says.en != says.es


@given(st.binary(max_size=200))
def test_no_file_makes_anything_but_a_rubric_or_a_refusal(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    file = tmp_path_factory.mktemp("any") / "any.toml"
    file.write_bytes(HEAD.encode() + raw)

    with contextlib.suppress(Refusal):
        assert rubric.load(file, CHECKS).total > 0


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="cannot be read"):
        rubric.load(tmp_path / "none.toml", CHECKS)


def test_a_rubric_inside_what_is_graded_is_refused(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "rubric.toml").write_text(HEAD)

    with pytest.raises(Refusal, match="lies inside"):
        rubric.keep_outside(work / "rubric.toml", [work])
    rubric.keep_outside(tmp_path / "rubric.toml", [work])


def test_a_link_does_not_bring_a_rubric_out_of_what_is_graded(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "rubric.toml").write_text(HEAD)
    (tmp_path / "outside.toml").symlink_to(work / "rubric.toml")
    (tmp_path / "alias").symlink_to(work)

    for file, graded in (("outside.toml", work), ("work/rubric.toml", tmp_path / "alias")):
        with pytest.raises(Refusal, match="lies inside"):
            rubric.keep_outside(tmp_path / file, [graded])
