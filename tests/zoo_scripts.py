"""The zoo of verify.py: each specimen in a repository that is right otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.students import LAB, RIGHT, example

if TYPE_CHECKING:
    from collections.abc import Iterator

ZOO = Path(__file__).with_name("zoo") / "verify"
BESIDE = {
    "mha.py": "import sys\nfrom pathlib import Path\n\n"
    'sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))\n'
    "from minimodel.attention.attention import MultiHeadAttention\n",
    "copia.py": RIGHT,
    "hook.py": "MINE = True\n",
    "values.py": "MINE = True\n",
}
"""What some specimens import."""


def specimens(kind: str) -> list[Path]:
    """Every script of ``right`` or ``wrong``."""
    return sorted((ZOO / kind).glob("*.py"))


def handfuls(kind: str, size: int = 10) -> list[list[Path]]:
    """The specimens in handfuls, for one command each."""
    found = specimens(kind)
    count = -(-len(found) // size)
    return [found[i::count] for i in range(count)]


def lay(specimen: Path, folder: Path) -> Path:
    """A right repository with this verify.py, and its output as a student captures it."""
    root = example("right", folder / specimen.stem)
    for name, text in BESIDE.items():
        (root / LAB / name).write_text(text)
    (root / LAB / "verify.py").write_bytes(specimen.read_bytes())
    capture(root)
    return root


def capture(root: Path) -> None:
    """``python verify.py > verify_output.txt 2>&1``, unless it prints nothing."""
    kept = root / LAB / "verify_output.txt"
    kept.unlink()
    done = subprocess.run(
        [sys.executable, "verify.py"],
        cwd=root / LAB,
        input=b"\n",
        env={
            **os.environ,
            "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.stdout:
        kept.write_bytes(done.stdout)


def expected(specimen: Path) -> tuple[str, str]:
    """The first line of a wrong one: ``# expect: CHECK: words that must be said``."""
    first = specimen.read_text("utf-8").splitlines()[0]
    check, _, words = first.removeprefix("# expect: ").partition(": ")
    return check, words


def said(report: dict[str, Any], check: str) -> str:
    """All that a report says of a check, in English."""
    found = next(c for c in report["checks"] if c["id"] == check)
    return " | ".join(finding["says"]["en"] for finding in found["findings"])


def faults(report: dict[str, Any], check: str, words: str) -> Iterator[str]:
    """What is wrong with the report on a script that fails this check."""
    failed = {c["id"] for c in report["checks"] if c["outcome"] == "failed"}
    if failed != {check}:
        yield f"failed: {sorted(failed)}"
    if words not in said(report, check):
        yield f"{check} says: {said(report, check)}"
