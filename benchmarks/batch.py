"""A whole class: throughput, CPU, memory, the cache, Dask, and what ten ``kill -9`` change.

    python benchmarks/batch.py [--n 1000] [--kill 10] [--dask] [--jobs 2]

The class is made here, from ``examples/right`` with modules of ``tests/zoo`` (two right ones to
one wrong one) and, among them, submissions that hang, flood, fork or are no archives. CPU is that
of every process, student code included: a control group's where there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
ZOO = ROOT / "tests" / "zoo"
RIGHT = ROOT / "examples" / "right"
ATTENTION = "src/minimodel/attention/attention.py"
GRADE = (sys.executable, "-m", "grader")
GROUP = Path("/sys/fs/cgroup/cpuacct")
SLOW = {"hang_at_import", "contract__crashes_on_big_numbers"}
HOSTILE = {
    "hang": "while True:\n    pass\n",
    "sleep": "import time\ntime.sleep(3600)\n",
    "flood": "while True:\n    print('x' * 100000)\n",
    "fork": "import os\nwhile True:\n    os.fork()\n",
    "memory": "x = []\nwhile True:\n    x.append(bytearray(1 << 24))\n",
    "parent": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n",
    "files": "for i in range(10**6):\n    open(f'f{i}', 'w').write('x' * 10000)\n",
    "exit": "import os\nos._exit(0)\n",
    "deep": "exec('(' * 100000)\n",
}


def make_class(folder: Path, n: int, *, hostile: bool) -> Path:
    """``n`` submissions, no two alike; with ``hostile`` a dozen more."""
    folder.mkdir(parents=True)
    right = sorted((ZOO / "right").glob("*.py"))
    wrong = [p for p in sorted((ZOO / "wrong").glob("*.py")) if p.stem not in SLOW]
    for i in range(n):
        kind = wrong if i % 3 == 2 else right
        specimen = kind[i // 3 * (1 if i % 3 == 2 else 2) % len(kind)].read_bytes()
        _submission(folder / f"student-{i:05}", specimen + f"\n# student {i}\n".encode())
    if hostile:
        for name, code in HOSTILE.items():
            _submission(folder / f"hostile-{name}", code.encode())
        (folder / "hostile-broken.zip").write_bytes(b"PK\x03\x04 no more than that")
        with zipfile.ZipFile(folder / "hostile-bomb.zip", "w", zipfile.ZIP_DEFLATED) as bomb:
            bomb.writestr("src/minimodel/attention/attention.py", b"0" * (300 << 20))
        (folder / "hostile-empty").mkdir()
    return folder


def _submission(at: Path, attention: bytes) -> None:
    shutil.copytree(RIGHT, at, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    (at / ATTENTION).write_bytes(attention)


@dataclass
class Cost:
    """What a command took."""

    cpu: float
    wall: float
    peak: int = 0
    """Bytes of the first process alone."""
    code: int = 0


@contextmanager
def group() -> Iterator[Path | None]:
    """A control group to count CPU by, for what is killed takes its own count along."""
    at = GROUP / f"batch-{os.getpid()}"
    try:
        at.mkdir()
    except OSError:
        yield None
        return
    try:
        yield at
    finally:
        for _ in range(50):
            try:
                at.rmdir()
                break
            except OSError:
                time.sleep(0.1)


def measured(*command: str, cwd: Path = ROOT) -> Cost:
    """Run a command to its end."""
    with group() as counter:
        enter = (lambda: (counter / "tasks").write_text(str(os.getpid()))) if counter else None
        before, began = os.times(), time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=cwd,
            preexec_fn=enter,  # noqa: PLW1509 - this script has one thread
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        peak = 0
        while process.poll() is None:
            peak = max(peak, _peak(process.pid))
            time.sleep(0.02)
        wall = time.perf_counter() - began
        after = os.times()
        cpu = after.children_user + after.children_system
        cpu -= before.children_user + before.children_system
        if counter:
            cpu = int((counter / "cpuacct.usage").read_text()) / 1e9
        return Cost(cpu, wall, peak, process.returncode)


def _peak(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    found = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    return int(found[0]) * 1024 if found else 0


def by_hand(rounds: int = 5) -> tuple[float, float]:
    """CPU seconds of a fresh ``verify.py`` and of a fresh ``mha.py``, medians."""
    with tempfile.TemporaryDirectory() as folder:
        lab = shutil.copytree(RIGHT, Path(folder) / "r") / "experiments" / "15-multi-head"
        runs = {
            script: statistics.median(
                measured(sys.executable, script, cwd=lab).cpu for _ in range(rounds)
            )
            for script in ("verify.py", "mha.py")
        }
    return runs["verify.py"], runs["mha.py"]


def results(out: Path) -> dict[str, object]:
    """What a run came to, times and scheduling left out."""
    sys.path.insert(0, str(ROOT))
    from grader.batch import Store  # noqa: PLC0415 - the grader's own, found in the checkout

    found: dict[str, object] = {}
    with Store.open(out) as store:
        for row in store.rows():
            report = store.report(row.id)
            if report:
                report.pop("seconds")
                written = json.loads((out / "reports" / f"{row.id}.json").read_text())
                written.pop("seconds")
                assert written == report, row.id
                del report["submission"]["path"]
            reason = row.reason.en if row.reason else None
            found[row.id] = (row.status, reason, row.earned, row.pending, row.possible, report)
    return found


def different(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """The ids whose results are not the same."""
    return sorted(id_ for id_ in one.keys() | other.keys() if one.get(id_) != other.get(id_))


def graded(found: dict[str, object]) -> dict[str, object]:
    """Of the results only what counts: status, points, and the outcome of every check."""
    return {
        id_: (*facts[:1], *facts[2:-1], facts[-1] and [c["outcome"] for c in facts[-1]["checks"]])
        for id_, facts in found.items()
        if isinstance(facts, tuple)
    }


def killed(source: Path, out: Path, times: int, options: list[str], whole: float) -> int:
    """Run to the end with so many ``kill -9`` on the way; returns how many runs it took."""
    chance = random.Random(15)
    pauses = [chance.uniform(0.2, max(0.5, 1.6 * whole / times)) for _ in range(times)]
    runs = 0
    for pause in pauses:
        runs += 1
        process = subprocess.Popen(
            [*GRADE, "batch", str(source), "--out", str(out), *options],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            process.wait(pause)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
    measured(*GRADE, "batch", str(source), "--out", str(out), *options)
    return runs + 1


def main() -> None:
    """Print every figure beside what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--kill", type=int, default=0)
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="work here and leave it")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        Figures(asked, asked.keep or Path(temporary)).show()


class Figures:
    """All measurements, in one folder."""

    def __init__(self, asked: argparse.Namespace, home: Path) -> None:
        self.asked, self.home, self.n = asked, home, asked.n
        self.some = ["--seed", "15", "--jobs", str(asked.jobs), "--select", "A,E,stop 1"]
        self.all = self.some[:-2]

    def batch(self, source: Path, out: str, options: list[str]) -> Cost:
        """One ``grade batch``."""
        command = (*GRADE, "batch", str(source), "--out", str(self.home / out), *options)
        return measured(*command)

    def show(self) -> None:
        """Measure and print."""
        n = self.n
        source = make_class(self.home / "class", n, hostile=False)
        verify, mha = by_hand()
        print(f"by hand: verify.py {verify * 1e3:.0f} ms, mha.py {mha * 1e3:.0f} ms CPU")
        some = self.batch(source, "some", self.some)
        self.row("A, E, files", some, verify, "verify.py", 0.25)
        cached = self.batch(source, "some", self.some)
        each = cached.wall / n * 1e3
        print(f"again, unchanged: {each:.2f} ms each ({cached.cpu / n * 1e3:.2f} CPU; asked: 2)")
        count = min(100, n)
        few = make_class(self.home / "few", count, hostile=False)
        small = self.batch(few, "few-out", self.some)
        print(
            f"coordinator: {small.peak / 2**20:.0f} MiB at {count}, {some.peak / 2**20:.0f} at {n}"
        )
        everything = self.batch(few, "all", self.all)
        self.row("everything", everything, verify + mha, "by hand", 0.35, count=count)
        if self.asked.dask:
            dask = self.batch(source, "dask", [*self.some, "--scheduler", "local"])
            one, other = results(self.home / "some"), results(self.home / "dask")
            ratio = some.wall / dask.wall
            print(f"two Dask workers / local pool: {ratio:.2f} (asked: 0.8)")
            self.compared(one, other, "locally")
        if self.asked.kill:
            self.kill()

    def row(
        self, name: str, cost: Cost, unit: float, of: str, most: float, count: int | None = None
    ) -> None:
        """One line of figures."""
        n = count or self.n
        each = cost.cpu / n
        rate = n / cost.wall
        print(
            f"{name}: {rate:.1f} a second, {each * 1e3:.0f} ms CPU each = {each / unit:.2f} of "
            f"{of} (asked: {most})"
        )

    def compared(self, one: dict[str, object], other: dict[str, object], than: str) -> None:
        """Two runs: the grades, and then every word.

        Words may differ where a class answers with dice of its own, or where on a busy machine a
        loop meets the clock before its limit of CPU.
        """
        print(f"  other grades than {than}: {different(graded(one), graded(other)) or 'none'}")
        print(f"  other words than {than}: {different(one, other) or 'none'}")

    def kill(self) -> None:
        """Compare a run that is killed with one that is not, hostile submissions among them."""
        source = make_class(self.home / "hostile", self.n, hostile=True)
        calm = self.batch(source, "calm", self.some)
        runs = killed(source, self.home / "killed", self.asked.kill, self.some, calm.wall)
        one, other = results(self.home / "calm"), results(self.home / "killed")
        print(f"killed {self.asked.kill} times, {runs} runs: {len(one)} submissions")
        self.compared(one, other, "undisturbed")
        alone = results(self.home / "some")
        self.compared(alone, {i: r for i, r in one.items() if i in alone}, "without hostile ones")


if __name__ == "__main__":
    main()
