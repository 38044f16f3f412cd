"""Where reports go: standard output as they come, files at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from grader import report as formats
from grader.cli import terminal, words
from grader.model import Refusal
from grader.model.system import reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Report
    from grader.report import Style

STDOUT = "-"


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
        for name in (self.shown, *(name for name, _ in self.files)):
            if submissions > 1 and name not in formats.STREAMS:
                streams = ", ".join(sorted(formats.STREAMS & set(formats.names())))
                raise Refusal(words.ONE_DOCUMENT.format(name=name, streams=streams))
        for _, file in self.files:
            if file != STDOUT:
                _can_be_written(Path(file))

    def add(self, report: Report) -> None:
        """Print a report, and keep what is to be written to files."""
        for name, file in self.files:
            written = formats.render(name, report, self.file_style)
            self._parts.setdefault((name, file), []).append(written)
        gap = "\n\n" if self.shown == "text" and self._parts.get(_SHOWN) else ""
        self._parts.setdefault(_SHOWN, []).append("")
        terminal.write(gap + formats.render(self.shown, report, self.style))

    def finish(self) -> None:
        """Write the files.

        Raises:
            Refusal: One cannot be written after all.
        """
        for (_, file), parts in self._parts.items():
            text = "".join(parts)
            if file == STDOUT:
                terminal.write(text)
            elif file:
                _write(Path(file), text)


_SHOWN = ("", "")


def _can_be_written(file: Path) -> None:
    if file.is_dir():
        raise Refusal(words.IS_FOLDER.format(file=file))
    if not file.parent.is_dir():
        raise Refusal(words.NO_FOLDER.format(file=file, folder=file.parent))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise Refusal(words.NOT_WRITTEN.format(file=file, why=reason(error))) from None
