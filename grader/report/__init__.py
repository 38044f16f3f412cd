"""Formats: each is one file here with one pure function, ``render(report, style) -> str``.

A format is found by its module's name; a module with ``_`` in its name is part of another.
Nothing here starts a process, reads a clock, draws a number or opens a file that is not ours.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # the help of the command line lists the formats without paying for the model
    from collections.abc import Mapping, Sequence

    from grader.model import Diagnosis, Exhibits, Finding, Lang, Report, Result, Text

Hints = Literal["none", "symptom", "name", "line"]
HINTS: tuple[Hints, ...] = ("none", "symptom", "name", "line")

STREAMS = frozenset({"text", "jsonl", "markdown", "github"})
"""Formats of which several reports may follow one another; the others are one document each."""


@dataclass(frozen=True, slots=True)
class Context:
    """Where a report is used: facts that a format may need and, being pure, cannot look up."""

    base: str | None = ""
    """From the root of the repository that a CI shows to what was graded, with ``/``; None where
    its files have no place there (an archive)."""
    now: str = ""
    """UTC, ``2026-11-30T12:00:00Z``."""
    classroom: Mapping[str, str] = field(default_factory=dict)
    """What Classroom 50 says of a submission, by the names of its environment."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a report is to look; a format ignores what does not concern it."""

    lang: Lang = "en"
    width: int = 80
    """Columns."""
    color: bool = False
    unicode: bool = True
    """Whether the reader's terminal can show more than ASCII."""
    verbosity: int = 0
    """-1 the score and what failed; 0 what a student needs; 1 everything."""
    hints: Hints = "line"
    """How much is given away: outcomes, the symptom, the mistake's name, the line too."""
    context: Context = Context()
    spoken: str = ""
    """What a command needs beside its words to speak this language, such as ``--lang es``."""

    def command(self, words: str) -> str:
        """A command as the reader is to type it, in backticks."""
        return f"`{' '.join(filter(None, (words, self.spoken)))}`"


def names() -> list[str]:
    """The formats there are, in alphabetical order."""
    return sorted(m.name for m in pkgutil.iter_modules(__path__) if "_" not in m.name)


def render(name: str, report: Report, style: Style) -> str:
    """The report in format ``name``, with no more in it than ``style.hints`` allows.

    Raises:
        LookupError: No format has that name.
    """
    if name not in names():
        raise LookupError(name)
    module = importlib.import_module(f"{__name__}.{name}")
    written: str = module.render(within(report, style.hints), style)
    return written


def render_failure(name: str, says: Text, style: Style) -> str | None:
    """That there is no report, and why, in format ``name``.

    For readers that take a missing file for a fault of the student's, or for no news at all.

    Returns:
        None for a format that has no such words: there the exit code and the sentence on standard
        error say it.
    """
    module = importlib.import_module(f"{__name__}.{name}")
    write = getattr(module, "render_failure", None)
    return None if write is None else str(write(says, style))


def within(report: Report, hints: Hints) -> Report:
    """The report without what this level of hints keeps back, so that no format can leak it."""
    if hints == "line":
        return report
    results = tuple(_result_within(r, hints, report.diagnosis) for r in report.results)
    return replace(
        report,
        results=results,
        diagnosis=_diagnosis_within(report.diagnosis, hints),
        exhibits=_exhibits_within(report.exhibits, hints, results),
    )


def _exhibits_within(exhibits: Exhibits, hints: Hints, results: Sequence[Result]) -> Exhibits:
    """The files that something still points into, and diagrams only of a mistake with a name."""
    pointed = {f.file for r in results for f in r.findings if f.line is not None}
    return replace(
        exhibits,
        sources={path: text for path, text in exhibits.sources.items() if path in pointed},
        diagrams=exhibits.diagrams if hints == "name" else {},
    )


def _diagnosis_within(diagnosis: Diagnosis | None, hints: Hints) -> Diagnosis | None:
    if diagnosis is None or hints != "name":
        return None
    return replace(diagnosis, file=None, line=None)


def _result_within(result: Result, hints: Hints, diagnosis: Diagnosis | None) -> Result:
    if hints == "none":
        findings: tuple[Finding, ...] = ()
    elif hints == "symptom":
        findings = tuple(_without_the_name(f, diagnosis) for f in result.findings)
    else:
        return replace(
            result, findings=tuple(_without_the_line(f, diagnosis) for f in result.findings)
        )
    about = replace(result.about, hint=replace(result.about.hint, en="", es=""), example="")
    return replace(result, about=about, findings=findings)


def _without_the_name(finding: Finding, diagnosis: Diagnosis | None) -> Finding:
    """A finding that says the diagnosis again keeps its input, and says no more than that."""
    if diagnosis is None or finding.says.en not in diagnosis.says.en:
        return _without_the_line(finding, diagnosis)
    says = replace(
        finding.says,
        en="The answer differs from the lab's formula.",
        es="La respuesta no coincide con la fórmula del lab.",
    )
    return replace(finding, says=says, file=None, line=None)


def _without_the_line(finding: Finding, diagnosis: Diagnosis | None) -> Finding:
    """Drop a line only where it is the diagnosed one: the others are plain facts of a file."""
    given_away = diagnosis and (finding.file, finding.line) == (diagnosis.file, diagnosis.line)
    return replace(finding, file=None, line=None, code="") if given_away else finding
