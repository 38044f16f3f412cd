"""What there is to know about the terminal, and how to print to either stream."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from typing import TYPE_CHECKING, TextIO

from grader.cli.language import spoken
from grader.report import Style
from grader.report.text_page import Page
from grader.report.text_safe import ascii_only, commandless, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.model import Lang, Text
    from grader.report import Hints

NARROWEST, WIDEST = 40, 100
"""Columns: below the one nothing can be laid out, above the other lines are hard to read."""
_SHOWN = "→√≤×áñ¿"


NOT_WRITTEN = 3
"""Exit code where our report could not be written."""


class StdoutClosed(Exception):
    """Nobody reads our standard output any longer (``grade . | head``)."""

    def __init__(self, code: int = 0) -> None:
        super().__init__()
        self.code = code
        """The exit code that the run has come to by then."""


def stdout_style(lang: Lang, color: str, verbosity: int, hints: Hints) -> Style:
    """How to write for whoever reads our standard output."""
    columns = shutil.get_terminal_size((80, 24)).columns
    return Style(
        lang=lang,
        width=min(max(columns, NARROWEST), WIDEST),
        color=_colored(color, os.environ, sys.stdout),
        unicode=_can_show(sys.stdout),
        verbosity=verbosity,
        hints=hints,
        spoken=spoken(lang, os.environ),
    )


def stdout_page(lang: Lang, color: str = "auto") -> Page:
    """The same for texts of the command line's own."""
    return Page(stdout_style(lang, color, 0, "line"))


def _colored(choice: str, environ: Mapping[str, str], stream: TextIO | None) -> bool:
    """The option, then FORCE_COLOR, then NO_COLOR, then whether it is a terminal that can."""
    if choice != "auto":
        return choice == "always"
    if environ.get("FORCE_COLOR"):
        return True
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sees it as it is written."""
    with contextlib.suppress(ValueError):  # a closed stream
        return stream is not None and stream.isatty()
    return False


def _can_show(stream: TextIO | None) -> bool:
    try:
        _SHOWN.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def never_fail_to_encode() -> None:
    """Write what an encoding lacks as an escape rather than raise an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def write(text: str) -> None:
    """Print to standard output, which may be closed.

    Raises:
        StdoutClosed: Its reader went away.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        silence_stdout()
        raise StdoutClosed from None
    except OSError as error:  # a full disk, say
        silence_stdout()
        _warn(f"{error.strerror}: {sys.stdout.name}")
        raise StdoutClosed(NOT_WRITTEN) from None


def silence_stdout() -> None:
    """Let what Python still holds for standard output go nowhere, instead of failing at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def complain(says: Text, lang: Lang) -> None:
    """Print a sentence to standard error, on one line, with the program's name before it."""
    _warn(visible(says.into(lang)).replace("\n", r"\n"))


def _warn(said: str) -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            said = commandless(said)
            sys.stderr.write(f"grade: {said if _can_show(sys.stderr) else ascii_only(said)}\n")


def note(says: Text, lang: Lang) -> None:
    """Print a line to standard error that is no complaint."""
    if sys.stderr is not None:
        said = visible(says.into(lang)).replace("\n", r"\n")
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(f"{said if _can_show(sys.stderr) else ascii_only(said)}\n")


def progress(says: Text | None, lang: Lang) -> None:
    """Show on a terminal what is being done, in one line that the next one replaces."""
    if not is_terminal(sys.stderr):
        return
    said = "" if says is None else visible(says.into(lang)).replace("\n", " ")[: NARROWEST * 2 - 2]
    sys.stderr.write(f"\r\x1b[K{said if _can_show(sys.stderr) else ascii_only(said)}")
    sys.stderr.flush()
