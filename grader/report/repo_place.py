"""Where a submission's file lies in the repository that a CI shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.report.text_safe import one_line

if TYPE_CHECKING:
    from grader.model import Report
    from grader.report import Style


def in_repository(file: str | None, report: Report, style: Style) -> str | None:
    """The file's path from the repository's root; None where it has no place there."""
    base = style.context.base
    if file is None or base is None:
        return None
    parts = [one_line(part).strip("/") for part in (base, report.subject.peeled, file)]
    return "/".join(part for part in parts if part)
