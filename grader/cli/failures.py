"""What becomes of a run that did not end well: a sentence on standard error, and an exit code."""

from __future__ import annotations

import os
import traceback
from typing import TYPE_CHECKING

import click

from grader.cli import terminal, words
from grader.cli.usage import usage
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Lang

REFUSED, NOT_GRADED, INTERRUPTED = 2, 3, 130


def code_of(error: BaseException, args: Sequence[str], lang: Lang) -> int:
    """Say what happened and return the exit code for it."""
    match error:
        case Refusal():
            terminal.complain(error.says, lang)
            return REFUSED
        case click.UsageError():
            terminal.complain(usage(error), lang)
            return REFUSED
        case click.Abort() | KeyboardInterrupt():
            terminal.complain(words.INTERRUPTED, lang)
            return INTERRUPTED
        case terminal.StdoutClosed():
            return error.code
        case SystemExit():  # how click ends when nobody reads its help any longer
            terminal.silence_stdout()
            return 0
    bug(error, lang, trace=bool({"-v", "--verbose"} & set(args)))
    return NOT_GRADED


def bug(error: BaseException, lang: Lang, *, trace: bool) -> None:
    """Say that it was us, on one line; the traceback only for whoever wants it."""
    terminal.progress(None, lang)
    terminal.complain(words.BUG.format(what=f"{type(error).__name__}: {error}"), lang)
    if trace or os.environ.get("GRADE_DEBUG"):
        traceback.print_exception(error)
