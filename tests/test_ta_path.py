"""The whole way of a TA: a bulk download of Canvas goes in, a column of its gradebook comes out."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import TYPE_CHECKING

from grader.cli import main
from tests.students import EXAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SUBMISSIONS = {
    "garcialopezana_40001_9001_lab.zip": "right",
    "smithben_LATE_40002_9002_my-lab.zip": "reshape-bug",
    "nunezeva_40003_9003_lab-1.zip": "no-output-projection",
}
GRADEBOOK = """\
Student,ID,SIS Login ID,Section,Lab 01 (12345),Final Score
    Points Possible,,,,10.00,(read only)
"García López, Ana",40001,ana@uni.example,A,,
"Núñez, Eva",40003,eva@uni.example,A,,
"Smith, Ben",40002,ben@uni.example,A,1.00,
"""


def download(folder: Path) -> Path:
    """A zip as Canvas names things, each submission a zip of a repository."""
    made = folder / "submissions.zip"
    with zipfile.ZipFile(made, "w") as outer:
        for name, example in SUBMISSIONS.items():
            inner = io.BytesIO()
            with zipfile.ZipFile(inner, "w") as archive:
                for file in sorted((EXAMPLES / example).rglob("*")):
                    inside = file.relative_to(EXAMPLES)
                    if file.is_file() and "__pycache__" not in inside.parts:
                        archive.write(file, inside)
            outer.writestr(name, inner.getvalue())
    return made


def test_from_a_canvas_zip_to_a_canvas_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, new = tmp_path / "lab01", tmp_path / "upload.csv"
    assert main(["batch", str(download(tmp_path)), "--out", str(out), "--sandbox", "auto"]) == 0
    page = (out / "index.html").read_text("utf-8")
    assert "split/reshape-dh-h" in page
    assert page.count('<a href="reports/') >= 3

    (tmp_path / "gradebook.csv").write_text(GRADEBOOK, "utf-8", newline="")
    book = str(tmp_path / "gradebook.csv")
    args = ["export", "canvas", str(out), "--gradebook", book, "--column", "Lab 01 (12345)"]
    assert main([*args, "--out", str(new), "--pending", "full"]) == 0, capsys.readouterr().err

    rows = {row["ID"]: row for row in csv.DictReader(io.StringIO(new.read_text("utf-8")))}
    grades = {id_: float(rows[id_]["Lab 01 (12345)"]) for id_ in ("40001", "40002", "40003")}
    assert grades["40001"] == 10
    assert 0 < grades["40002"] < 10
    assert 0 < grades["40003"] < 10
    before = list(csv.reader(io.StringIO(GRADEBOOK)))
    after = list(csv.reader(io.StringIO(new.read_text("utf-8"))))
    assert [[*row[:4], row[5]] for row in after] == [[*row[:4], row[5]] for row in before]
