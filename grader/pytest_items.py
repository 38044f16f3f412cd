"""The tests of ``pytest --grade``: one a check, all of one submission that is graded once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest._code.code import ReprFileLocation, TerminalRepr

from grader.cli.language import locale_lang, spoken
from grader.cli.options import default_sandbox
from grader.grade import CannotGrade, grade_path
from grader.labs.multi_head import LAB
from grader.model import Refusal
from grader.report import Style
from grader.report.text_check import about, first_words
from grader.report.text_page import Page
from grader.submission import read

if TYPE_CHECKING:
    from _pytest._io import TerminalWriter

    from grader.model import About, Lang, Report, Result


def refused(config: pytest.Config) -> str:
    """Why what the command names cannot be graded, before any check is a test; empty if it can."""
    try:
        read(_path(config, config.getoption("grade")))
    except Refusal as why:
        return why.says.into(_lang(config))
    return ""


def _path(config: pytest.Config, at: str) -> str:
    return str(Path(config.invocation_params.dir, at))


def _lang(config: pytest.Config) -> Lang:
    asked = config.getoption("grade_lang") or locale_lang(os.environ)
    return "es" if asked == "es" else "en"


class Graded(pytest.Collector):
    """A submission, graded when the first of its checks runs, and only for those that run."""

    def __init__(self, *, at: str, **known: Any) -> None:  # Any: pytest's own arguments
        super().__init__(**known)
        self.at = _path(self.config, at)
        lang = _lang(self.config)
        self.style = Style(lang=lang, spoken=spoken(lang, os.environ))
        self._report: Report | None = None
        self._error: Exception | None = None

    def collect(self) -> list[CheckItem]:
        """An item for each check of the lab."""
        return [CheckItem.from_parent(self, name=c.about.id, about=c.about) for c in LAB.checks]

    def report(self) -> Report:
        """The one report of this run.

        Raises:
            Refusal: What is there cannot be graded.
            CannotGrade: The grader itself failed.
        """
        if self._error is not None:
            raise self._error
        if self._report is None:
            try:
                self._report = self._graded()
            except Exception as error:
                self._error = error
                raise
        return self._report

    def _graded(self) -> Report:
        asked = frozenset(i.about.id for i in self.session.items if isinstance(i, CheckItem))
        return grade_path(self.at, select=asked, sandbox=default_sandbox())


class NotPassed(Exception):
    """A check failed or could not be judged."""


class CheckItem(pytest.Item):
    """One check as a test."""

    def __init__(self, *, parent: Graded, about: About, **known: Any) -> None:  # Any: pytest's own
        super().__init__(parent=parent, **known)
        self.submission, self.about = parent, about
        self._place: tuple[str, int | None] = (parent.at, None)

    def result(self) -> Result:
        """What became of the check; see ``Graded.report`` for what is raised."""
        results = self.submission.report().results
        return next(result for result in results if result.about.id == self.about.id)

    def settle(self) -> None:
        """Take over the place in the student's file, the points, and what else there is to read."""
        try:
            result = self.result()
        except Exception:  # noqa: BLE001 - raised again by runtest, where pytest can show it
            return
        found = [f for f in result.findings if f.file]
        at = next((f for f in found if f.line), found[0] if found else None)
        if at is not None and at.file:
            peeled = self.submission.report().subject.peeled
            self._place = (str(Path(self.submission.at, peeled, at.file)), at.line)
        self.__dict__.pop("location", None)  # an editor may have asked before it was known
        given = {"points": f"{result.points:g}", "earned": f"{result.earned:g}"}
        self.user_properties[:] = [*given.items(), ("outcome", result.outcome)]
        self._report_sections[:] = []
        if result.outcome == "passed" or not result.points:
            self.add_report_section("call", "grade", self.text())

    def text(self) -> str:
        """What the text report says of this check."""
        return about(self.submission.report(), self.result(), self.submission.style)

    def first_words(self) -> str:
        """The first thing that is said, on one line."""
        return first_words(self.result(), Page(self.submission.style))

    def runtest(self) -> None:
        """Pass, fail with what the report says, or skip what is not for a machine to decide."""
        result = self.result()
        waits = result.outcome == "review" and result.points
        if waits or result.outcome == "skipped":
            raise pytest.skip.Exception(self.first_words(), _use_item_location=True)
        if result.outcome in ("failed", "blocked"):
            raise NotPassed(self.first_words())

    def repr_failure(  # type: ignore[override]  # pytest's own has a choice of styles besides
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> str | TerminalRepr:
        """The report's words instead of a traceback, which would show only our own lines."""
        file, line = self._place
        match excinfo.value:
            case NotPassed():
                return Shown(self.text(), ReprFileLocation(file, line or 1, self.first_words()))
            case Refusal() | CannotGrade() as why:
                says = why.says.into(self.submission.style.lang)
                return Shown(says, ReprFileLocation(file, 1, says))
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file and the line (from 0) that an editor jumps to."""
        file, line = self._place
        return Path(file), (line or 1) - 1, self.nodeid


class Shown(TerminalRepr):
    """Words, then ``file:line`` in the form that editors and terminals make a link of."""

    def __init__(self, text: str, place: ReprFileLocation) -> None:
        self.text = text
        self.reprcrash = place
        """By this name pytest finds the words for its summary, and for ``--junitxml``."""

    def toterminal(self, tw: TerminalWriter) -> None:
        """Print it."""
        tw.line(self.text)
        tw.line()
        tw.line(f"{self.reprcrash.path}:{self.reprcrash.lineno}: {self.reprcrash.message}")
