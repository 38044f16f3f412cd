"""How well the grader sees: it grades slips whose truth is known without it, and counts.

    python benchmarks/detection.py [--sample N] [--seed S] [--keep DIR] [--json]

Every mutant (``mutants.py``) of eight right implementations that are built differently is judged
by an oracle that shares nothing with the grader (``oracle.py``), then graded by the real command,
block A, a dozen at a time. Printed: how many of the wrong ones lose points, and where; how many
right ones lose any; how often the mistake got a name; what it cost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mutants import Mutant, mutants

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent
BASES = (
    "batched_as_in_the_lab",
    "einsum",
    "fused_qkv_with_views",
    "head_objects",
    "helper_functions",
    "loop_over_slices",
    "query_scaled_first",
    "sum_of_heads_through_W_O",
)
GROUP = 12
FORWARD = ("numbers", "form")
"""What the oracle's words begin with where ``forward`` answers otherwise than the formula."""


@dataclass(frozen=True)
class Judged:
    """One mutant, what the oracle said, and what the grader reported."""

    mutant: Mutant
    oracle: str
    report: dict[str, Any]

    @property
    def wrong(self) -> bool:
        """In the oracle's eyes."""
        return self.oracle not in ("right", "unclear")

    @property
    def lost(self) -> frozenset[str]:
        """The checks of block A that gave fewer points than they have."""
        return frozenset(
            c["id"] for c in self.report["checks"] if c["points"] and c["earned"] < c["points"]
        )

    @property
    def failed(self) -> frozenset[str]:
        """Those that failed, and were not merely blocked."""
        return frozenset(
            c["id"] for c in self.report["checks"] if c["points"] and c["outcome"] == "failed"
        )

    @property
    def names(self) -> list[list[str]]:
        """The sets of known mistakes that the diagnosis offers."""
        return list((self.report["diagnosis"] or {"sets": []})["sets"])

    @property
    def explained(self) -> bool:
        """A check other than ``agreement`` failed, or the diagnosis says what it is."""
        return bool(self.failed - {"agreement"}) or bool(self.names)

    @property
    def line(self) -> int | None:
        """Where the diagnosis points."""
        place = (self.report["diagnosis"] or {"line": None})["line"]
        return place and int(place["line"])

    def __str__(self) -> str:
        slip = f"{self.mutant.base}:{self.mutant.line}  {self.mutant.change}"
        return f"{slip}\n    oracle: {self.oracle}; failed: {', '.join(sorted(self.failed)) or '-'}"


def drawn(sample: int | None, seed: int) -> list[Mutant]:
    """All mutants, or a random part of them."""
    every = [
        mutant
        for base in BASES
        for mutant in mutants(base, (ROOT / f"tests/zoo/right/{base}.py").read_text("utf-8"))
    ]
    return every if sample is None else random.Random(seed).sample(every, sample)


def laid(some: Sequence[Mutant], folder: Path) -> list[Path]:
    """A repository for each."""
    found = []
    for n, mutant in enumerate(some):
        file = folder / f"m{n:04}" / "src/minimodel/attention/attention.py"
        file.parent.mkdir(parents=True)
        file.write_text(mutant.source, encoding="utf-8")
        found.append(folder / f"m{n:04}")
    return found


def told(repositories: Sequence[Path]) -> list[str]:
    """The oracle's words on each."""
    files = [str(r / "src/minimodel/attention/attention.py") for r in repositories]
    command = [sys.executable, str(ROOT / "benchmarks/oracle.py"), *files]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line)["says"] for line in done.stdout.splitlines()]


def graded(repositories: Sequence[Path], seed: int) -> list[dict[str, Any]]:
    """The reports on a group, by one command."""
    words = ["--select", "A", "--format", "jsonl", "--seed", str(seed)]
    command = [sys.executable, "-m", "grader", *map(str, repositories), *words]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    if len(reports) != len(repositories):
        raise SystemExit(done.stderr)
    return reports


def everything(some: Sequence[Mutant], folder: Path, seed: int) -> tuple[list[Judged], float]:
    """All mutants judged by both, and the CPU seconds that grading took."""
    repositories = laid(some, folder)
    says = [word for n in range(0, len(some), 50) for word in told(repositories[n : n + 50])]
    before = cpu()
    reports: list[dict[str, Any]] = []
    for n in range(0, len(some), GROUP):
        reports += graded(repositories[n : n + GROUP], seed)
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{len(reports)} of {len(some)} ")
    found = [Judged(*parts) for parts in zip(some, says, reports, strict=True)]
    return found, cpu() - before


def cpu() -> float:
    """CPU seconds of all that this process has started and that has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def figures(found: Sequence[Judged], seconds: float) -> dict[str, Any]:
    """The counts, and the lists of what went wrong."""
    wrong = [j for j in found if j.wrong]
    numbers = [j for j in wrong if j.oracle.startswith(FORWARD)]
    raising = [j for j in wrong if j.oracle.startswith(("raises", "never"))]
    right = [j for j in found if j.oracle == "right"]
    lines = [j for j in wrong if j.line is not None]
    return {
        "mutants": len(found),
        "wrong": len(wrong),
        "of which raise": len(raising),
        "of which answer otherwise": len(numbers),
        "lost points": sum(bool(j.lost) for j in wrong),
        "explained": sum(j.explained for j in wrong),
        "right": len(right),
        "unclear": len(found) - len(wrong) - len(right),
        "false alarms": sum(bool(j.lost) for j in right),
        "named, of those that answer otherwise": sum(bool(j.names) for j in numbers),
        "line given": len(lines),
        "line right": sum(j.line == j.mutant.line for j in lines),
        "CPU seconds a mutant": round(seconds / max(1, len(found)), 2),
        "first failing checks": dict(Counter(min(j.failed, default="-") for j in wrong)),
        "survivors": [str(j) for j in wrong if not j.lost],
        "not explained": [str(j) for j in wrong if j.lost and not j.explained],
        "false alarm": [str(j) for j in right if j.lost],
        "not named": [str(j) for j in numbers if not j.names],
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--sample", type=int, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the draw and of the grader")
    parser.add_argument("--keep", type=Path, help="leave the repositories in this new folder")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args()
    some = drawn(asked.sample, asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        if asked.keep:
            asked.keep.mkdir()
        found, seconds = everything(some, asked.keep or Path(folder), asked.seed)
    told = figures(found, seconds)
    if asked.json:
        print(json.dumps(told, indent=1))
        return
    for name, value in told.items():
        if isinstance(value, list):
            print(f"\n{name} ({len(value)}):", *value, sep="\n  ")
        else:
            print(f"{name:40} {value}")


if __name__ == "__main__":
    main()
