"""Where reports go: standard output as they come, files at the end."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader import report as formats
from grader.cli import context, terminal, words
from grader.model import Refusal
from grader.model.system import reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Report, Text
    from grader.report import Style

STDOUT = "-"


class NotWritten(Refusal):
    """A file could not be written after all; the others are there."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """The formats that were asked for, each with its place and its style."""

    shown: str
    """The format of standard output."""
    style: Style
    files: Sequence[tuple[str, str]]
    """Format and file, for those that are written besides."""
    file_style: Style
    _parts: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def check(self, submissions: int) -> None:
        """Find out before any work is done what could not be printed or written after it.

        Raises:
            Refusal: A file cannot be there, or a format cannot hold so many submissions.
        """
        names = (self.shown, *(name for name, _ in self.files))
        context.check(names, os.environ)
        for name in names:
            if submissions > 1 and name not in formats.STREAMS:
                streams = ", ".join(sorted(formats.STREAMS & set(formats.names())))
                raise Refusal(words.ONE_DOCUMENT.format(name=name, streams=streams))
        for _, file in self.files:
            if file != STDOUT:
                _can_be_written(Path(file))

    def add(self, report: Report) -> None:
        """Print a report, and keep what is to be written to files."""
        facts = context.context(report.subject, os.environ)
        filed = replace(self.file_style, context=facts)
        for name, file in self.files:
            self._keep(name, file, formats.render(name, report, filed))
        text = formats.render(self.shown, report, replace(self.style, context=facts))
        self._show(text)

    def fail(self, says: Text) -> None:
        """Say that there is no report, in the formats that have words for it."""
        for name, file in self.files:
            if name in formats.STREAMS or (name, file) not in self._parts:
                written = formats.render_failure(name, says, self.file_style)
                if written is not None:
                    self._keep(name, file, written)
        shown = formats.render_failure(self.shown, says, self.style)
        if shown is not None and (self.shown in formats.STREAMS or _SHOWN not in self._parts):
            self._show(shown)

    def _keep(self, name: str, file: str, written: str) -> None:
        self._parts.setdefault((name, file), []).append(written)

    def _show(self, text: str) -> None:
        gap = "\n\n" if self.shown == "text" and self._parts.get(_SHOWN) else ""
        self._keep(*_SHOWN, "")
        terminal.write(gap + text)

    def finish(self) -> None:
        """Write the files, as many as can be written.

        Raises:
            NotWritten: One could not be.
            StdoutClosed: One was to go to standard output, which nobody reads.
        """
        failed: list[Exception] = []
        for (_, file), parts in self._parts.items():
            try:
                _deliver(file, "".join(parts))
            except (NotWritten, terminal.StdoutClosed) as error:
                failed.append(error)
        self._parts.clear()
        if failed:
            raise failed[0]


_SHOWN = ("", "")


def _deliver(file: str, text: str) -> None:
    if file == STDOUT:
        terminal.write(text)
    elif file:
        _write(Path(file), text)


def _can_be_written(file: Path) -> None:
    if file.is_dir():
        raise Refusal(words.IS_FOLDER.format(file=file))
    if not file.parent.is_dir():
        raise Refusal(words.NO_FOLDER.format(file=file, folder=file.parent))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise NotWritten(words.NOT_WRITTEN.format(file=file, why=reason(error))) from None
