import copy
import datetime as dt
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from grader import resources
from grader.labs.multi_head import manifest_claims as claims
from grader.labs.multi_head.checks.manifest import manifest_json, manifest_schema, manifest_true
from grader.labs.multi_head.manifest_advice import days
from grader.labs.multi_head.manifest_words import WANTED
from grader.model import (
    Containment,
    Evidence,
    Imported,
    Made,
    Output,
    Probe,
    Submission,
    Verdict,
    Weights,
    same,
)
from reference import MultiHeadAttention

PATH = "experiments/15-multi-head/manifest.json"
TODAY = dt.date(2026, 3, 1)
CHECKS = (manifest_json, manifest_schema, manifest_true)
RIGHT: dict[str, Any] = {
    "experiment": "15-multi-head",
    "date": "2026-02-14",
    "seed": 42,
    "versions": {"python": "3.11.9", "numpy": "2.0.0", "matplotlib": "3.9.1"},
    "config": {
        "d_model": 64,
        "n_heads": 4,
        "T": 8,
        "input_snippet": "<bos> I work , you work , he",
    },
    "results_summary": {
        "single_head_equivalence_max_diff": 1.2e-7,
        "heads_visibly_distinct": True,
    },
}
TEMPLATE = b"""{
  "experiment": "15-multi-head",
  "date": "YYYY-MM-DD",
  "seed": 42,
  "versions": { "python": "3.11.x", "numpy": "X.Y.Z", "matplotlib": "X.Y.Z" },
  "config": {
    "d_model": 64,
    "n_heads": 4,
    "T": 8,
    "input_snippet": "<bos> I work , you work , he"
  },
  "results_summary": {
    "single_head_equivalence_max_diff": null,
    "heads_visibly_distinct": null
  }
}
"""
DIFF = "results_summary.single_head_equivalence_max_diff"
DISTINCT = "results_summary.heads_visibly_distinct"


def evidence(manifest: object, off: float = 0.0) -> Evidence:
    """A submission with this manifest; at H = 1 its class is wrong by ``off``."""
    data = manifest if isinstance(manifest, bytes) else json.dumps(manifest, indent=2).encode()
    rng = np.random.default_rng(0)
    w = [rng.standard_normal((4, 4)) for _ in range(4)]
    probe = Probe(d_model=4, n_heads=1, seed=42, x=rng.standard_normal((3, 4)), family="lab")
    y = MultiHeadAttention.from_weights(*Weights(*w), n_heads=1).forward(probe.x) + off
    names = ("W_Q", "W_K", "W_V", "W_O")
    made = Made(dict(zip(names, w, strict=True)), {}, {}, {}, {}, moved_rng=False)
    return Evidence(
        submission=Submission("lab", "lab", {PATH: data} if data else {}, "ab" * 32),
        imported=Imported(*[True] * 4, None, None, (), ()),
        made={(4, 1, 42): made},
        calls=(),
        answers=((probe, Output(np.asarray(y, dtype=np.float64))),),
        singles=(),
        containment=Containment((), "blocked", "private", {}, same("")),
        today=TODAY,
        seed=0,
    )


def but(key: str, value: object) -> dict[str, Any]:
    """The right manifest with one value changed; ``...`` removes it."""
    changed = copy.deepcopy(RIGHT)
    *sections, last = key.split(".")
    inside = changed
    for section in sections:
        inside = inside[section]
    inside[last] = value
    if value is ...:
        del inside[last]
    return changed


def only(verdict: Verdict) -> str:
    """The one sentence of a verdict that failed, after checking that Spanish says it too."""
    assert verdict.outcome == "failed"
    (finding,) = verdict.findings
    assert finding.file == PATH
    assert finding.line
    assert finding.says.en != finding.says.es
    return finding.says.en


def schema_says(manifest: object) -> str:
    return only(manifest_schema.run(evidence(manifest)))


def outcomes(e: Evidence) -> list[str]:
    return [check.run(e).outcome for check in CHECKS]


def test_the_schema_is_itself_a_valid_schema() -> None:
    text = (resources.folder("schemas") / "manifest.schema.json").read_bytes()
    meta = Draft202012Validator(Draft202012Validator.META_SCHEMA)

    assert list(meta.iter_errors(json.loads(text))) == []


def test_a_right_manifest_passes_everything_without_a_word() -> None:
    for check in CHECKS:
        assert check.run(evidence(RIGHT)) == Verdict("passed", (), 1.0)


def test_more_keys_are_welcome_everywhere() -> None:
    more = {"who": "Ana", **RIGHT, "config": {**RIGHT["config"], "mask": None}}
    assert outcomes(evidence(more)) == ["passed"] * 3


def test_the_template_as_it_is_names_all_six_places_in_order() -> None:
    verdict = manifest_schema.run(evidence(TEMPLATE))
    assert verdict.outcome == "failed"
    assert [finding.line for finding in verdict.findings] == [3, 5, 5, 5, 13, 14]
    assert all("template" in f.says.en and "Write" in f.says.en for f in verdict.findings)
    assert "`python -c" in verdict.findings[1].says.en
    assert "verify.py printed" in verdict.findings[4].says.en
    assert outcomes(evidence(TEMPLATE)) == ["passed", "failed", "blocked"]


@pytest.mark.parametrize(
    ("where", "version"),
    [
        ("python", "3.13.0+"),
        ("python", "3.14.0rc2"),
        ("python", "Python 3.11.4"),
        ("python", "3.11.4 (main, Jun  7 2023, 10:13:09) [GCC 12.2.0]"),
        ("python", "3.10.13 | packaged by conda-forge | (main) [Clang]"),
        ("numpy", "1.26.4"),
        ("numpy", "2.0.0rc1"),
        ("numpy", "2.3.0.dev0+git20250101.1a2b3c4"),
        ("matplotlib", "3.8.0.post1"),
    ],
)
def test_a_version_that_a_program_prints_is_accepted(where: str, version: str) -> None:
    manifest = but(f"versions.{where}", version)
    assert manifest_schema.run(evidence(manifest)).outcome == "passed"


@pytest.mark.parametrize(
    ("where", "version", "why"),
    [
        ("python", "3.11.x", "placeholder"),
        ("python", "3.11.X", "placeholder"),
        ("numpy", "X.Y.Z", "placeholder"),
        ("numpy", "1.26.*", "placeholder"),
        ("numpy", "1.26.4\n", "numpy.__version__"),
        ("numpy", "latest", "numpy.__version__"),
        ("matplotlib", "3.8 or so", "matplotlib.__version__"),
        ("python", 3.11, "a number and not text"),
        ("numpy", None, "numpy.__version__"),
    ],
)
def test_a_version_that_no_program_prints_is_refused(where: str, version: object, why: str) -> None:
    assert why in schema_says(but(f"versions.{where}", version))


@pytest.mark.parametrize(
    ("date", "why"),
    [
        ("YYYY-MM-DD", "placeholder"),
        ("AAAA-MM-DD", "placeholder"),
        ("2024-02-30", "no calendar has"),
        ("2023-02-29", "no calendar has"),
        ("2024-1-5", '`"2024-01-05"`.'),
        ("2024/01/05", '`"2024-01-05"`.'),
        ("20240105", '`"2024-01-05"`.'),
        (20240105, '`"2024-01-05"`.'),
        ("2024-01-05T10:30:00Z", '`"2024-01-05"`.'),
        ("2024-01-05\n", '`"2024-01-05"`.'),
        ("31/12/2024", '`"2024-12-31"`.'),
        ("01/02/2024", '`"2024-02-01"` or `"2024-01-02"`'),
        ("2024-W05-1", "year-month-day"),
        ("yesterday", "year-month-day"),
        (None, "year-month-day"),
    ],
)
def test_a_date_that_is_none_says_what_to_write(date: object, why: str) -> None:
    assert why in schema_says(but("date", date))


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("experiment", "15_multi_head", '`"15-multi-head"`'),
        ("seed", -1, "not negative"),
        ("seed", 4.5, "whole number"),
        ("seed", "42", "so it is text and not a number"),
        ("config.d_model", "64", "so it is text and not a number"),
        ("config.d_model", 4, "`64`, as in block C"),
        ("config.n_heads", True, "`4`"),
        ("config.T", 9, "`8`"),
        ("config.input_snippet", "I work , you work , he ___", "phase index"),
        ("config.input_snippet", "<bos> I work, you work, he", "other spaces"),
        ("config.input_snippet", "<bos> he works", '`"<bos> I work , you work , he"`'),
        (DIFF, "1e-07", "so it is text and not a number"),
        (DIFF, 1e-5, "what was measured here on the sizes of block B (d_model = 4, H = 1) is"),
        (DIFF, 0.31, "what was measured here on the sizes of block B (d_model = 4, H = 1) is"),
        (DIFF, -1e-9, "never negative"),
        (DIFF, True, "verify.py printed"),
        (DISTINCT, "True", "so it is text and not `true` or `false`"),
        (DISTINCT, 1, "`true` if"),
        ("versions", "3.11", "an object with"),
        ("config", [64, 4, 8], "a list"),
    ],
)
def test_a_value_out_of_place_is_one_finding_with_its_path(
    key: str, value: object, why: str
) -> None:
    says = schema_says(but(key, value))
    assert says.startswith(f"`{key}` is ")
    assert why in says


def test_the_hint_is_about_what_was_found() -> None:
    date, zeros = (manifest_schema.run(evidence(but(k, 0))).hint for k in ("date", "config.T"))

    assert "datetime.date.today()" in str(date)
    assert zeros is None


def test_a_whole_number_may_be_written_with_a_point_and_a_result_may_be_zero_or_false() -> None:
    manifest = but("config.d_model", 64.0)
    manifest["results_summary"] = {
        "single_head_equivalence_max_diff": 0,
        "heads_visibly_distinct": False,
    }
    assert manifest_schema.run(evidence(manifest)).outcome == "passed"


@pytest.mark.parametrize(
    ("key", "written", "near"),
    [
        ("config.n_heads", "n_head", "config.n_head"),
        ("config.d_model", "d_Model", "config.d_Model"),
        ("config.T", "t", "config.t"),
        (DIFF, "maxdiff", "results_summary.maxdiff"),
        (DIFF, "max_diff", "results_summary.max_diff"),
        (DISTINCT, "heads_distinct", "results_summary.heads_distinct"),
        ("results_summary", "results", "results"),
        ("date", "Date", "Date"),
    ],
)
def test_a_missing_key_names_the_one_that_may_be_meant(key: str, written: str, near: str) -> None:
    manifest = but(key, ...)
    *sections, _ = key.split(".")
    (manifest[sections[0]] if sections else manifest)[written] = 1
    says = schema_says(manifest)
    assert says.startswith(f"`{key}` is missing. There is `{near}`")


def test_a_key_in_the_wrong_section_is_found_there() -> None:
    assert "It stands as `d_model`" in schema_says({**but("config.d_model", ...), "d_model": 64})


def test_a_missing_key_with_nothing_like_it_says_what_to_write() -> None:
    assert schema_says(but("config.T", ...)) == (
        "`config.T` is missing. Write `8`, the number of tokens of block C."
    )


@pytest.mark.parametrize("value", [[], "text", 3, None, True])
def test_a_manifest_that_is_no_object_fails_the_schema(value: object) -> None:
    assert schema_says(value).startswith("`manifest.json` is ")
    assert outcomes(evidence(value)) == ["passed", "failed", "blocked"]


def test_an_empty_object_misses_six_keys() -> None:
    assert len(manifest_schema.run(evidence({})).findings) == 6


def test_no_more_than_a_dozen_findings_are_shown() -> None:
    slips = (
        "# comment",
        "'quotes': 1,",
        "unquoted: 1,",
        '"python": None,',
        '"numpy": np.float64(1.5),',
        '"nan": NaN,',
        '"overflow": 1e999,',
        '"form": .5,',
        '"comma": 1,5,',
        '"escape": "\\d",',
        '"control": "\t",',
        '"surrogate": "\\ud800",',
        '"space":\u00a01,',
        '"twice": 1, "twice": 1,',
    )
    findings = manifest_json.run(evidence("\n".join(("{", *slips, "}")).encode())).findings
    assert len(findings) == 14
    assert findings[12].says.es == "Y 3 más."
    assert findings[13].note


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(RIGHT, indent=2).replace("true\n", "true,\n").encode(),
        json.dumps(RIGHT).encode("utf-16"),
        str(RIGHT).encode(),
        json.dumps(RIGHT).replace("1.2e-07", "np.float64(1.2e-07)").encode(),
        json.dumps(RIGHT)[:-1].encode(),
    ],
    ids=["trailing comma", "UTF-16", "Python's str", "NumPy's repr", "last brace"],
)
def test_a_near_miss_costs_its_own_check_and_nothing_else(data: bytes) -> None:
    e = evidence(data)
    assert outcomes(e) == ["failed", "passed", "passed"]
    assert manifest_json.run(e).findings[-1].note


def test_a_byte_order_mark_costs_nothing_and_is_mentioned() -> None:
    verdict = manifest_json.run(evidence(b"\xef\xbb\xbf" + json.dumps(RIGHT).encode()))
    assert verdict.outcome == "passed"
    assert [finding.note for finding in verdict.findings] == [True]


def test_nan_is_no_small_difference() -> None:
    e = evidence(json.dumps(RIGHT).replace("1.2e-07", "NaN").encode())
    assert outcomes(e) == ["failed", "failed", "blocked"]
    assert "no number" in only(manifest_schema.run(e))


@pytest.mark.parametrize("bare", ["9" * 6000, "NaN", "many"])
def test_quotes_are_not_blamed_where_there_are_none(bare: str) -> None:
    says = only(manifest_schema.run(evidence(json.dumps(RIGHT).replace("1.2e-07", bare).encode())))

    assert "in quotes" not in says
    assert f"is `{bare[:49]}" in says


def test_what_cannot_be_read_blocks_the_rest() -> None:
    assert outcomes(evidence(b'{"date": ')) == ["failed", "blocked", "blocked"]
    assert outcomes(evidence(b'{"seed": 1, "seed": 2}')) == ["failed", "blocked", "blocked"]
    assert outcomes(evidence(b" " * (30 << 20))) == ["failed", "blocked", "blocked"]


def test_without_a_manifest_nothing_can_be_judged() -> None:
    assert outcomes(evidence(b"")) == ["blocked"] * 3


def test_a_manifest_in_the_wrong_case_is_graded_all_the_same() -> None:
    e = evidence(RIGHT)
    files = {"experiments/15-Multi-Head/Manifest.json": e.submission.files[PATH]}
    moved = Submission("lab", "lab", files, "cd" * 32)
    e = Evidence(**{**{f: getattr(e, f) for f in Evidence.__slots__}, "submission": moved})
    assert outcomes(e) == ["passed"] * 3


def test_a_small_difference_claimed_for_a_class_that_differs_is_not_true() -> None:
    e = evidence(RIGHT, off=0.25)
    assert outcomes(e) == ["passed", "passed", "failed"]
    says = only(manifest_true.run(e))
    assert "1.2e-07" in says
    assert "0.25" in says


def test_a_number_out_of_range_is_no_second_fault() -> None:
    assert outcomes(evidence(but(DIFF, 0.25))) == ["passed", "failed", "blocked"]
    assert outcomes(evidence(but(DIFF, -1))) == ["passed", "failed", "blocked"]


def test_a_class_that_was_measured_right_is_not_accused_by_a_number_copied_wrong() -> None:
    e = evidence(but(DIFF, 0.5))
    says, (unread,) = only(manifest_schema.run(e)), manifest_true.run(e).findings

    assert "not below `1e-5`" in says
    assert "Check that the number was copied" in says
    assert "single-head" not in says
    assert "not what was measured" not in unread.says.en


@pytest.mark.parametrize(
    ("off", "why"), [(0.25, "was measured to differ by `0.25`"), (float("nan"), "no answer")]
)
def test_a_large_number_of_a_class_that_differs_says_to_mend_the_class(
    off: float, why: str
) -> None:
    says = only(manifest_schema.run(evidence(but(DIFF, 0.5), off=off)))

    assert why in says
    assert "`single-head` says first" in says


def test_an_honest_large_difference_is_the_schemas_business_alone() -> None:
    assert outcomes(evidence(but(DIFF, 0.25), off=0.25)) == ["passed", "failed", "passed"]


def test_heads_that_look_alike_are_for_a_person_to_see() -> None:
    verdict = manifest_true.run(evidence(but(DISTINCT, value=False)))
    assert verdict.outcome == "review"
    assert "heatmap.png" in verdict.findings[0].says.es


@pytest.mark.parametrize(
    ("date", "outcome"),
    [
        ("2026-03-01", "passed"),
        ("2026-03-02", "failed"),
        ("02/03/2026", "passed"),  # the 3 February that it may mean is past
        ("2026-3-2", "failed"),
        ("soon", "blocked"),
        (None, "blocked"),
        ("2011-05-01", "passed"),
    ],
)
def test_a_date_is_true_unless_it_has_not_begun_anywhere(date: object, outcome: str) -> None:
    assert claims.judge(but("date", date), 0.0, TODAY)[0].outcome == outcome


def test_a_year_before_the_paper_is_worth_a_word() -> None:
    assert claims.judge(but("date", "2011-05-01"), 0.0, TODAY)[0].says == claims.EARLY.format(
        day="2011-05-01"
    )


@pytest.mark.parametrize(
    ("measured", "outcome"),
    [
        (0.0, "passed"),
        (9e-6, "passed"),
        (2e-5, "failed"),
        (float("inf"), "failed"),
        (float("nan"), "failed"),
        (None, "blocked"),
    ],
)
def test_the_claimed_difference_is_held_against_what_was_measured(
    measured: float | None, outcome: str
) -> None:
    assert claims.judge(RIGHT, measured, TODAY)[1].outcome == outcome


@given(st.dates())
def test_every_day_written_as_iso_means_that_day(day: dt.date) -> None:
    assert days(day.isoformat()) == [day]


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.sampled_from(sorted(WANTED.keys() - {()})), ANY)
def test_whatever_stands_in_a_place_something_is_said(path: tuple[str, ...], value: object) -> None:
    e = evidence(json.dumps(but(".".join(path), value)).encode())
    for check in CHECKS:
        verdict = check.run(e)
        assert verdict.findings or verdict.outcome == "passed"


def test_every_place_of_the_schema_has_words_for_what_belongs_there() -> None:
    schema = json.loads((resources.folder("schemas") / "manifest.schema.json").read_bytes())
    places = {()}
    for name, part in schema["properties"].items():
        places |= {(name,)} | {(name, inner) for inner in part.get("properties", {})}
    assert places == WANTED.keys()


def test_a_wheel_carries_its_own_folders_and_a_checkout_has_them_beside(tmp_path: Any) -> None:
    package = tmp_path / "grader"
    with pytest.raises(FileNotFoundError, match="'schemas'"):
        resources.folder("schemas", package)
    (tmp_path / "schemas").mkdir()
    assert resources.folder("schemas", package) == tmp_path / "schemas"
    (package / "_data" / "schemas").mkdir(parents=True)
    assert resources.folder("schemas", package) == package / "_data" / "schemas"


@pytest.mark.parametrize(
    ("claimed", "picture", "outcome"),
    [
        (True, True, "passed"),
        (True, None, "passed"),
        (True, False, "review"),
        (False, False, "passed"),
        (False, None, "review"),
        (False, True, "review"),
    ],
)
def test_whether_heads_are_distinct_is_as_the_picture_shows(
    claimed: bool, picture: bool | None, outcome: str
) -> None:
    judged = claims.judge(but(DISTINCT, claimed), 0.0, TODAY, picture)

    assert claims.worst(judged) == outcome


@pytest.mark.parametrize(
    ("where", "version", "outcome"),
    [
        ("python", "3.11.9", "passed"),
        ("python", "Python 3.12.1", "passed"),
        ("python", "3.8.10 (default, Nov 22 2023, 10:22:35)", "passed"),
        ("python", "3.15.0a3", "passed"),
        ("python", "3.16.0a1", "passed"),
        ("python", "2.7.18", "review"),
        ("python", "3.99.0", "review"),
        ("python", "4.0.0", "review"),
        ("numpy", "1.26.4", "passed"),
        ("numpy", "1.17.0", "passed"),
        ("numpy", "2.4.6", "passed"),
        ("numpy", "1.8.0", "review"),
        ("numpy", "3.11.9", "review"),
        ("numpy", "9.9.9", "review"),
        ("matplotlib", "3.11.2", "passed"),
        ("matplotlib", "2.2.5", "passed"),
        ("matplotlib", "0.0.1", "review"),
        ("numpy", "X.Y.Z", "passed"),  # manifest-schema's business
        ("numpy", ["2"], "passed"),
    ],
)
def test_a_version_that_nobody_can_have_had_is_for_a_person_to_see(
    where: str, version: object, outcome: str
) -> None:
    verdict = manifest_true.run(evidence(but(f"versions.{where}", version)))

    assert verdict.outcome == outcome
    lines = {"python": 6, "numpy": 7, "matplotlib": 8}
    assert [f.line for f in verdict.findings] == [lines[where]] * (outcome == "review")
