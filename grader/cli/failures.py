"""What becomes of a run that did not end well: a sentence on standard error, and an exit code."""

from __future__ import annotations

import contextlib
import os
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import terminal, words
from grader.cli.outputs import NotWritten
from grader.cli.usage import usage
from grader.model import Refusal
from grader.report import Style, names, render_failure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Lang, Text

REFUSED, NOT_GRADED, INTERRUPTED = 2, 3, 130


def code_of(error: BaseException, args: Sequence[str], lang: Lang) -> int:
    """Say what happened, in the reports that were asked for too, and return the exit code."""
    match error:
        case Refusal():
            says, code = error.says, REFUSED
        case click.UsageError():
            says, code = usage(error), REFUSED
        case click.Abort() | KeyboardInterrupt():
            says, code = words.INTERRUPTED, INTERRUPTED
        case terminal.StdoutClosed():
            return error.code
        case SystemExit():  # how click ends when nobody reads its help any longer
            terminal.silence_stdout()
            return 0
        case _:
            says, code = bug(error, lang, trace=bool({"-v", "--verbose"} & set(args))), NOT_GRADED
    if code != NOT_GRADED:
        terminal.complain(says, lang)
    if not isinstance(error, NotWritten):
        say_in_files(says, args, lang)
    return code


def bug(error: BaseException, lang: Lang, *, trace: bool) -> Text:
    """Say that it was us, on one line; the traceback only for whoever wants it."""
    terminal.progress(None, lang)
    says = words.BUG.format(what=f"{type(error).__name__}: {error}")
    terminal.complain(says, lang)
    if trace or os.environ.get("GRADE_DEBUG"):
        traceback.print_exception(error)
    return says


def say_in_files(says: Text, args: Sequence[str], lang: Lang) -> None:
    """Write the failure to the files of ``--report`` whose formats have words for it.

    The arguments themselves may be what is wrong, so they are read here without click.
    """
    for name, file in _reports(args):
        written = render_failure(name, says, Style(lang=lang)) if name in names() else None
        if written is not None and file != "-":
            with contextlib.suppress(OSError, ValueError):
                Path(file).write_text(written, encoding="utf-8", errors="backslashreplace")


def _reports(args: Sequence[str]) -> Iterator[tuple[str, str]]:
    for word, following in zip(args, [*args[1:], ""], strict=False):
        if word == "--":
            return
        value = following if word == "--report" else word.removeprefix("--report=")
        if word.startswith("--report"):
            name, _, file = value.partition("=")
            yield name, file
