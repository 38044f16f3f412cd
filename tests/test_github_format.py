"""Annotations: what GitHub's runner would make of them, read as its own toolkit writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from grader.model import Finding, Report, Result, same
from grader.report import Context, Style, render, render_failure
from tests.reports import FILE, HOSTILE, about, hostile, perfect, rich

PATTERN = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:\r\n]*)(?:,\w+=[^,:\r\n]*)*)::(.+)")


@dataclass(frozen=True)
class Seen:
    """A command as the runner reads it."""

    level: str
    says: str
    title: str
    file: str | None
    line: int | None


def decoded(text: str) -> str:
    for code, sign in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def read(log: str) -> list[Seen]:
    """Every line must be one command: this is where hostile text would show."""
    seen = []
    for line in log.splitlines():
        found = PATTERN.fullmatch(line)
        assert found, line
        properties = dict(pair.split("=", 1) for pair in found[2].split(","))
        at = {name: decoded(value) for name, value in properties.items()}
        number = int(at["line"]) if "line" in at else None
        seen.append(Seen(found[1], decoded(found[3]), at["title"], at.get("file"), number))
    return seen


def annotations(report: Report, **facts: object) -> list[Seen]:
    return read(render("github", report, replace(Style(), **facts)))  # type: ignore[arg-type]


def failing(n: int, outcome: str = "failed") -> Report:
    """A report in which check ``k`` of ``n`` costs ``k`` points."""
    results = [
        Result(about(f"c{k}", "A", k, f"Check {k}", f"N {k}"), outcome, k, 0)  # type: ignore[arg-type]
        for k in range(1, n + 1)
    ]
    return replace(rich(), results=tuple(results), diagnosis=None)


def test_what_failed_is_an_error_on_its_line_and_what_costs_most_comes_first() -> None:
    errors = [seen for seen in annotations(rich()) if seen.level == "error"]

    assert [re.findall(r"\[(\S+) -", e.title)[0] for e in errors] == [
        "scores",
        "agreement",
        "six-files",
    ]
    assert (errors[0].file, errors[0].line) == (FILE, 31)
    assert "divided by sqrt(d_model)" in errors[0].says
    assert "Hint: " in errors[0].says


def test_a_review_is_a_warning_and_advice_a_notice() -> None:
    levels = {seen.title: seen.level for seen in annotations(rich())}

    assert levels["Four patterns differ [heatmap-distinct]"] == "warning"
    assert levels["forward has at most 30 lines [forward-length]"] == "notice"
    assert levels["Not judged: verify-runs, verify-can-fail"] == "warning"


def test_the_score_is_always_said() -> None:
    (only,) = annotations(perfect())

    assert (only.level, only.title) == ("notice", "grade: 38 / 38")


def test_no_level_has_more_than_github_keeps_and_the_rest_is_counted() -> None:
    seen = annotations(failing(25))
    errors = [s for s in seen if s.level == "error"]

    assert [s.title.split()[1] for s in errors] == [str(k) for k in range(25, 15, -1)]
    assert seen[-1].says == "15 more in the summary."
    for outcome in ("review", "failed"):
        shown = annotations(failing(40, outcome))
        for level in ("error", "warning", "notice"):
            assert sum(s.level == level for s in shown) <= 10


def test_a_hostile_text_starts_no_command_and_ends_no_property() -> None:
    seen = annotations(hostile())

    assert any("::error title=x::100 / 100" in s.says for s in seen)
    assert any(s.file and s.file.startswith("ValueError: \\x1b") for s in seen)


def test_percent_signs_commas_and_colons_come_back_as_they_were() -> None:
    finding = Finding(same("50% of a:b,c\nand 100%0A"), "a,b:c%.py", 7)
    results = tuple(replace(r, findings=(finding,)) for r in rich().results)
    seen = annotations(replace(rich(), results=results))

    assert any("50% of a:b,c\nand 100%0A" in s.says for s in seen)
    assert any((s.file, s.line) == ("a,b:c%.py", 7) for s in seen)


def test_a_path_starts_at_the_repositorys_root() -> None:
    peeled = replace(rich(), subject=replace(rich().subject, peeled="lab-main"))

    below = annotations(peeled, context=Context(base="students/ana"))
    archive = annotations(peeled, context=Context(base=None))

    assert f"students/ana/lab-main/{FILE}" in {s.file for s in below}
    assert {s.file for s in archive} == {None}
    assert {s.line for s in archive} == {None}


def test_with_hints_of_no_kind_there_is_still_something_to_read() -> None:
    seen = annotations(rich(), hints="none")

    assert all(s.says for s in seen)
    assert not any("sqrt(d_model)" in s.says for s in seen)


def test_a_failure_is_one_error() -> None:
    written = render_failure("github", same(HOSTILE), Style(lang="es"))
    assert written
    (only,) = read(written)

    assert (only.level, only.title) == ("error", "Sin evaluar")
