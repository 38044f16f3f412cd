"""What is shown of each check that did not simply pass, each input and each line of code once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.model import LANGS
from grader.report.html_matrix import Example, example
from grader.report.html_source import Excerpt, excerpt
from grader.report.text_example import code
from grader.report.text_failed import is_advice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.model import Counterexample, Diagnosis, Finding, Outcome, Report, Result, Text

FINDINGS = 6
"""So many of a check's findings are shown."""
COLUMNS = 76
"""Of the code that can be pasted."""


@dataclass(frozen=True, slots=True)
class Said:
    """A finding, and the lines of the file that it speaks of."""

    finding: Finding
    excerpt: Excerpt | None
    same_as: str
    """The anchor of the excerpt that shows this line already."""


@dataclass(frozen=True, slots=True)
class Input:
    """A counterexample: matrices, and the lines to paste in both languages."""

    matrices: Example
    en: str
    es: str


@dataclass(frozen=True, slots=True)
class Card:
    """A check with all that there is to say about it."""

    result: Result
    kind: str
    """Its outcome, or ``advice``."""
    said: tuple[Said, ...]
    more: int
    """Findings that are left out."""
    input: Input | None
    same_input: str
    """The check at which this input is shown."""


class Shown:
    """What the page shows already, so that it is shown once."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._lines: dict[tuple[str, int], str] = {}
        self._inputs: dict[str, str] = {}

    def line(self, file: str | None, line: int | None) -> tuple[Excerpt | None, str]:
        """The excerpt, or the anchor of the one that is there."""
        if file is None or line is None:
            return None, ""
        earlier = self._lines.get((file, line))
        if earlier:
            return None, earlier
        found = excerpt(self._sources, file, line, f"line-{len(self._lines) + 1}")
        if found:
            self._lines[file, line] = found.anchor
        return found, ""

    def input(self, at: Counterexample | None, check: str) -> tuple[Input | None, str]:
        """The input, or the check at which it is."""
        if at is None:
            return None, ""
        en, es = ("\n".join(code(at, lang, COLUMNS)) for lang in LANGS)
        earlier = self._inputs.setdefault(en, check)
        return (None, earlier) if earlier != check else (Input(example(at), en, es), "")


def cards(report: Report, outcome: Outcome, shown: Shown) -> list[Card]:
    """The checks with this outcome, in the order of the lab."""
    found = [r for r in report.results if r.outcome == outcome]
    return [_card(result, report.diagnosis, shown) for result in found]


def _card(result: Result, diagnosis: Diagnosis | None, shown: Shown) -> Card:
    faults = [f for f in result.findings if not f.note]
    at = next((f.at for f in faults if f.at is not None), None)
    given, same = shown.input(at, result.about.id)
    single = diagnosis is not None and {len(s) for s in diagnosis.sets} == {1}
    said = tuple(Said(f, *shown.line(f.file, f.line)) for f in faults[:FINDINGS])
    kind = "advice" if is_advice(result) else result.outcome
    more = max(0, len(faults) - FINDINGS)
    return Card(result, kind, said, more, given, same if single else "")


@dataclass(frozen=True, slots=True)
class Group:
    """Checks with one reason in common."""

    says: tuple[Text, ...]
    results: tuple[Result, ...]


def groups(report: Report, outcome: Outcome) -> list[Group]:
    """What was not judged, or does not apply, by the reason: one entry a reason."""
    found: dict[tuple[Text, ...], list[Result]] = {}
    for result in report.results:
        if result.outcome == outcome:
            reason = tuple(f.says for f in result.findings if not f.note)[:FINDINGS]
            found.setdefault(reason, []).append(result)
    return [Group(says, tuple(results)) for says, results in found.items()]


def notes(report: Report) -> Sequence[tuple[Result, Finding]]:
    """What is worth knowing and costs nothing."""
    return [
        (result, found)
        for result in report.results
        for found in result.findings[: 4 * FINDINGS]
        if found.note or result.outcome == "passed"
    ]
