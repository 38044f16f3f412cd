"""The zip that Moodle takes feedback files from: a folder for each participant, named its way."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING

from grader.batch.files import page_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.batch.export.book import Line
    from grader.batch.rows import Row, Student
    from grader.batch.store import Store

FOLDER = "{name}_{participant}_assignfeedback_file"
FILE = "mha-grader-report.html"
"""Not hidden, and not the name of anything that was handed in."""
MOMENT = (1980, 1, 1, 0, 0, 0)
"""The same bytes for the same reports."""


def zipped(store: Store, given: Iterable[tuple[Student, Row, Line]]) -> tuple[bytes, int]:
    """The page of each student's submission, and how many there are.

    Whose result has no page is left out.
    """
    out, count = io.BytesIO(), 0
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for _, row, line in given:
            page = page_of(store, row.id)
            if page is None:
                continue
            folder = FOLDER.format(name=_safe(line.name), participant=line.known_as["id"])
            entry = zipfile.ZipInfo(f"{folder}/{FILE}", MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, page.encode("utf-8", "backslashreplace"))
            count += 1
    return out.getvalue(), count


def _safe(name: str) -> str:
    """A name for a folder; Moodle takes the number after the first underscore for the student."""
    return re.sub(r"[\W_]+", " ", name).strip()[:80].strip() or "student"
