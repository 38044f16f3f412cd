"""A folder of repositories: each folder and each archive directly in it is a submission."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.batch.rows import Student
from grader.batch.sources.entry import Entry
from grader.submission.archive import ENDINGS, stem
from grader.submission.names import left_out, shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KINDS = (*ENDINGS, ".rar", ".7z")
"""Endings of files that someone may have handed in; a format that is not read is refused later."""


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link in a circle: looked at when its turn comes, and no reason to stop
        return True


def entries(source: Path) -> Iterator[Entry]:
    """Every submission in the folder, by name."""
    with os.scandir(source) as listed:
        found = sorted(
            entry.name
            for entry in listed
            if not entry.name.startswith(".")
            and not left_out(entry.name)
            and (_is_folder(entry) or entry.name.lower().endswith(KINDS))
        )
    for name in found:
        path = source / name
        called = shown(stem(name) if path.is_file() else name)
        yield Entry(
            origin=os.fsencode(name).hex() if not name.isprintable() else name,
            wish=called,
            name=called,
            place=shown(str(path)),
            students=(Student(called, called),),
            source={"kind": "path", "path": os.fsencode(path).hex()},
        )
