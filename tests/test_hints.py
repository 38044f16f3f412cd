"""What an instructor keeps back stays back, in every format, on reports of real submissions."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from grader.labs.multi_head.misconceptions import CATALOGUE
from grader.model import LANGS, Finding, Report, same
from grader.report import HINTS, Style, names, render, within
from tests.reports import exhibited
from tests.students import ATTENTION, grade
from tests.zoo_keeper import ZOO, lay

if TYPE_CHECKING:
    from grader.model import Lang
    from grader.report import Hints

LINE = 7041
SPECIMENS = (
    "split__reshape_dh_h",
    "proj__qk_weights_swapped",
    "two__sqrt_d_model_and_no_W_O",
    "mask__ignored",
    "softmax__unstable",
)


@cache
def report(name: str) -> Report:
    """The report on a specimen, with a line in the diagnosis and in a finding."""
    with TemporaryDirectory() as folder:
        found = grade(lay(ZOO / "wrong" / f"{name}.py", Path(folder)))
    assert found.diagnosis is not None
    diagnosis = replace(found.diagnosis, file=ATTENTION, line=LINE)
    here = Finding(same("it differs from here on"), ATTENTION, LINE)
    results = [
        replace(r, findings=(*r.findings, here)) if r.outcome == "failed" else r
        for r in found.results
    ]
    return replace(found, diagnosis=diagnosis, results=tuple(results))


def shown(name: str, format_: str, hints: Hints, lang: Lang) -> str:
    """All that this format says, each run of white space as one blank."""
    style = Style(lang=lang, hints=hints, verbosity=1)
    text = render(format_, report(name), style)
    if format_ in ("json", "jsonl"):
        text = json.dumps(json.loads(text), ensure_ascii=False)
    return " ".join(text.split())


@pytest.mark.parametrize("hints", ["none", "symptom"])
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("format_", names())
@pytest.mark.parametrize("name", SPECIMENS)
def test_at_symptom_no_format_says_anything_of_the_catalogue(
    name: str, format_: str, lang: Lang, hints: Hints
) -> None:
    told = shown(name, format_, hints, lang)

    said = [
        known.id
        for known in CATALOGUE
        for words in (known.id, known.says.into(lang), known.why.into(lang), known.hint.into(lang))
        if words in told
    ]
    assert said == []
    assert str(LINE) not in told


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("format_", names())
@pytest.mark.parametrize("name", SPECIMENS)
def test_at_name_every_format_gives_the_name_and_none_the_line(
    name: str, format_: str, lang: Lang
) -> None:
    found = report(name).diagnosis
    assert found is not None

    told = shown(name, format_, "name", lang)

    assert all(known in told for names in found.sets[:1] for known in names)
    assert str(LINE) not in told
    assert str(LINE) in shown(name, format_, "line", lang)


MARK = 'class="marked"'


def page(hints: Hints) -> str:
    """The page on a report that has everything to show; the diagnosis points at line 31."""
    return render("html", exhibited(), Style(hints=hints))


def test_the_diagram_of_a_mistake_is_shown_only_where_its_name_is() -> None:
    drawn = {hints: "reshape-dh-h" in page(hints) for hints in HINTS}

    assert drawn == {"none": False, "symptom": False, "name": True, "line": True}
    assert all(("What goes where" in page(hints)) == drawn[hints] for hints in HINTS)


def test_the_diagnosed_line_is_marked_only_where_lines_are_given() -> None:
    marked = {hints: "scores = Q @ K" in page(hints) for hints in HINTS}

    assert marked == {"none": False, "symptom": False, "name": False, "line": True}


def test_without_hints_no_line_of_the_source_is_in_the_report() -> None:
    assert within(exhibited(), "none").exhibits.sources == {}
    assert MARK not in page("none")
    assert MARK in page("line")


def test_a_file_that_only_the_diagnosis_points_into_is_kept_back_with_the_line() -> None:
    report = exhibited()
    quiet = replace(report, results=tuple(replace(r, findings=()) for r in report.results))

    assert within(quiet, "name").exhibits.sources == {}
    assert within(quiet, "line").exhibits.sources == report.exhibits.sources


@pytest.mark.parametrize("format_", names())
def test_every_level_shows_what_the_one_before_it_shows_of_points(format_: str) -> None:
    told = [shown("split__reshape_dh_h", format_, hints, "en") for hints in HINTS]

    assert all("reshape-order" in text for text in told)
    assert len({len(text) for text in told}) == len(HINTS)


@pytest.mark.parametrize("format_", names())
def test_at_symptom_the_smallest_input_is_still_shown(format_: str) -> None:
    assert "0.0, 0.0, 0.0, 1.0" in shown("split__reshape_dh_h", format_, "symptom", "en")
    assert "0.0, 0.0, 0.0, 1.0" not in shown("split__reshape_dh_h", format_, "none", "en")
