"""What a cold ``grade`` costs, as a ratio to running the student's two scripts by hand.

    python benchmarks/cold.py [ROUNDS]

Each round runs the commands one after the other, so that a machine whose speed drifts changes both
sides; the figures are CPU seconds of the whole process tree, sandbox included (its processes end
by themselves, so that their time is counted), the ratio is taken round by round.
"""

from __future__ import annotations

import compileall
import contextlib
import ctypes
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import copytree

SUBREAPER = 36
"""Linux: ``PR_SET_CHILD_SUBREAPER``."""
ROOT = Path(__file__).resolve().parent.parent


def cpu(*command: str, cwd: Path) -> float:
    """CPU seconds of one command and of all that it started."""
    if sys.platform == "linux":  # who has lost its parent comes to us, and its time with it
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rounds(count: int, repository: Path) -> list[dict[str, float]]:
    """The same commands, in turn, ``count`` times after one warm-up.

    Python's compiled files are made first, as an installation makes them.
    """
    for folder in (ROOT / "grader", ROOT / "reference", repository):
        compileall.compile_dir(folder, quiet=1)
    experiment = repository / "experiments" / "15-multi-head"
    python, found = sys.executable, []
    for _ in range(count + 1):
        verify = cpu(python, "verify.py", cwd=experiment)
        mha = cpu(python, "mha.py", cwd=experiment)
        grade = cpu(python, "-m", "grader", str(repository), cwd=ROOT)
        some = cpu(*(python, "-m", "grader", str(repository), "--select", "A,E,stop 1"), cwd=ROOT)
        drawn = cpu(
            *(python, "-m", "grader", str(repository), "--select", "A,E,stop 1,C"), cwd=ROOT
        )
        found.append(
            {"verify": verify, "mha": mha, "grade": grade, "A, E, files": some, "with C": drawn}
        )
    return found[1:]


def report(found: list[dict[str, float]]) -> None:
    """Print the medians and the ratios."""
    for name in found[0]:
        print(f"{name:12} {statistics.median(r[name] for r in found):.3f} s CPU")
    whole = statistics.median(r["grade"] / (r["verify"] + r["mha"]) for r in found)
    some = statistics.median(r["A, E, files"] / r["verify"] for r in found)
    drawn = statistics.median((r["with C"] - r["A, E, files"]) / r["mha"] for r in found)
    print(f"grade / (verify.py + mha.py by hand): {whole:.2f} (asked: at most 1.0)")
    print(f"blocks A, E and files / verify.py:    {some:.2f} (asked: at most 2.0)")
    print(f"block C, cold / mha.py:               {drawn:.2f} (asked: at most 1.3)")


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as folder:
        report(rounds(count, copytree(ROOT / "examples" / "right", Path(folder) / "right")))


if __name__ == "__main__":
    main()
