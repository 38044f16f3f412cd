"""What it costs to hold a student's code: CPU of a job that is confined, and of one that is not.

    python benchmarks/isolation.py [ROUNDS]

A job is a submission's whole way: its files, the confinement, the import, the questions, the end.
Its CPU is that of its process (from ``wait4``) and of the zygote that forked and swept it. Each
round runs one job of every kind and one fresh ``python -c "import numpy"``, so that a machine whose
speed drifts changes all of them; the least of each is nearest to what it costs on a quiet one.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.model import Imported, Output, Probe, Submission  # noqa: E402
from grader.sandbox import NOTHING, Means, Slots  # noqa: E402

MODULE = ("src", "minimodel.attention.attention")
FILE = "src/minimodel/attention/attention.py"
LEVELS = {
    "bubblewrap + Landlock + seccomp": Means(),
    "Landlock + seccomp": Means(bubblewrap=False),
    "nothing": NOTHING,
}
CALLS = (1, 50)


def fresh() -> float:
    """CPU milliseconds of ``python -c "import numpy"``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "import numpy"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def zygote(slots: Slots) -> Path:
    """Where the kernel tells how long the zygote has run: the innermost process of the slot."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            parents[int(stat.read_text().rpartition(")")[2].split()[1])] = int(stat.parent.name)
    pid = slots.start().process.pid
    while pid in parents:
        pid = parents[pid]
    return Path(f"/proc/{pid}/schedstat")


def ran(schedstat: Path) -> float:
    """Milliseconds that a process has run."""
    return int(schedstat.read_text().split()[0]) / 1e6


def job(slots: Slots, schedstat: Path, submission: Submission, calls: int) -> float:
    """CPU milliseconds of one job, and of the zygote for it."""
    before = ran(schedstat)
    probe = Probe(16, 2, 0, np.ones((6, 16)))
    with slots.session() as session:
        assert session.enter(submission) is None
        assert isinstance(session.load(*MODULE), Imported)
        assert all(isinstance(a, Output) for a in session.ask([probe] * calls))
        end = session.close()
    return 1e3 * end.cpu + ran(schedstat) - before


def main() -> None:
    """Print the least of each, and the ratios."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    code = (ROOT / "examples" / "right" / FILE).read_bytes()
    submission = Submission("right", "", {FILE: code}, "")
    least: dict[tuple[str, int], float] = {}
    base = float("inf")
    with ExitStack() as stack:
        slots = {name: stack.enter_context(Slots(means=m)) for name, m in LEVELS.items()}
        stats = {name: zygote(held) for name, held in slots.items()}
        for _ in range(rounds):
            base = min(base, fresh())
            for name, held in slots.items():
                for calls in CALLS:
                    spent = job(held, stats[name], submission, calls)
                    least[name, calls] = min(spent, least.get((name, calls), spent))
    print(f"fresh python -c 'import numpy': {base:.1f} ms CPU")
    for (name, calls), spent in least.items():
        more = spent - least["nothing", calls]
        print(f"{name:32} {calls:2} calls {spent:5.1f} ms ({spent / base:.3f}), {more:+.1f} ms")
    print("asked: 1 call at most 0.100, 50 calls at most 0.250, isolation at most +3.0 ms")


if __name__ == "__main__":
    main()
