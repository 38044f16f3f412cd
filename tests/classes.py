"""Small classes on disk, and ``grade batch`` on them, for the tests."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any

from grader.batch import Store
from tests.students import EXAMPLES, LAB, RIGHT, ROOT, but, put

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grader.batch import Row

GRADE = [sys.executable, "-m", "grader"]
FAST = ["--select", "E", "--seed", "15"]
"""Little is judged, so that a class takes seconds; its code is imported and asked all the same."""
ATTENTION = "src/minimodel/attention/attention.py"
WRONG = but(" / np.sqrt(self.d_head)", "")


def batch(source: Path, out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """``grade batch SRC --out DIR``, to its end."""
    command = [*GRADE, "batch", str(source), "--out", str(out), *FAST, "--lang", "en", *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def student(at: Path, text: str = RIGHT, **files: str | bytes) -> Path:
    """A repository with an ``attention.py`` and a manifest."""
    manifest = (EXAMPLES / "right" / LAB / "manifest.json").read_bytes()
    return put(at, {ATTENTION: text, f"{LAB}/manifest.json": manifest}, **files)


def some(folder: Path, n: int = 6) -> Path:
    """A class of ``n``, no two alike, every third one wrong."""
    for i in range(n):
        text = WRONG if i % 3 == 2 else RIGHT
        student(folder / f"student-{i}", f"{text}\n# student {i}\n")
    return folder


def packed(files: Mapping[str, str | bytes]) -> bytes:
    """A zip of these."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def work(text: str = RIGHT) -> dict[str, str | bytes]:
    """The files of a submission."""
    manifest = (EXAMPLES / "right" / LAB / "manifest.json").read_bytes()
    return {ATTENTION: text, f"{LAB}/manifest.json": manifest}


def rows(out: Path) -> dict[str, Row]:
    """Every row of a store, by its id."""
    with Store.open(out) as store:
        return {row.id: row for row in store.rows()}


def results(out: Path) -> dict[str, Any]:
    """What a class came to, times left out; what is in the files is what is in the store."""
    found: dict[str, Any] = {}
    with Store.open(out) as store:
        for row in store.rows():
            report = store.report(row.id)
            if report:
                written = json.loads((out / "reports" / f"{row.id}.json").read_text("utf-8"))
                assert written == report
                del report["seconds"]
            found[row.id] = (row.status, row.reason, row.earned, row.possible, row.key, report)
    return found
