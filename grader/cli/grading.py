"""``grade [PATH...]``: grade each path, print its report, and turn the results into a code."""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli import terminal, words
from grader.cli.commands import COMMANDS
from grader.cli.failures import NOT_GRADED, REFUSED, bug
from grader.cli.late import lab_checks, the_rubric
from grader.cli.outputs import Outputs
from grader.cli.selection import chosen
from grader.model import Refusal, Text, same
from grader.report import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Lang, Report
    from grader.report import Hints
    from grader.rubric import Rubric

FAILED = 1
"""Exit code; 0 is that no graded check failed or was blocked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The command line, parsed; its fields are the options, which options.py describes."""

    paths: tuple[str, ...]
    format_: str
    reports: tuple[tuple[str, str], ...]
    lang: Lang
    hints: Hints
    quiet: bool
    verbose: bool
    color: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    rubric: str | None
    rev: str | None
    seed: int | None
    examples: int
    sandbox: str
    exit_zero: bool
    watch: bool

    @property
    def outputs(self) -> Outputs:
        """Where the reports go."""
        verbosity = self.verbose - self.quiet
        shown = terminal.stdout_style(self.lang, self.color, verbosity, self.hints)
        filed = Style(lang=self.lang, verbosity=verbosity, hints=self.hints, spoken=shown.spoken)
        return Outputs(self.format_, shown, self.reports, filed)


@dataclass(frozen=True, slots=True)
class Plan:
    """What holds for every path alike."""

    asked: Asked
    rubric: Rubric
    select: frozenset[str] | None
    ignore: frozenset[str]
    outputs: Outputs


def run(asked: Asked) -> int:
    """Grade everything that was asked for; the worst result is the exit code.

    Raises:
        Refusal: The command line as a whole makes no sense.
    """
    paths = asked.paths or (".",)
    outputs = asked.outputs
    outputs.check(len(paths))
    if len(paths) == 1:
        _existing(paths[0])  # before the lab is loaded, which takes longer than all before it
    plan = _plan(asked, paths, outputs)
    if asked.watch:
        from grader.cli.watch import watch  # noqa: PLC0415 - its library only for this

        return watch(paths[0], plan)
    code = 0
    try:
        for n, path in enumerate(paths, 1):
            code = max(code, _graded(path, n, plan))
    except terminal.StdoutClosed as closed:
        code = max(code, closed.code)
    try:
        outputs.finish()
    except terminal.StdoutClosed as closed:
        code = max(code, closed.code)
    return 0 if asked.exit_zero and code == FAILED else code


def _plan(asked: Asked, paths: Sequence[str], outputs: Outputs) -> Plan:
    checks = lab_checks()
    rubric = the_rubric(asked.rubric, checks, paths)
    abouts = [check.about for check in checks if check.about.id in rubric.points]
    select = chosen(asked.select, abouts) if asked.select else None
    ignore = chosen(asked.ignore, abouts)
    if not (select if select is not None else {about.id for about in abouts}) - ignore:
        raise Refusal(words.NOTHING_LEFT)
    return Plan(asked, rubric, select, ignore, outputs)


def _graded(path: str, n: int, plan: Plan) -> int:
    """Grade and print one path; whatever goes wrong with it, the next one has its turn."""
    from grader.grade import CannotGrade  # noqa: PLC0415 - loads NumPy

    asked = plan.asked
    try:
        report = _report(path, n, plan)
        code = 0 if report.passed else FAILED
        plan.outputs.add(report)
    except Refusal as refusal:
        code = _said(refusal.says, REFUSED, path, plan)
    except CannotGrade as failure:
        code = _said(failure.says, NOT_GRADED, path, plan)
    except terminal.StdoutClosed as closed:
        raise terminal.StdoutClosed(max(code, closed.code)) from None
    except Exception as error:  # noqa: BLE001 - ours, and no reason to stop
        plan.outputs.fail(bug(error, asked.lang, trace=asked.verbose))
        code = NOT_GRADED
    return code


def _report(path: str, n: int, plan: Plan) -> Report:
    from grader.grade import grade_path  # noqa: PLC0415 - loads NumPy

    _existing(path)
    asked = plan.asked
    says = words.GRADING if len(asked.paths) < 2 else words.GRADING_OF
    terminal.progress(says.format(path=path, n=n, all=len(asked.paths)), asked.lang)
    try:
        return grade_path(
            path,
            rev=asked.rev,
            seed=asked.seed,
            examples=asked.examples,
            rubric=plan.rubric,
            select=plan.select,
            ignore=plan.ignore,
            sandbox=asked.sandbox,
        )
    finally:
        terminal.progress(None, asked.lang)


def _said(says: Text, code: int, path: str, plan: Plan) -> int:
    """Print why a path has no report; where there are several, which one it was."""
    before = same(f"{path}: ") if len(plan.asked.paths) > 1 else same("")
    terminal.complain(before + says, plan.asked.lang)
    plan.outputs.fail(before + says)
    return code


def _existing(path: str) -> None:
    if not os.path.lexists(path):
        raise Refusal(words.NO_PATH.format(path=path, near=_near_path(path)))


def _near_path(path: str) -> Text:
    """A command or a neighbour whose name is close."""
    command = words.near(path, COMMANDS, before="grade ")
    if command.en:
        return command
    target = Path(path)
    try:
        around = [entry.name for entry in target.parent.iterdir()]
    except (OSError, ValueError):  # not there either, or no name that a file can have
        return same("")
    close = difflib.get_close_matches(target.name, around, 1)
    return words.NEAR.format(close=target.parent / close[0]) if close else same("")
