"""Annotations for GitHub Actions: workflow commands, one a line, the worst first.

The runner keeps 10 of each level a step and drops the rest in silence, so they are counted here.
Escaping is that of the runner's own toolkit: ``%`` and line ends in a message, ``:`` and ``,``
besides in a property. Whatever a student wrote is inside one command and can start none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from grader.model import Text
from grader.report import text_words as words
from grader.report.repo_place import in_repository
from grader.report.text import counts
from grader.report.text_example import code
from grader.report.text_failed import diagnosis, is_advice
from grader.report.text_page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Finding, Report, Result
    from grader.report import Style

Level = Literal["error", "warning", "notice"]
MOST: dict[Level, int] = {"error": 10, "warning": 10, "notice": 10}
"""So many of a level does the runner keep for a step."""
OURS = 2
"""Notices that are not of a check: the score, and how many were left out."""
FINDINGS = 4
WIDTH = 80
TITLE = 200
"""Characters; GitHub cuts at 255."""

LEFT_OUT = Text(en="{n} more in the summary.", es="{n} más en el resumen.")
NOT_GRADED = Text(en="Not graded", es="Sin evaluar")


@dataclass(frozen=True, slots=True)
class _Note:
    level: Level
    title: str
    says: str
    file: str | None = None
    line: int | None = None
    weight: float = 0.0
    """Points that are lost or pending."""


def render(report: Report, style: Style) -> str:
    """The score, then what failed, what a person has to look at, and what is worth knowing."""
    page = Page(style)
    notes = sorted(_notes(report, style, page), key=lambda note: -note.weight)
    shown: list[_Note] = []
    for level, most in MOST.items():
        room = most - OURS if level == "notice" else most
        shown += [note for note in notes if note.level == level][:room]
    commands = [_command(_score(report, page)), *map(_command, shown)]
    if len(shown) < len(notes):
        says = page.say(LEFT_OUT, n=len(notes) - len(shown))
        commands.append(_command(_Note("notice", "grade", says)))
    return "".join(f"{command}\n" for command in commands)


def render_failure(says: Text, style: Style) -> str:
    """One error that says why there is no report."""
    page = Page(style)
    return _command(_Note("error", page.say(NOT_GRADED), page.say(says))) + "\n"


def _score(report: Report, page: Page) -> _Note:
    score = f"grade: {words.points(report.earned)} / {words.points(report.possible)}"
    said = [counts(report, page)]
    if report.pending:
        said.append(page.say(words.PENDING, points=words.points_in_words(report.pending)))
    if report.partial:
        said.append(page.say(words.PARTIAL))
    said += diagnosis(report, Page(replace(page.style, color=False, width=WIDTH)))
    return _Note("notice", score, "\n".join(said))


def _notes(report: Report, style: Style, page: Page) -> Iterator[_Note]:
    shown: set[str] = set()
    for result in sorted(report.results, key=lambda r: r.earned - r.points):
        level = _level(result)
        if level:
            faults = [f for f in result.findings if not f.note] or list(result.findings)
            note = _note(level, result, faults, report, style)
            yield replace(note, says=note.says + _example(result, faults, page, shown))
    for reason, results in _blocked(report, page).items():
        title = f"{page.say(words.BLOCKED)}: {', '.join(r.about.id for r in results)}"
        yield _Note("warning", title, reason, weight=sum(r.points for r in results))


def _level(result: Result) -> Level | None:
    """Of an annotation of its own; what was blocked shares one by its reason."""
    if result.outcome == "failed":
        return "error"
    if result.outcome == "review":
        return "notice" if is_advice(result) else "warning"
    noted = result.outcome == "passed" and result.findings
    return "notice" if noted else None


def _note(
    level: Level, result: Result, found: Sequence[Finding], report: Report, style: Style
) -> _Note:
    page = Page(style)
    at = next((f for f in found if f.file and f.line), found[0] if found else None)
    said = [_said(finding, at, page) for finding in found[:FINDINGS]]
    if len(found) > FINDINGS:
        said.append(page.say(LEFT_OUT, n=len(found) - FINDINGS))
    if result.outcome == "failed" and result.about.hint.en:
        said.append(f"{page.say(words.HINT)}: {page.say(result.about.hint)}")
    title = f"{page.say(result.about.title)} [{result.about.id}{_cost(result)}]"
    return _Note(
        level,
        title,
        "\n".join(said) or title,
        in_repository(at.file, report, style) if at else None,
        at.line if at else None,
        weight=result.points - result.earned,
    )


def _example(result: Result, faults: Sequence[Finding], page: Page, shown: set[str]) -> str:
    """The input to try, where it was not shown with a check that costs more."""
    at = next((f.at for f in faults if f.at is not None), None)
    if at is None or result.outcome != "failed":
        return ""
    lines = "\n".join(code(at, page.style.lang, WIDTH))
    if lines in shown:
        return ""
    shown.add(lines)
    return f"\n{page.say(words.TRY)}\n\n{page.code(lines)}"


def _said(finding: Finding, at: Finding | None, page: Page) -> str:
    """A finding, and its place where the annotation is not there already."""
    said, place = page.sentence(finding.says), page.place(finding)
    here = at is not None and (finding.file, finding.line) == (at.file, at.line)
    return said if here or not place or place in said else f"{said} ({place})"


def _cost(result: Result) -> str:
    lost = result.points - result.earned
    return f" -{words.points(lost)}" if result.outcome == "failed" and lost else ""


def _blocked(report: Report, page: Page) -> dict[str, list[Result]]:
    groups: dict[str, list[Result]] = {}
    for result in report.results:
        if result.outcome == "blocked":
            reason = " ".join(page.sentence(f.says) for f in result.findings if not f.note)
            groups.setdefault(reason or page.say(words.BLOCKED), []).append(result)
    return groups


def _command(note: _Note) -> str:
    """``::error file=…,line=…,title=…::message``; a place without a file has no line either."""
    place = {} if note.file is None else {"file": note.file, "line": note.line}
    properties = {**place, "title": note.title[:TITLE]}
    written = [f"{key}={_property(str(v))}" for key, v in properties.items() if v is not None]
    return f"::{note.level} {','.join(written)}::{_data(note.says)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
