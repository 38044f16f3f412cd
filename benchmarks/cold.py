"""What a cold ``grade`` costs, as a ratio to running the student's two scripts by hand.

    python benchmarks/cold.py [ROUNDS]

Each round runs the commands one after the other, so that a machine whose speed drifts changes both
sides; the figures are CPU seconds of the whole process tree, the ratio is taken round by round.
The grader is a copy of this checkout with its bytecode beside it, as ``pip install`` leaves it:
where ``PYTHONDONTWRITEBYTECODE`` is set, a checkout would be compiled anew at every start.
"""

from __future__ import annotations

import ctypes
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from shutil import copytree

ROOT = Path(__file__).resolve().parent.parent


def adopt() -> None:
    """Become the parent of whatever loses its own: only who is waited for is counted.

    A slot is killed at its end, and with it whoever would have waited for the student's process.
    """
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def cpu(*command: str, cwd: Path) -> float:
    """CPU seconds of one command and of all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)
    with suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def installed(folder: Path) -> Path:
    """A copy of the grader and of what it needs, compiled."""
    for part in ("grader", "reference", "schemas", "student_template"):
        copytree(ROOT / part, folder / part)
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(folder)], check=True)
    return folder


def rounds(count: int, repository: Path, grader: Path) -> list[dict[str, float]]:
    """The same commands, in turn, ``count`` times after one warm-up."""
    experiment = repository / "experiments" / "15-multi-head"
    python, found = sys.executable, []
    for _ in range(count + 1):
        verify = cpu(python, "verify.py", cwd=experiment)
        mha = cpu(python, "mha.py", cwd=experiment)
        grade = cpu(python, "-m", "grader", str(repository), cwd=grader)
        some = cpu(*(python, "-m", "grader", str(repository), "--select", "A,E,stop 1"), cwd=grader)
        found.append({"verify": verify, "mha": mha, "grade": grade, "A, E, files": some})
    return found[1:]


def main() -> None:
    """Print the medians and the two ratios."""
    adopt()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as folder:
        repository = copytree(ROOT / "examples" / "right", Path(folder) / "right")
        found = rounds(count, repository, installed(Path(folder) / "installed"))
    for name in found[0]:
        print(f"{name:12} {statistics.median(r[name] for r in found):.3f} s CPU")
    whole = statistics.median(r["grade"] / (r["verify"] + r["mha"]) for r in found)
    some = statistics.median(r["A, E, files"] / r["verify"] for r in found)
    print(f"grade / (verify.py + mha.py by hand): {whole:.2f} (asked: at most 1.0)")
    print(f"blocks A, E and files / verify.py:    {some:.2f} (asked: at most 2.0)")


if __name__ == "__main__":
    main()
